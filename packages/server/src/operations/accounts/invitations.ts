import { hash, randomInt } from 'node:crypto'
import { Problem, type Actor, type Invitation, type Role } from '@sightline/sdk'
import type { Db } from '../../base/db/db.ts'
import { claim } from '../../store/accounts/installation.ts'
import * as store from '../../store/accounts/invitations.ts'
import { membershipsOf, setPassword } from '../../store/accounts/logins.ts'
import { lockOrganization, organizationById } from '../../store/accounts/organizations.ts'
import * as people from '../../store/accounts/people.ts'
import type { Context, Services } from '../context.ts'
import type { SessionHandlers } from '../dispatcher.ts'
import { requirePlace } from './limits.ts'
import { pageOf, toPage } from '../pages.ts'
import { joinOrganization, requireRightOver } from './people.ts'
import { audit, organizationOf } from '../tenant.ts'
import { auditVerification, verifyPerson } from './verification.ts'
import { DAY_MS } from '../../engine/measuring/planning/day.ts'

type InvitationHandlers = Pick<SessionHandlers, 'listInvitations' | 'inviteMember' | 'revokeInvitation'>

const GOOD_FOR_MS = 7 * DAY_MS

/** Members and invitations that are open. */
export async function countSeats(context: Context): Promise<number> {
  const organizationId = organizationOf(context)
  const members = await people.countMembers(context.db, organizationId)
  return members + (await store.countOpenInvitations(context.db, organizationId, context.now))
}

export const invitationHandlers: InvitationHandlers = {
  listInvitations: async (context, { query }) => {
    const filter = { ...pageOf(context, query), status: query.status, at: context.now }
    return toPage(context, query, await store.listInvitations(context.db, organizationOf(context), filter))
  },

  inviteMember: async (context, { body }) => {
    requireRightOver(context, body.role)
    const organizationId = organizationOf(context)
    await requirePlace(context, 'seats', 1, () => countSeats(context))
    await refuseKnown(context, body.email)
    await store.revokeExpiredInvitations(context.db, organizationId, body.email, context.now)
    const token = mintToken(organizationId)
    const invitation = await store.insertInvitation(context.db, organizationId, {
      id: context.services.newId('invitation'),
      email: body.email,
      role: body.role,
      tokenHash: hashToken(token),
      invitedBy: context.caller.actor,
      at: context.now,
      expiresAt: new Date(context.now.getTime() + GOOD_FOR_MS),
    })
    await audit(context, 'invitation.create', invitation.id, { email: body.email, role: body.role })
    return { invitation, secret: linkTo(context, token) }
  },

  revokeInvitation: async (context, { params }) => {
    const wasOpen = await store.revokeInvitation(context.db, organizationOf(context), params.id, context.now)
    if (!wasOpen && (await store.wasAccepted(context.db, organizationOf(context), params.id)))
      throw new Problem('conflict', { message: 'This invitation was accepted. Remove the member instead.' })
    if (wasOpen) await audit(context, 'invitation.revoke', params.id)
    return { id: params.id, deleted: true as const }
  },
}

/**
 * Who accepts:
 *
 * - `holder`: of an account. Asked again whether they are, under the account's lock: what they proved may have ended since.
 * - `newcomer`: has the link, and makes an account with a password, given as its hash. Nobody vouches for the address.
 * - `provider`: the identity provider vouches that the address is theirs; whose account it knows them by, if any.
 * - `operator`: accepts for them, and vouches.
 */
export type Accepting =
  | { as: 'holder'; personId: string; isProven(db: Db): Promise<boolean> }
  | { as: 'newcomer'; password: string }
  | { as: 'provider'; personId: string | undefined }
  | { as: 'operator' }

/**
 * Makes whoever holds the token a member, and an account for an address that has none. There is no caller: the token is
 * all that is known, and it names its organization.
 * @param name of a new account; an account that is there keeps its own
 * @param accepting the operator, when left out
 * @returns `endedSignIn`: nobody had vouched for the account before, so what had opened it ended
 * @throws Problem resource_not_found for a token that is none, conflict for one that is no longer good, sign_in_failed,
 *   email_not_verified
 */
export async function acceptInvitation(
  { database, now, newId }: Services,
  { token, name, accepting = { as: 'operator' } }: { token: string; name: string; accepting?: Accepting },
): Promise<{ organizationId: string; personId: string; email: string; endedSignIn: boolean }> {
  const organizationId = organizationNamedBy(token)
  return database.transaction(organizationId, async (db) => {
    await lockOrganization(db, organizationId)
    const at = now()
    const invitation = await requireOpen(db, organizationId, token, at)
    const { email } = invitation
    const { personId, verified } = await accountOf(db, { id: newId('person'), email, name }, at, accepting)
    if (await people.memberById(db, organizationId, personId))
      throw new Problem('conflict', { message: 'You are a member of this organization already.' })
    await store.acceptInvitation(db, organizationId, invitation.id, { personId, at })
    const actor: Actor = { kind: 'person', personId, email }
    const joining = { personId, role: invitation.role, at, actor }
    await joinOrganization(db, organizationId, joining, { invitationId: invitation.id, acceptedBy: accepting.as })
    if (verified) await auditVerification(db, { id: personId, email }, verified)
    return { organizationId, personId, email, endedSignIn: verified !== null }
  })
}

/**
 * What a link is for.
 * @throws Problem as accepting it would
 */
export async function openInvitation(
  { database, now }: Services,
  token: string,
): Promise<{ organizationName: string; email: string; role: Role; personId: string | null }> {
  const organizationId = organizationNamedBy(token)
  return database.transaction(organizationId, async (db) => {
    const { email, role } = await requireOpen(db, organizationId, token, now())
    const organization = await organizationById(db, organizationId)
    await people.setUserContext(db, email)
    const person = await people.lockPersonByEmail(db, email)
    return { organizationName: organization?.name ?? '', email, role, personId: person?.id ?? null }
  })
}

async function requireOpen(db: Db, organizationId: string, token: string, at: Date): Promise<Invitation> {
  const invitation = await store.invitationByToken(db, organizationId, hashToken(token), at)
  if (!invitation) throw noInvitation()
  const organization = await organizationById(db, organizationId)
  if (organization?.status === 'suspended') throw new Problem('organization_suspended')
  if (invitation.status === 'open') return invitation
  const was = { accepted: 'was accepted already', revoked: 'was taken back', expired: 'has expired' }[invitation.status]
  throw new Problem('conflict', { message: `This invitation ${was}. Ask for a new one.` })
}

/** An account, and who vouched for it just now; null: nobody, or it was made just now. */
type Account = { personId: string; verified: people.Verification | null }

/** The account of an address, made where there is none. Another organization's invitation may make it at this moment. */
async function accountOf(db: Db, fresh: people.Person, at: Date, accepting: Accepting): Promise<Account> {
  await people.setUserContext(db, fresh.email)
  const known = await people.lockPersonByEmail(db, fresh.email)
  const expected = accepting.as === 'holder' || accepting.as === 'provider' ? accepting.personId : undefined
  if (expected !== undefined && expected !== known?.id)
    throw new Problem('conflict', { message: 'This account was deleted, or is somebody else’s.' })
  const verification = voucherOf(accepting, at)
  if (known && verification) {
    if (known.verification) return { personId: known.id, verified: null }
    await verifyPerson(db, known, verification)
    return { personId: known.id, verified: verification }
  }
  if (known) return { personId: await requireHolder(db, known, accepting), verified: null }
  if (!(await people.insertPerson(db, fresh, verification))) return accountOf(db, fresh, at, accepting)
  await claim(db, at)
  if (accepting.as === 'newcomer') {
    await people.setUserContext(db, fresh.id)
    await setPassword(db, fresh.id, accepting.password, at)
  }
  return { personId: fresh.id, verified: null }
}

function voucherOf({ as }: Accepting, at: Date): people.Verification | null {
  if (as === 'operator') return { by: 'operator', at }
  return as === 'provider' ? { by: 'provider', at } : null
}

type Known = NonNullable<Awaited<ReturnType<typeof people.lockPersonByEmail>>>

/** Who holds an account that somebody vouched for may take it to any organization; others stay where they were invited. */
async function requireHolder(db: Db, { id, verification }: Known, accepting: Accepting): Promise<string> {
  if (accepting.as !== 'holder')
    throw new Problem('conflict', { message: 'There is an account with this e-mail address. Sign in to accept.' })
  await people.setUserContext(db, id)
  if (!(await accepting.isProven(db))) throw new Problem('sign_in_failed', { message: 'Sign in again, then accept.' })
  if (!verification && (await membershipsOf(db, id)).length > 0) throw new Problem('email_not_verified')
  return id
}

async function refuseKnown(context: Context, email: string): Promise<void> {
  if (await people.memberByEmail(context.db, organizationOf(context), email))
    throw new Problem('conflict', { message: `${email} is a member already.` })
  if (await store.openInvitationTo(context.db, organizationOf(context), email, context.now))
    throw new Problem('conflict', {
      message: `There is an open invitation to ${email}. Hand on its link, or take it back and invite again.`,
    })
}

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The organization's id and 190 bits of chance. */
function mintToken(organizationId: string): string {
  const chance = Array.from({ length: 32 }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')
  return `sl_invite_${organizationId.slice('org_'.length)}_${chance}`
}

function organizationNamedBy(token: string): string {
  const suffix = /^sl_invite_([0-7][0-9a-z]{25})_[0-9A-Za-z]{32}$/.exec(token)?.[1]
  if (suffix === undefined) throw noInvitation()
  return `org_${suffix}`
}

const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

const noInvitation = (): Problem =>
  new Problem('resource_not_found', { message: 'There is no such invitation. Check the link, or ask for a new one.' })

const linkTo = ({ address, services }: Context, token: string): string =>
  new URL(`/invitations/${token}`, services.publicUrl ?? address).href
