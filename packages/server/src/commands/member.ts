import { issuePasswordReset, verifyByOperator } from '../identity/password-reset.ts'
import { unbindProvider } from '../identity/unbind-provider.ts'
import { email, personName, roles, sessionOperations, type Member, type Role } from '@sightline/sdk'
import { acceptInvitation } from '../operations/accounts/invitations.ts'
import { operate, withApp, type OpenApp, type Shell } from './with-app.ts'
import { addressFor, allPages, inOrganization } from './in-organization.ts'
import { table, UsageError } from './terminal.ts'

type Options = { json?: boolean; org?: string }
const { inviteMember, listMembers, removeMember, updateMember } = sessionOperations

export async function memberList(shell: Shell, options: Options): Promise<void> {
  const data = await inOrganization(shell, options.org, allMembers)
  const rows = data.map(({ personId, email, isEmailVerified, role, name }) => [
    personId,
    isEmailVerified ? email : `${email} (unverified)`,
    role,
    name,
  ])
  const shown = rows.length > 0 ? table(['id', 'e-mail', 'role', 'name'], rows) : 'No member yet: invite the first one.'
  shell.terminal.out(options.json ? `${JSON.stringify({ data })}\n` : `${shown}\n`)
}

export async function memberInvite(shell: Shell, address: string, options: Options & { role: string }): Promise<void> {
  const body = { email: address, role: roleOf(options.role) }
  const { invitation, secret: link } = await inOrganization(shell, options.org, async (opened, id) =>
    operate(opened.app, id, inviteMember, { body }, await addressFor(shell, opened)),
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
  const joined = await withApp(shell, ({ app }) => acceptInvitation(app.services, { token, name: name.data }))
  shell.terminal.out(
    options.json ? `${JSON.stringify(joined)}\n` : `${joined.personId} is a member of ${joined.organizationId} now.\n`,
  )
  if (joined.endedSignIn && !options.json)
    shell.terminal.err(
      `Nobody had verified this account before: its password, second factor and sessions ended. "sightline member reset-password ${joined.email}" prints a link to choose a new password.\n`,
    )
}

export async function memberVerify(shell: Shell, address: string, options: { json?: boolean }): Promise<void> {
  const wanted = addressOf(address)
  const { verification, reset, link } = await withApp(shell, async (opened) => {
    const verified = await verifyByOperator(opened.app.services, wanted)
    return { ...verified, link: verified.reset && (await resetLink(shell, opened, verified.reset.token)) }
  })
  if (options.json) {
    const facts = { email: wanted, verifiedBy: verification.by, verifiedAt: verification.at, link }
    return shell.terminal.out(`${JSON.stringify(facts)}\n`)
  }
  const day = verification.at.toISOString().slice(0, 10)
  if (!reset) return shell.terminal.out(`${wanted} is verified since ${day}, by the ${verification.by}.\n`)
  shell.terminal.out(`${link}\n`)
  shell.terminal.err(
    `${wanted} is verified. Its password, second factor and sessions ended: whoever opens the link chooses a new password, once, until ${until(reset.expiresAt)}. Hand it to the owner of the address, and to nobody else.\n`,
  )
}

export async function memberUnbindProvider(shell: Shell, address: string, options: { json?: boolean }): Promise<void> {
  const wanted = addressOf(address)
  const issuers = await withApp(shell, ({ app }) => unbindProvider(app.services, wanted))
  if (options.json) return shell.terminal.out(`${JSON.stringify({ email: wanted, issuers })}\n`)
  shell.terminal.out(
    issuers.length === 0
      ? `No provider knows ${wanted}: nothing changed.\n`
      : `${wanted} is bound to ${issuers.join(', ')} no longer, and signed out. Whoever comes from there with this address next has the account.\n`,
  )
}

export async function memberResetPassword(
  shell: Shell,
  address: string,
  options: { json?: boolean; removeSecondFactor?: boolean },
): Promise<void> {
  const wanted = { email: addressOf(address), removesSecondFactor: options.removeSecondFactor ?? false }
  const { link, expiresAt } = await withApp(shell, async (opened) => {
    const reset = await issuePasswordReset(opened.app.services, wanted)
    return { link: await resetLink(shell, opened, reset.token), expiresAt: reset.expiresAt }
  })
  shell.terminal.out(options.json ? `${JSON.stringify({ link, expiresAt })}\n` : `${link}\n`)
  if (!options.json)
    shell.terminal.err(
      `Whoever opens it chooses the password of ${wanted.email}, once, until ${until(expiresAt)}. Hand it to nobody else.\n`,
    )
}

export async function memberRole(shell: Shell, member: string, role: string, options: Options): Promise<void> {
  const body = { role: roleOf(role) }
  const changed = await inOrganization(shell, options.org, async (opened, id) =>
    operate(opened.app, id, updateMember, { params: { personId: await idOf(opened, id, member) }, body }),
  )
  shell.terminal.out(options.json ? `${JSON.stringify(changed)}\n` : `${changed.email} is ${changed.role} now.\n`)
}

export async function memberRemove(shell: Shell, member: string, options: Options): Promise<void> {
  const { id } = await inOrganization(shell, options.org, async (opened, organizationId) =>
    operate(opened.app, organizationId, removeMember, {
      params: { personId: await idOf(opened, organizationId, member) },
    }),
  )
  shell.terminal.out(options.json ? `${JSON.stringify({ id, removed: true })}\n` : `Removed ${member}.\n`)
}

const until = (at: Date): string => `${at.toISOString().slice(0, 16)}Z`

const resetLink = async (shell: Shell, opened: OpenApp, token: string): Promise<string> =>
  new URL(`/password-reset#${token}`, await addressFor(shell, opened)).href

function addressOf(text: string): string {
  const parsed = email.safeParse(text)
  if (!parsed.success) throw new UsageError(`${text}: ${parsed.error.issues[0]?.message}`)
  return parsed.data
}

async function idOf(opened: OpenApp, organizationId: string, named: string): Promise<string> {
  const members = await allMembers(opened, organizationId)
  const found = members.find(({ personId, email }) => personId === named || email === named.trim().toLowerCase())
  if (!found) throw new UsageError(`${named} is no member. "sightline member list" shows who is.`)
  return found.personId
}

const allMembers = ({ app }: OpenApp, organizationId: string): Promise<Member[]> =>
  allPages((query) => operate(app, organizationId, listMembers, { query }))

function roleOf(text: string): Role {
  const role = roles.find((known) => known === text)
  if (!role) throw new UsageError(`There is no role ${text}. Roles: ${roles.join(', ')}.`)
  return role
}
