import { z } from 'zod'
import { sessionGet, sessionPatch, sessionPost, sessionRemove } from '../define.ts'
import { id } from '../ids.ts'
import { bodyProblems } from '../operation.ts'
import { roles } from '../roles.ts'
import { cursor, deleted, instant, limit, page, typedText } from './common.ts'

/**
 * An e-mail address, folded: spaces around it and letter case do not tell two people apart. Checked before it is folded,
 * because some letters outside ASCII become ASCII ones in lower case (the Kelvin sign a k).
 */
export const email = z
  .string()
  .transform((text) => text.trim())
  .pipe(
    z
      .string()
      .max(254)
      .regex(
        /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+$/,
        'Must be an e-mail address, for example ada@acme.com. Write a domain of other letters in its xn-- form.',
      ),
  )
  .transform((text) => text.toLowerCase())
  .meta({ example: 'ada@acme.com' })

export const personName = typedText(200).meta({ example: 'Ada Lovelace' })
const role = z.enum(roles)

export const member = z.object({
  personId: id('person'),
  name: z.string(),
  email: z.string(),
  isEmailVerified: z.boolean().meta({
    description:
      'Whether the identity provider or the operator vouched that the address is theirs. false: the account was made by a link that was shown to somebody, or by sign-up.',
  }),
  role,
  joinedAt: instant,
})
export type Member = z.output<typeof member>

export const invitationStatuses = ['open', 'accepted', 'revoked', 'expired'] as const

export const invitation = z.object({
  id: id('invitation'),
  email: z.string(),
  role,
  status: z.enum(invitationStatuses).meta({ description: 'An open one takes a seat.' }),
  createdAt: instant,
  expiresAt: instant,
  acceptedAt: instant.nullable(),
})
export type Invitation = z.output<typeof invitation>

const memberPath = z.strictObject({ personId: id('person') })

export const peopleOperations = {
  listMembers: sessionGet({
    id: 'listMembers',
    path: '/members',
    tag: 'People',
    summary: 'List the organization’s members',
    role: 'viewer',
    query: z.strictObject({ limit, cursor }),
    output: page(member),
    errors: ['invalid_cursor'],
  }),
  updateMember: sessionPatch({
    id: 'updateMember',
    path: '/members/{personId}',
    tag: 'People',
    summary: 'Change a member’s role',
    description: 'Only an owner makes or unmakes owners, and the last owner stays one.',
    role: 'admin',
    params: memberPath,
    body: z.strictObject({ role }),
    output: member,
    errors: [...bodyProblems, 'resource_not_found', 'conflict'],
  }),
  removeMember: sessionRemove({
    id: 'removeMember',
    path: '/members/{personId}',
    tag: 'People',
    summary: 'Remove a member',
    description: 'Only an owner removes owners, and the last owner stays.',
    role: 'admin',
    params: memberPath,
    output: deleted,
    errors: ['conflict'],
  }),
  leaveOrganization: sessionRemove({
    id: 'leaveOrganization',
    path: '/membership',
    tag: 'People',
    summary: 'Leave the organization',
    role: 'viewer',
    output: deleted,
    errors: ['conflict'],
  }),
  listInvitations: sessionGet({
    id: 'listInvitations',
    path: '/invitations',
    tag: 'People',
    summary: 'List invitations, newest first',
    role: 'admin',
    query: z.strictObject({ status: z.enum(invitationStatuses).optional(), limit, cursor }),
    output: page(invitation),
    errors: ['invalid_cursor'],
  }),
  inviteMember: sessionPost({
    id: 'inviteMember',
    path: '/invitations',
    tag: 'People',
    summary: 'Invite somebody',
    description:
      'No mail is sent: hand the link on yourself. It is shown this once, is good for seven days and for one person.',
    role: 'admin',
    body: z.strictObject({ email, role: role.default('member') }),
    output: z.object({
      invitation,
      secret: z.string().meta({ description: 'The link that accepts it, told this once; its last part is the token.' }),
    }),
    status: 201,
    errors: [...bodyProblems, 'plan_limit_reached', 'conflict'],
  }),
  revokeInvitation: sessionRemove({
    id: 'revokeInvitation',
    path: '/invitations/{id}',
    tag: 'People',
    summary: 'Take an invitation back',
    role: 'admin',
    params: z.strictObject({ id: id('invitation') }),
    output: deleted,
    errors: ['conflict'],
  }),
}
