import { z } from 'zod'
import { sessionGet } from '../define.ts'
import { id } from '../ids.ts'
import { askedDay, cursor, instant, limit, page } from './common.ts'

/** Who did something: exhaustive, so that nothing happens anonymously. */
export const actor = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('key'), keyId: id('key') }),
  // With the address, because a person who left can no longer be looked up.
  z.object({ kind: z.literal('person'), personId: id('person'), email: z.string() }),
  z.object({ kind: z.literal('commandLine') }),
  z.object({ kind: z.literal('schedule') }),
  z.object({ kind: z.literal('system') }),
])
export type Actor = z.output<typeof actor>

export const auditEntry = z.object({
  at: instant,
  actor,
  action: z.string().meta({ example: 'key.revoke' }),
  subject: z.string().meta({ description: 'Id of what it was done to.' }),
  detail: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.output<typeof auditEntry>

export const auditOperations = {
  listAuditEntries: sessionGet({
    id: 'listAuditEntries',
    path: '/audit',
    tag: 'Audit log',
    summary: 'List who changed what, newest first',
    role: 'admin',
    query: z.strictObject({
      action: z
        .string()
        .regex(/^[a-zA-Z_]+(\.[a-zA-Z_]+)*$/, 'Must be an action, for example key.revoke, or the noun it begins with.')
        .max(100)
        .optional()
        .meta({ description: 'An action, or all of a noun: `key`.' }),
      actor: z
        .string()
        .regex(/^[a-zA-Z]+(_[0-9a-z]+)?$/, 'Must be an id of a key or a person, or a kind of actor.')
        .max(100)
        .optional()
        .meta({ description: 'Id of a key or a person, or a kind: `commandLine`, `schedule`, `system`.' }),
      subject: z.string().min(1).max(100).optional(),
      from: askedDay.optional(),
      to: askedDay.optional(),
      limit,
      cursor,
    }),
    output: page(auditEntry),
    errors: ['invalid_cursor'],
  }),
}
