import { type Selectable, sql } from 'kysely'
import type { Actor, Invitation, Role } from '@sightline/sdk'
import type { PageOf } from '../measuring/brands.ts'
import type { Db } from '../../base/db/db.ts'
import type { Tables } from '../../base/db/tables.ts'

export async function insertInvitation(
  db: Db,
  organizationId: string,
  invitation: { id: string; email: string; role: Role; tokenHash: Buffer; invitedBy: Actor; at: Date; expiresAt: Date },
): Promise<Invitation> {
  const row = await db
    .insertInto('invitation')
    .values({
      organization_id: organizationId,
      id: invitation.id,
      email: invitation.email,
      role: invitation.role,
      token_hash: invitation.tokenHash,
      invited_by: JSON.stringify(invitation.invitedBy),
      created_at: invitation.at,
      expires_at: invitation.expiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toInvitation({ ...row, status: 'open' })
}

export async function countOpenInvitations(db: Db, organizationId: string, at: Date): Promise<number> {
  const row = await db
    .selectFrom('invitation')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('organization_id', '=', organizationId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirstOrThrow()
  return row.open
}

/** Newest first; one more than asked for. @param at tells which have expired */
export async function listInvitations(
  db: Db,
  organizationId: string,
  filter: PageOf & { status?: Invitation['status'] | undefined; at: Date },
): Promise<Invitation[]> {
  let query = db
    .selectFrom('invitation')
    .selectAll()
    .select(statusAt(filter.at).as('status'))
    .where('organization_id', '=', organizationId)
  if (filter.status) query = query.where(statusAt(filter.at), '=', filter.status)
  if (filter.after) query = query.where('id', '<', filter.after)
  const rows = await query
    .orderBy('id', 'desc')
    .limit(filter.limit + 1)
    .execute()
  return rows.map(toInvitation)
}

export async function invitationByToken(
  db: Db,
  organizationId: string,
  tokenHash: Buffer,
  at: Date,
): Promise<Invitation | undefined> {
  const row = await db
    .selectFrom('invitation')
    .selectAll()
    .select(statusAt(at).as('status'))
    .where('organization_id', '=', organizationId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row && toInvitation(row)
}

export async function openInvitationTo(
  db: Db,
  organizationId: string,
  email: string,
  at: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('invitation')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('email', '=', email)
    .where(statusAt(at), '=', 'open')
    .executeTakeFirst()
  return row?.id
}

/** Expired ones make room for a new one to the same address. */
export async function revokeExpiredInvitations(db: Db, organizationId: string, email: string, at: Date): Promise<void> {
  await db
    .updateTable('invitation')
    .set({ revoked_at: at })
    .where('organization_id', '=', organizationId)
    .where('email', '=', email)
    .where(statusAt(at), '=', 'expired')
    .execute()
}

export async function acceptInvitation(
  db: Db,
  organizationId: string,
  id: string,
  accepted: { personId: string; at: Date },
): Promise<void> {
  await db
    .updateTable('invitation')
    .set({ accepted_at: accepted.at, accepted_by: accepted.personId })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** @returns whether it was neither accepted nor revoked before */
export async function revokeInvitation(db: Db, organizationId: string, id: string, at: Date): Promise<boolean> {
  const row = await db
    .updateTable('invitation')
    .set({ revoked_at: at })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function wasAccepted(db: Db, organizationId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('invitation')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('accepted_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** What was revoked to make room after it had expired has expired. */
const statusAt = (at: Date) => sql<Invitation['status']>`case
  when accepted_at is not null then 'accepted' when revoked_at < expires_at then 'revoked'
  when expires_at <= ${at} then 'expired' else 'open' end`

const toInvitation = (row: Selectable<Tables['invitation']> & Pick<Invitation, 'status'>): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  status: row.status,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  acceptedAt: row.accepted_at?.toISOString() ?? null,
})
