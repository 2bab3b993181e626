import type { Command } from 'commander'
import type { Shell } from './with-app.ts'
import type { KeyChangeOptions, KeyOptions } from './key.ts'
import type { CreateOptions, LimitOptions, PlanOptions } from './organization.ts'
import { sub } from './sub-command.ts'

type ShellOf = (command: Command) => Promise<Shell>

// Loaded when one of their commands is asked for.
const keys = () => import('./key.ts')
const members = () => import('./member.ts')
const organizations = () => import('./organization.ts')

type Options = { json?: boolean; org?: string }

export function addOrganizationCommands(root: Command, shell: ShellOf): void {
  const org = root.command('org').description('organizations')
  sub(org, 'create', 'create an organization')
    .requiredOption('--name <name>', 'its name')
    .option('--plan <plan>', 'free, pro, business or agency', 'free')
    .option('--owner <e-mail>', 'invite its owner; the link is shown once')
    .action(async (options: CreateOptions, command: Command) =>
      (await organizations()).orgCreate(await shell(command), options),
    )
  sub(org, 'list', 'list the organizations').action(async (options: Options, command: Command) =>
    (await organizations()).orgList(await shell(command), options),
  )
  sub(org, 'plan', 'change the plan; a smaller one pauses what is above it and deletes nothing')
    .argument('<org>', 'its id or name')
    .argument('<plan>', 'free, pro, business or agency')
    .option('--keep-limits', 'keep what "org limits" set; otherwise it ends with the plan')
    .action(async (named: string, plan: string, options: PlanOptions, command: Command) =>
      (await organizations()).orgPlan(await shell(command), named, plan, options),
    )
  sub(org, 'limits', 'set the calls a minute, up to what the plan allows at most, until "org plan" changes the plan')
    .argument('<org>', 'its id or name')
    .requiredOption('--calls-per-minute <n>', 'a whole number, or "plan" for the plan’s own')
    .action(async (named: string, options: LimitOptions, command: Command) =>
      (await organizations()).orgLimits(await shell(command), named, options),
    )
  sub(org, 'delete', 'delete an organization with all that belongs to it')
    .argument('<org>', 'its id or name')
    .requiredOption('--confirm <name>', 'its name once more')
    .action(async (named: string, options: Options & { confirm: string }, command: Command) =>
      (await organizations()).orgDelete(await shell(command), named, options),
    )
}

export function addKeyCommands(root: Command, shell: ShellOf): void {
  const key = root.command('key').description('API keys')
  inOne(sub(key, 'create', 'issue an API key; it is shown once'))
    .option('--scopes <scopes>', 'full, read-only, or scopes with commas between them', 'full')
    .option('--name <name>', 'what it is for', 'Command line')
    .option('--brands <ids>', 'limit it to some brands, with commas between them')
    .option('--expires <date>', 'when it ends, for example 2027-01-31')
    .action(async (options: KeyOptions, command: Command) => (await keys()).keyCreate(await shell(command), options))
  inOne(sub(key, 'list', 'list the keys, newest first')).action(async (options: Options, command: Command) =>
    (await keys()).keyList(await shell(command), options),
  )
  inOne(sub(key, 'update', 'change what a key may do, at once in every process'))
    .argument('<key id>')
    .option('--scopes <scopes>', 'full, read-only, or scopes with commas between them')
    .option('--name <name>', 'what it is for')
    .option('--brands <ids>', 'limit it to some brands, with commas between them; "all" takes the limit away')
    .option('--expires <date>', 'when it ends, for example 2027-01-31; "never" takes the end away')
    .action(async (keyId: string, options: KeyChangeOptions, command: Command) =>
      (await keys()).keyUpdate(await shell(command), keyId, options),
    )
  inOne(sub(key, 'revoke', 'end a key at once'))
    .argument('<key id>')
    .action(async (keyId: string, options: Options, command: Command) =>
      (await keys()).keyRevoke(await shell(command), keyId, options),
    )
}

export function addMemberCommands(root: Command, shell: ShellOf): void {
  const member = root.command('member').description('people of an organization')
  inOne(sub(member, 'list', 'list the members')).action(async (options: Options, command: Command) =>
    (await members()).memberList(await shell(command), options),
  )
  inOne(sub(member, 'invite', 'invite somebody; the link is shown once, and no mail is sent'))
    .argument('<e-mail>')
    .option('--role <role>', 'viewer, member, admin or owner', 'member')
    .action(async (email: string, options: Options & { role: string }, command: Command) =>
      (await members()).memberInvite(await shell(command), email, options),
    )
  sub(member, 'accept', 'accept an invitation on behalf of whoever was invited')
    .argument('<link>', 'the link, or the token it ends with')
    .requiredOption('--name <name>', 'the name of the person')
    .action(async (link: string, options: { json?: boolean; name: string }, command: Command) =>
      (await members()).memberAccept(await shell(command), link, options),
    )
  sub(
    member,
    'verify',
    'vouch for an account’s address; ends its password and sessions, and prints a link to choose a new password',
  )
    .argument('<e-mail>')
    .action(async (email: string, options: { json?: boolean }, command: Command) =>
      (await members()).memberVerify(await shell(command), email, options),
    )
  sub(
    member,
    'unbind-provider',
    'let an account go that single sign-on knows by another subject now; ends its sessions',
  )
    .argument('<e-mail>')
    .action(async (email: string, options: { json?: boolean }, command: Command) =>
      (await members()).memberUnbindProvider(await shell(command), email, options),
    )
  sub(member, 'reset-password', 'print a link with which somebody chooses a new password; no mail is sent')
    .argument('<e-mail>')
    .option('--remove-second-factor', 'for somebody who lost the app and the recovery codes')
    .action(async (email: string, options: { json?: boolean; removeSecondFactor?: boolean }, command: Command) =>
      (await members()).memberResetPassword(await shell(command), email, options),
    )
  inOne(sub(member, 'role', 'change what a member may do'))
    .argument('<member>', 'e-mail or id')
    .argument('<role>', 'viewer, member, admin or owner')
    .action(async (named: string, role: string, options: Options, command: Command) =>
      (await members()).memberRole(await shell(command), named, role, options),
    )
  inOne(sub(member, 'remove', 'remove a member'))
    .argument('<member>', 'e-mail or id')
    .action(async (named: string, options: Options, command: Command) =>
      (await members()).memberRemove(await shell(command), named, options),
    )
}

const inOne = (command: Command): Command =>
  command.option('--org <id>', 'the organization (may be left out when there is one)')
