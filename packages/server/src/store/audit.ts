import type { Db } from './database.ts'

/** Who did something: exhaustive, so that nothing happens anonymously. */
export type Actor = { kind: 'key'; keyId: string } | { kind: 'commandLine' } | { kind: 'schedule' } | { kind: 'system' }

export async function insertAuditEntry(
  db: Db,
  organizationId: string,
  entry: { actor: Actor; action: string; subject: string; detail?: Record<string, unknown> },
): Promise<void> {
  await db
    .insertInto('audit_entry')
    .values({
      organization_id: organizationId,
      actor: JSON.stringify(entry.actor),
      action: entry.action,
      subject: entry.subject,
      detail: JSON.stringify(entry.detail ?? {}),
    })
    .execute()
}
