import { issuePasswordReset } from '../identity/password-reset.ts'
import { email, personName, roles, sessionOperations, type Member, type Role } from '@sightline/sdk'
import { acceptInvitation } from '../operations/invitations.ts'
import { operate, withHouse, type OpenHouse, type Shell } from './house.ts'
import { addressFor, allPages, inOrganization } from './in-organization.ts'
import { table, UsageError } from './terminal.ts'

type Options = { json?: boolean; org?: string }
const { inviteMember, listMembers, removeMember, updateMember } = sessionOperations

export async function memberList(shell: Shell, options: Options): Promise<void> {
  const data = await inOrganization(shell, options.org, allMembers)
  const rows = data.map(({ personId, email, role, name }) => [personId, email, role, name])
  const shown = rows.length > 0 ? table(['id', 'e-mail', 'role', 'name'], rows) : 'No member yet: invite the first one.'
  shell.terminal.out(options.json ? `${JSON.stringify({ data })}\n` : `${shown}\n`)
}

export async function memberInvite(shell: Shell, address: string, options: Options & { role: string }): Promise<void> {
  const body = { email: address, role: roleOf(options.role) }
  const { invitation, secret: link } = await inOrganization(shell, options.org, (house, id) =>
    operate(house.app, id, inviteMember, { body }, addressFor(shell)),
  )
  shell.terminal.out(options.json ? `${JSON.stringify({ id: invitation.id, link })}\n` : `${link}\n`)
  if (!options.json)
    shell.terminal.err(
      `For ${invitation.email} as ${invitation.role}, good until ${invitation.expiresAt.slice(0, 10)}. No mail is sent, and the link is shown this once: hand it on now.\n`,
    )
}

export async function memberAccept(
  shell: Shell,
  link: string,
  options: { json?: boolean; name: string },
): Promise<void> {
  const name = personName.safeParse(options.name)
  if (!name.success) throw new UsageError(`--name: ${name.error.issues[0]?.message}`)
  const token = link.split('/').at(-1) ?? ''
  const joined = await withHouse(shell, ({ app }) => acceptInvitation(app.services, { token, name: name.data }))
  shell.terminal.out(
    options.json ? `${JSON.stringify(joined)}\n` : `${joined.personId} is a member of ${joined.organizationId} now.\n`,
  )
}

export async function memberResetPassword(
  shell: Shell,
  address: string,
  options: { json?: boolean; removeSecondFactor?: boolean },
): Promise<void> {
  const parsed = email.safeParse(address)
  if (!parsed.success) throw new UsageError(`${address}: ${parsed.error.issues[0]?.message}`)
  const wanted = { email: parsed.data, removesSecondFactor: options.removeSecondFactor ?? false }
  const { token, expiresAt } = await withHouse(shell, ({ app }) => issuePasswordReset(app.services, wanted))
  const link = new URL(`/password-reset#${token}`, addressFor(shell)).href
  shell.terminal.out(options.json ? `${JSON.stringify({ link, expiresAt })}\n` : `${link}\n`)
  if (!options.json)
    shell.terminal.err(
      `Whoever opens it chooses the password of ${parsed.data}, once, until ${expiresAt.toISOString().slice(0, 16)}Z. Hand it to nobody else.\n`,
    )
}

export async function memberRole(shell: Shell, member: string, role: string, options: Options): Promise<void> {
  const body = { role: roleOf(role) }
  const changed = await inOrganization(shell, options.org, async (house, id) =>
    operate(house.app, id, updateMember, { params: { personId: await idOf(house, id, member) }, body }),
  )
  shell.terminal.out(options.json ? `${JSON.stringify(changed)}\n` : `${changed.email} is ${changed.role} now.\n`)
}

export async function memberRemove(shell: Shell, member: string, options: Options): Promise<void> {
  const { id } = await inOrganization(shell, options.org, async (house, organizationId) =>
    operate(house.app, organizationId, removeMember, {
      params: { personId: await idOf(house, organizationId, member) },
    }),
  )
  shell.terminal.out(options.json ? `${JSON.stringify({ id, removed: true })}\n` : `Removed ${member}.\n`)
}

async function idOf(house: OpenHouse, organizationId: string, named: string): Promise<string> {
  const members = await allMembers(house, organizationId)
  const found = members.find(({ personId, email }) => personId === named || email === named.trim().toLowerCase())
  if (!found) throw new UsageError(`${named} is no member. "sightline member list" shows who is.`)
  return found.personId
}

const allMembers = ({ app }: OpenHouse, organizationId: string): Promise<Member[]> =>
  allPages((query) => operate(app, organizationId, listMembers, { query }))

function roleOf(text: string): Role {
  const role = roles.find((known) => known === text)
  if (!role) throw new UsageError(`There is no role ${text}. Roles: ${roles.join(', ')}.`)
  return role
}
