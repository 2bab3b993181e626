import { newId, planSlugs, plans, Problem, type Actor, type OrganizationFacts, type PlanSlug } from '@sightline/sdk'
import { periodOf } from '../../engine/measuring/planning/period.ts'
import { scoreJob, tendWebhooksJob } from '../../jobs/kinds.ts'
import { insertAuditEntry } from '../../store/accounts/audit.ts'
import { allBrandIds, defaultBrand } from '../../store/measuring/brands.ts'
import type { Db } from '../../base/db/db.ts'
import { listCallNotices, noticeCalls, type CallNotice } from '../../store/accounts/notices.ts'
import * as store from '../../store/accounts/organizations.ts'
import { memberIds } from '../../store/accounts/people.ts'
import { cancelJobsOf, enqueue } from '../../base/queue/jobs.ts'
import { usedInPeriod } from '../../store/accounts/usage.ts'
import { makeDefaultBrand } from '../measuring/brands.ts'
import type { Context, Services } from '../context.ts'
import type { SessionHandlers } from '../dispatcher.ts'
import { pageOf, toPage } from '../pages.ts'
import { forgetAccount } from './people.ts'
import { fitToPlan, type PlanFit } from './plan-fit.ts'
import { audit, organizationOf } from '../tenant.ts'

type OrganizationHandlers = Pick<
  SessionHandlers,
  'getOrganization' | 'updateOrganization' | 'changePlan' | 'deleteOrganization' | 'listNotices'
>

export const organizationHandlers: OrganizationHandlers = {
  getOrganization: (context) => present(context),

  updateOrganization: async (context, { body }) => {
    const { defaultBrandId, ...change } = body
    await store.lockOrganization(context.db, organizationOf(context))
    if (defaultBrandId !== undefined) await makeDefaultBrand(context, defaultBrandId).catch(noSuchBrand)
    await store.updateOrganization(context.db, organizationOf(context), change)
    if (change.platformWeights !== undefined) await scoreAllAnew(context)
    await audit(context, 'organization.update', organizationOf(context), body)
    return present(context)
  },

  changePlan: async (context, { body: { plan, keepLimits } }) => {
    await store.lockOrganization(context.db, organizationOf(context))
    // As it is now: whoever called may have been remembered with the plan before.
    const before = await requireOrganization(context)
    const isOther = before.plan !== plan
    if (isOther) refuseUpgrade(context, before.plan, plan)
    if (keepLimits) refuseCallsAbove(plan, before.callsPerMinute)
    const callsPerMinute = isOther
      ? limitUnder(context, plan, keepLimits, before.callsPerMinute)
      : before.callsPerMinute
    if (isOther) await take(context, before, { plan, callsPerMinute })
    const fit = await fitToPlan(context)
    // What a smaller plan kept back of events may be sent now.
    await enqueue(context.db, [tendWebhooksJob({ organizationId: organizationOf(context) })])
    const effect = { paused: effectOf(fit, 'paused'), resumed: effectOf(fit, 'resumed') }
    const endedLimits = { callsPerMinute: callsPerMinute === before.callsPerMinute ? null : before.callsPerMinute }
    const told = { from: before.plan, to: plan, ...effect, endedLimits }
    await audit(context, 'plan.change', organizationOf(context), told)
    return { organization: await present(context), ...effect, endedLimits }
  },

  deleteOrganization: async (context, { body }) => {
    const organizationId = organizationOf(context)
    const { name } = await requireOrganization(context)
    if (body.confirm !== name)
      throw new Problem('validation_failed', {
        message: `Everything of ${name} would be deleted. Repeat its name, as it is written, to confirm.`,
        details: [
          { path: 'confirm', code: 'other_name', message: 'Must be the organization’s name, as it is written.' },
        ],
      })
    const people = await memberIds(context.db, organizationId)
    await store.deleteOrganization(context.db, organizationId)
    // Last, as everybody else asks for jobs last.
    await cancelJobsOf(context.db, organizationId)
    for (const personId of people) await forgetAccount(context, personId)
    return { id: organizationId, deleted: true as const }
  },

  listNotices: async (context, { query }) => {
    const filter = pageOf<{ at: string; kind: string }>(context, query)
    const read = await listCallNotices(context.db, organizationOf(context), filter)
    const { data, pagination } = toPage(context, query, read, ({ at, kind }) => ({ at: at.toISOString(), kind }))
    return { data: data.map(toNotice), pagination }
  },
}

/** Creates an organization; its billing periods are counted from this moment. @returns its id */
export async function createOrganization(
  { database, now }: Services,
  wanted: { name: string; plan: PlanSlug; actor: Actor },
): Promise<string> {
  const id = newId('organization', now().getTime())
  await database.transaction(id, (db) => foundOrganization(db, { id, ...wanted, at: now() }))
  return id
}

/** The same in a transaction that is that organization's already. */
export async function foundOrganization(
  db: Db,
  { id, name, plan, actor, at }: { id: string; name: string; plan: PlanSlug; actor: Actor; at: Date },
): Promise<void> {
  await store.insertOrganization(db, { id, name, plan, anchorAt: at })
  await insertAuditEntry(db, id, { actor, action: 'organization.create', subject: id, detail: { name, plan } })
}

/**
 * The operator's: another number of calls a minute than the plan's usual one, up to what the plan allows at most.
 * @param callsPerMinute null: the plan's
 * @throws Problem plan_limit_reached
 */
export async function setCallsPerMinute(context: Context, callsPerMinute: number | null): Promise<OrganizationFacts> {
  const { plan } = await requireOrganization(context)
  refuseCallsAbove(plan, callsPerMinute)
  await store.updateOrganization(context.db, organizationOf(context), { callsPerMinute })
  await audit(context, 'organization.limits', organizationOf(context), { callsPerMinute })
  return present(context)
}

export const toNotice = ({ kind, at, used, limit }: CallNotice) => ({
  kind,
  at: at.toISOString(),
  message:
    kind === 'calls_100'
      ? `All ${limit} calls of the period are used: further ones are refused until it ends. Upgrade to go on.`
      : `80 % of the period’s calls are used: ${used} of ${limit}.`,
})

async function present(context: Context): Promise<OrganizationFacts> {
  const organization = await requireOrganization(context)
  const brand = await defaultBrand(context.db, organization.id)
  const { id, name, plan, platformWeights } = organization
  return {
    id,
    name,
    plan,
    callsPerMinute: organization.callsPerMinute ?? plans[plan].callsPerMinute,
    platformWeights,
    defaultBrandId: brand?.id ?? null,
    createdAt: organization.createdAt.toISOString(),
  }
}

async function requireOrganization(context: Context): Promise<store.Organization> {
  const organization = await store.organizationById(context.db, organizationOf(context))
  if (!organization) throw new Problem('resource_not_found')
  return organization
}

/** @throws Problem plan_limit_reached */
function refuseCallsAbove(plan: PlanSlug, callsPerMinute: number | null): void {
  const { mostCallsPerMinute: most, label } = plans[plan]
  if (callsPerMinute === null || callsPerMinute <= most) return
  throw new Problem('plan_limit_reached', {
    message: `The plan ${label} allows at most ${most} calls a minute, not ${callsPerMinute}.`,
    plan,
    limit: most,
    current: callsPerMinute,
  })
}

/**
 * What becomes of the operator's limit with another plan. It may be more or less than the new plan's usual number, so it ends
 * where the operator changes the plan. An owner's change keeps it, as far as the new plan allows: there and back would shed it.
 */
function limitUnder(context: Context, plan: PlanSlug, keepLimits: boolean, set: number | null): number | null {
  if (set === null || keepLimits) return set
  return context.caller.actor.kind === 'person' ? Math.min(set, plans[plan].mostCallsPerMinute) : null
}

/** @throws Problem insufficient_role for an owner's larger plan where the operator decides on those */
function refuseUpgrade({ caller, services }: Context, from: PlanSlug, to: PlanSlug): void {
  const isLarger = planSlugs.indexOf(to) > planSlugs.indexOf(from)
  if (!isLarger || services.ownersUpgrade || caller.actor.kind !== 'person') return
  throw new Problem('insufficient_role', {
    message: `Only the operator of this installation can give you a larger plan. Ask them to run: sightline org plan <your organization> ${to}`,
  })
}

async function take(
  context: Context,
  { anchorAt }: store.Organization,
  { plan, callsPerMinute }: { plan: PlanSlug; callsPerMinute: number | null },
): Promise<void> {
  const { callsPerMonth: ceiling } = plans[plan]
  await store.updateOrganization(context.db, organizationOf(context), {
    plan,
    planSince: context.now,
    callsPerMinute,
  })
  // A lower ceiling may be passed already; no call that is counted would ever tell.
  const { start: periodStart } = periodOf(anchorAt, context.now)
  const { calls } = await usedInPeriod(context.db, organizationOf(context), periodStart)
  await noticeCalls(context.db, organizationOf(context), { periodStart, ceiling, used: calls })
}

const effectOf = ({ brands, prompts, webhooks }: PlanFit, what: 'paused' | 'resumed') => ({
  brandIds: brands[what],
  prompts: prompts[what].length,
  webhookIds: webhooks[what],
})

async function scoreAllAnew(context: Context): Promise<void> {
  const organizationId = organizationOf(context)
  const brandIds = await allBrandIds(context.db, organizationId)
  await enqueue(
    context.db,
    brandIds.map((brandId) => scoreJob({ organizationId, brandId, runId: null })),
  )
}

function noSuchBrand(error: unknown): never {
  if (!(error instanceof Problem) || error.code !== 'resource_not_found') throw error
  const message = 'There is no such brand in this organization.'
  throw new Problem('validation_failed', {
    message,
    details: [{ path: 'defaultBrandId', code: 'unknown_brand', message }],
  })
}
