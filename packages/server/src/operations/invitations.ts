import { hash, randomInt } from 'node:crypto'
import { Problem, type Actor, type Invitation, type Role } from '@sightline/sdk'
import type { Db } from '../store/database.ts'
import { claim } from '../store/installation.ts'
import * as store from '../store/invitations.ts'
import { setPassword } from '../store/logins.ts'
import { lockOrganization, organizationById } from '../store/organizations.ts'
import * as people from '../store/people.ts'
import type { Context, Services } from './context.ts'
import type { SessionHandlers } from './handle.ts'
import { requirePlace } from './limits.ts'
import { pageOf, toPage } from './pages.ts'
import { joinOrganization, requireRightOver } from './people.ts'
import { audit, organizationOf } from './tenant.ts'
import { DAY_MS } from '../engine/planning/day.ts'

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

/** Who accepts: the holder of an account who has proved it, or somebody new with a password's hash; null: a provider says who. */
export type Accepting = { personId: string } | { password: string | null }

/**
 * Makes whoever holds the token a member, and an account for an address that has none. There is no caller: the token is
 * all that is known, and it names its organization.
 * @param name of a new account; an account that is there keeps its own
 * @param accepting left out at the command line, where the operator vouches
 * @throws Problem resource_not_found for a token that is none, conflict for one that is no longer good
 */
export async function acceptInvitation(
  { database, now, newId }: Services,
  { token, name, accepting }: { token: string; name: string; accepting?: Accepting },
): Promise<{ organizationId: string; personId: string }> {
  const organizationId = organizationNamedBy(token)
  return database.transaction(organizationId, async (db) => {
    await lockOrganization(db, organizationId)
    const at = now()
    const invitation = await requireOpen(db, organizationId, token, at)
    const personId = await accountOf(db, { id: newId('person'), email: invitation.email, name }, at, accepting)
    if (await people.memberById(db, organizationId, personId))
      throw new Problem('conflict', { message: 'You are a member of this organization already.' })
    await store.acceptInvitation(db, organizationId, invitation.id, { personId, at })
    const actor: Actor = { kind: 'person', personId, email: invitation.email }
    const joining = { personId, role: invitation.role, at, actor }
    await joinOrganization(db, organizationId, joining, { invitationId: invitation.id })
    return { organizationId, personId }
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
    await people.namePerson(db, email)
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

/** The account of an address, made where there is none. Another organization's invitation may make it at this moment. */
async function accountOf(db: Db, fresh: people.Person, at: Date, accepting?: Accepting): Promise<string> {
  await people.namePerson(db, fresh.email)
  const known = await people.lockPersonByEmail(db, fresh.email)
  if (known && accepting && !('personId' in accepting && accepting.personId === known.id))
    throw new Problem('conflict', { message: 'There is an account with this e-mail address. Sign in to accept.' })
  if (known) return known.id
  if (accepting && 'personId' in accepting) throw new Problem('conflict', { message: 'This account was deleted.' })
  if (!(await people.insertPerson(db, fresh))) return accountOf(db, fresh, at, accepting)
  await claim(db, at)
  if (accepting && accepting.password !== null) {
    await people.namePerson(db, fresh.id)
    await setPassword(db, fresh.id, accepting.password, at)
  }
  return fresh.id
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

const linkTo = ({ address }: Context, token: string): string => new URL(`/invitations/${token}`, address).href
