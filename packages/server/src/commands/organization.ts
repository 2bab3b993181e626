import { organizationName, planSlugs, plans, sessionOperations, type OutputOf, type PlanSlug } from '@sightline/sdk'
import { createOrganization, setCallsPerMinute } from '../operations/accounts/organizations.ts'
import { listOrganizations } from '../store/accounts/operator.ts'
import { asCommandLine, operate, withApp, type Shell } from './with-app.ts'
import { addressFor, inOrganization } from './in-organization.ts'
import { UsageError } from './terminal.ts'

type Json = { json?: boolean }
const actor = { kind: 'commandLine' } as const
const { changePlan, deleteOrganization, inviteMember } = sessionOperations

export type CreateOptions = Json & { name: string; plan: string; owner?: string }

export async function orgCreate(shell: Shell, options: CreateOptions): Promise<void> {
  const plan = planOf(options.plan)
  const name = nameOf(options.name)
  const { id, invitation } = await withApp(shell, async (opened) => {
    const { app } = opened
    const id = await createOrganization(app.services, { name, plan, actor })
    if (options.owner === undefined) return { id }
    const body = { email: options.owner, role: 'owner' } as const
    return { id, invitation: await operate(app, id, inviteMember, { body }, await addressFor(shell, opened)) }
  })
  shell.terminal.out(
    options.json
      ? `${JSON.stringify({ id, ...(invitation && { invitation: { email: invitation.invitation.email, link: invitation.secret } }) })}\n`
      : `Created the organization ${name} (${plan}): ${id}\nNext: sightline key create --org ${id}\n`,
  )
  if (invitation && !options.json)
    shell.terminal.out(`For its owner ${invitation.invitation.email}, shown this once: ${invitation.secret}\n`)
}

export async function orgList(shell: Shell, options: Json): Promise<void> {
  const organizations = await withApp(shell, ({ installation }) => listOrganizations(installation.ownerUrl))
  const lines = organizations.map(({ id, name, plan }) => `${id}  ${plan.padEnd(8)}  ${name}`)
  shell.terminal.out(
    options.json ? `${JSON.stringify({ data: organizations })}\n` : `${lines.join('\n') || 'No organization yet.'}\n`,
  )
}

export type PlanOptions = Json & { keepLimits?: boolean }

export async function orgPlan(shell: Shell, named: string, planName: string, options: PlanOptions): Promise<void> {
  const body = { plan: planOf(planName), keepLimits: options.keepLimits ?? false }
  const changed = await inOrganization(shell, named, ({ app }, id) => operate(app, id, changePlan, { body }))
  const said = [
    `${changed.organization.name} has the plan ${plans[body.plan].label}.`,
    ...endedLines(changed),
    ...effectLines('Paused, to be read and not deleted:', changed.paused),
    ...effectLines('Going on again:', changed.resumed),
  ]
  shell.terminal.out(options.json ? `${JSON.stringify(changed)}\n` : `${said.join('\n')}\n`)
}

export type LimitOptions = Json & { callsPerMinute: string }

export async function orgLimits(shell: Shell, named: string, options: LimitOptions): Promise<void> {
  const callsPerMinute = callsPerMinuteOf(options.callsPerMinute)
  const organization = await inOrganization(shell, named, ({ app }, id) =>
    asCommandLine(app, id, (context) => setCallsPerMinute(context, callsPerMinute)),
  )
  shell.terminal.out(
    options.json
      ? `${JSON.stringify(organization)}\n`
      : `${organization.name} may make ${organization.callsPerMinute} calls a minute.\n`,
  )
}

export async function orgDelete(shell: Shell, named: string, options: Json & { confirm: string }): Promise<void> {
  const body = { confirm: options.confirm }
  const deleted = await inOrganization(shell, named, ({ app }, id) => operate(app, id, deleteOrganization, { body }))
  shell.terminal.out(
    options.json ? `${JSON.stringify(deleted)}\n` : `Deleted ${options.confirm} with all that belonged to it.\n`,
  )
}

function planOf(text: string): PlanSlug {
  const plan = planSlugs.find((slug) => slug === text)
  if (!plan) throw new UsageError(`There is no plan ${text}. Plans: ${planSlugs.join(', ')}.`)
  return plan
}

function nameOf(text: string): string {
  const name = organizationName.safeParse(text)
  if (name.success) return name.data
  if (text.trim() === '') throw new UsageError('--name must not be empty.')
  throw new UsageError(`--name: ${name.error.issues[0]?.message}`)
}

function callsPerMinuteOf(text: string): number | null {
  if (text === 'plan') return null
  const wanted = Number(text)
  if (!Number.isInteger(wanted) || wanted < 1)
    throw new UsageError(
      `--calls-per-minute must be a whole number, or "plan" for the plan's own; "${text}" is neither.`,
    )
  return wanted
}

function endedLines({ organization, endedLimits }: OutputOf<typeof changePlan>): string[] {
  if (endedLimits.callsPerMinute === null) return []
  return [
    `The limit of ${endedLimits.callsPerMinute} calls a minute ended with the previous plan; it is ${organization.callsPerMinute} now. Use --keep-limits to keep a limit.`,
  ]
}

type Effect = { brandIds: string[]; prompts: number; webhookIds: string[] }

function effectLines(head: string, { brandIds, prompts, webhookIds }: Effect): string[] {
  const lines = [
    ...brandIds.map((id) => `  brand ${id}`),
    ...(prompts > 0 ? [`  ${prompts} prompts`] : []),
    ...webhookIds.map((id) => `  webhook ${id}`),
  ]
  return lines.length > 0 ? [head, ...lines] : []
}
