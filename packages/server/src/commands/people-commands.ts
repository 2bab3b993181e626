import type { Command } from 'commander'
import type { Shell } from './house.ts'
import { keyCreate, keyList, keyRevoke, keyUpdate, type KeyChangeOptions, type KeyOptions } from './key.ts'
import { memberAccept, memberInvite, memberList, memberRemove, memberRole } from './member.ts'
import {
  orgCreate,
  orgDelete,
  orgLimits,
  orgList,
  orgPlan,
  type CreateOptions,
  type LimitOptions,
} from './organization.ts'
import { sub } from './sub-command.ts'

type ShellOf = (command: Command) => Shell
type Options = { json?: boolean; org?: string }

export function addOrganizationCommands(root: Command, shell: ShellOf): void {
  const org = root.command('org').description('organizations')
  sub(org, 'create', 'create an organization')
    .requiredOption('--name <name>', 'its name')
    .option('--plan <plan>', 'free, pro, business or agency', 'free')
    .option('--owner <e-mail>', 'invite its owner; the link is shown once')
    .action((options: CreateOptions, command: Command) => orgCreate(shell(command), options))
  sub(org, 'list', 'list the organizations').action((options: Options, command: Command) =>
    orgList(shell(command), options),
  )
  sub(org, 'plan', 'change the plan; a smaller one pauses what is above it and deletes nothing')
    .argument('<org>', 'its id or name')
    .argument('<plan>', 'free, pro, business or agency')
    .action((named: string, plan: string, options: Options, command: Command) =>
      orgPlan(shell(command), named, plan, options),
    )
  sub(org, 'limits', 'set the calls a minute, up to what the plan allows at most')
    .argument('<org>', 'its id or name')
    .requiredOption('--calls-per-minute <n>', 'a whole number, or "plan" for the plan’s own')
    .action((named: string, options: LimitOptions, command: Command) => orgLimits(shell(command), named, options))
  sub(org, 'delete', 'delete an organization with all that belongs to it')
    .argument('<org>', 'its id or name')
    .requiredOption('--confirm <name>', 'its name once more')
    .action((named: string, options: Options & { confirm: string }, command: Command) =>
      orgDelete(shell(command), named, options),
    )
}

export function addKeyCommands(root: Command, shell: ShellOf): void {
  const key = root.command('key').description('API keys')
  inOne(sub(key, 'create', 'issue an API key; it is shown once'))
    .option('--scopes <scopes>', 'full, read-only, or scopes with commas between them', 'full')
    .option('--name <name>', 'what it is for', 'Command line')
    .option('--brands <ids>', 'limit it to some brands, with commas between them')
    .option('--expires <date>', 'when it ends, for example 2027-01-31')
    .action((options: KeyOptions, command: Command) => keyCreate(shell(command), options))
  inOne(sub(key, 'list', 'list the keys, newest first')).action((options: Options, command: Command) =>
    keyList(shell(command), options),
  )
  inOne(sub(key, 'update', 'change what a key may do, at once in every process'))
    .argument('<key id>')
    .option('--scopes <scopes>', 'full, read-only, or scopes with commas between them')
    .option('--name <name>', 'what it is for')
    .option('--brands <ids>', 'limit it to some brands, with commas between them; "all" takes the limit away')
    .option('--expires <date>', 'when it ends, for example 2027-01-31; "never" takes the end away')
    .action((keyId: string, options: KeyChangeOptions, command: Command) => keyUpdate(shell(command), keyId, options))
  inOne(sub(key, 'revoke', 'end a key at once'))
    .argument('<key id>')
    .action((keyId: string, options: Options, command: Command) => keyRevoke(shell(command), keyId, options))
}

export function addMemberCommands(root: Command, shell: ShellOf): void {
  const member = root.command('member').description('people of an organization')
  inOne(sub(member, 'list', 'list the members')).action((options: Options, command: Command) =>
    memberList(shell(command), options),
  )
  inOne(sub(member, 'invite', 'invite somebody; the link is shown once, and no mail is sent'))
    .argument('<e-mail>')
    .option('--role <role>', 'viewer, member, admin or owner', 'member')
    .action((email: string, options: Options & { role: string }, command: Command) =>
      memberInvite(shell(command), email, options),
    )
  sub(member, 'accept', 'accept an invitation on behalf of whoever was invited')
    .argument('<link>', 'the link, or the token it ends with')
    .requiredOption('--name <name>', 'the name of the person')
    .action((link: string, options: { json?: boolean; name: string }, command: Command) =>
      memberAccept(shell(command), link, options),
    )
  inOne(sub(member, 'role', 'change what a member may do'))
    .argument('<member>', 'e-mail or id')
    .argument('<role>', 'viewer, member, admin or owner')
    .action((named: string, role: string, options: Options, command: Command) =>
      memberRole(shell(command), named, role, options),
    )
  inOne(sub(member, 'remove', 'remove a member'))
    .argument('<member>', 'e-mail or id')
    .action((named: string, options: Options, command: Command) => memberRemove(shell(command), named, options))
}

const inOne = (command: Command): Command =>
  command.option('--org <id>', 'the organization (may be left out when there is one)')
