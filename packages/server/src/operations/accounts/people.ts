import { isAtLeast, Problem, scopesOfRole, type Actor, type Member, type Role } from '@sightline/sdk'
import { insertAuditEntry } from '../../store/accounts/audit.ts'
import type { Db } from '../../base/db/db.ts'
import { lockOrganization, organizationById } from '../../store/accounts/organizations.ts'
import * as store from '../../store/accounts/people.ts'
import type { Caller, Context } from '../context.ts'
import type { SessionHandlers } from '../dispatcher.ts'
import { pageOf, toPage } from '../pages.ts'
import { audit, organizationOf } from '../tenant.ts'

type PeopleHandlers = Pick<SessionHandlers, 'listMembers' | 'updateMember' | 'removeMember' | 'leaveOrganization'>

export const peopleHandlers: PeopleHandlers = {
  listMembers: async (context, { query }) => {
    const read = await store.listMembers(context.db, organizationOf(context), pageOf(context, query))
    return toPage(context, query, read, ({ personId }) => personId)
  },

  updateMember: async (context, { params, body }) => {
    await lockOrganization(context.db, organizationOf(context))
    const before = await requireMember(context, params.personId)
    requireRightOver(context, before.role, body.role)
    if (before.role === body.role) return before
    if (before.role === 'owner') await requireAnotherOwner(context)
    await store.setRole(context.db, organizationOf(context), params.personId, body.role)
    await audit(context, 'member.update', params.personId, { role: { from: before.role, to: body.role } })
    return requireMember(context, params.personId)
  },

  removeMember: async (context, { params }) => {
    await lockOrganization(context.db, organizationOf(context))
    const member = await store.memberById(context.db, organizationOf(context), params.personId)
    if (member) {
      requireRightOver(context, member.role)
      await part(context, member, 'member.remove')
    }
    return { id: params.personId, deleted: true as const }
  },

  leaveOrganization: async (context) => {
    const { actor } = context.caller
    if (actor.kind !== 'person')
      throw new Problem('conflict', { message: 'Only a member can leave. To remove somebody, remove the member.' })
    await lockOrganization(context.db, organizationOf(context))
    const member = await store.memberById(context.db, organizationOf(context), actor.personId)
    if (member) await part(context, member, 'member.leave')
    return { id: actor.personId, deleted: true as const }
  },
}

/**
 * A person who works in an organization, as a caller: what a session's door hands to the dispatcher. Read for each call,
 * so that a removal or another role is in force with the next one.
 * @returns undefined for somebody who is no member
 * @throws Problem organization_suspended
 */
export async function memberCaller(db: Db, organizationId: string, personId: string): Promise<Caller | undefined> {
  const [organization, member] = await Promise.all([
    organizationById(db, organizationId),
    store.memberById(db, organizationId, personId),
  ])
  if (!organization || !member) return undefined
  if (organization.status === 'suspended') throw new Problem('organization_suspended')
  const { status: _status, platformWeights: _weights, createdAt: _createdAt, ...facts } = organization
  return {
    organization: facts,
    actor: { kind: 'person', personId, email: member.email },
    key: null,
    scopes: scopesOfRole(member.role),
    role: member.role,
    brandIds: null,
  }
}

/** Makes somebody a member, and says so in the log. @param detail beside the role */
export async function joinOrganization(
  db: Db,
  organizationId: string,
  { personId, role, at, actor }: { personId: string; role: Role; at: Date; actor: Actor },
  detail: Record<string, unknown> = {},
): Promise<void> {
  await store.insertMember(db, organizationId, { personId, role, at })
  await insertAuditEntry(db, organizationId, {
    actor,
    action: 'member.join',
    subject: personId,
    detail: { ...detail, role },
  })
}

/** Nobody gives a role above their own, or takes one: only owners make and unmake owners. */
export function requireRightOver({ caller }: Context, ...touched: Role[]): void {
  const beyond = touched.find((role) => caller.role === null || !isAtLeast(caller.role, role))
  if (beyond !== undefined)
    throw new Problem('insufficient_role', {
      message: `Only an ${beyond} may give or take the role ${beyond}.`,
      requiredRole: beyond,
    })
}

/** An account goes with its last organization: without one there is nothing it could open. */
export async function forgetAccount(context: Context, personId: string): Promise<void> {
  await store.setUserContext(context.db, personId)
  // Locked first, so that an invitation accepted elsewhere at this moment is seen below.
  await store.lockPerson(context.db, personId)
  await store.deletePersonWithoutMembership(context.db, personId)
}

async function part(context: Context, { personId, role, email }: Member, action: string): Promise<void> {
  if (role === 'owner') await requireAnotherOwner(context)
  await store.deleteMember(context.db, organizationOf(context), personId)
  await audit(context, action, personId, { role, email })
  await forgetAccount(context, personId)
}

async function requireMember(context: Context, personId: string): Promise<Member> {
  const member = await store.memberById(context.db, organizationOf(context), personId)
  if (!member) throw new Problem('resource_not_found')
  return member
}

/** Under the organization's lock: of two owners who leave at once, one stays. */
async function requireAnotherOwner(context: Context): Promise<void> {
  if ((await store.countOwners(context.db, organizationOf(context))) > 1) return
  throw new Problem('conflict', {
    message: 'This is the last owner. Make somebody else an owner first, or delete the organization.',
  })
}
