import { plans, Problem, type Prompt, type Run, type Schedule } from '@sightline/sdk'
import { planCost } from '../../engine/measuring/planning/plan.ts'
import { nextRunAt } from '../../engine/measuring/planning/schedule.ts'
import { scheduledRunJob, scoreJob, startRunJob } from '../../jobs/kinds.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import { activePrompts, countActivePrompts } from '../../store/measuring/prompts.ts'
import { enqueue } from '../../base/queue/jobs.ts'
import { cancelWaiting, progressOf, unreadableOf, type RunProgress } from '../../store/measuring/slots.ts'
import { insertRun, listRuns, moveRun, openRunOf, runById, type RunRow } from '../../store/measuring/runs.ts'
import { dueScheduleOf, saveSchedule, scheduleOf } from '../../store/measuring/schedules.ts'
import { reserveAnswers, usedInPeriod } from '../../store/accounts/usage.ts'
import { audit, organizationOf, requireBrand } from '../tenant.ts'
import type { AvailablePlatform, Context } from '../context.ts'
import type { Handlers } from '../dispatcher.ts'
import { limitReached, planOf, refusePaused } from '../accounts/limits.ts'
import { pageOf, toPage } from '../pages.ts'
import { choosePlatforms, choosePlatformsThatFit } from './platform-choice.ts'
import { periodOf } from '../../engine/measuring/planning/period.ts'

type RunHandlers = Pick<Handlers, 'startRun' | 'listRuns' | 'getRun' | 'cancelRun' | 'getSchedule' | 'setSchedule'>

export const runHandlers: RunHandlers = {
  startRun: async (context, { params, body }) => {
    const brand = await requireBrand(context, params.id)
    refusePaused(context, brand)
    const platforms = await choosePlatforms(context, body.platforms)
    const prompts = await choosePrompts(context, brand.id, body.promptIds)
    const answers = prompts.length * platforms.length * body.repeats
    if (body.dryRun)
      return dryRun(
        platforms,
        prompts.map(({ id }) => id),
        body.repeats,
      )
    return startRun(context, {
      brandId: brand.id,
      platforms,
      promptIds: body.promptIds ?? null,
      repeats: body.repeats,
      answers,
    })
  },

  listRuns: async (context, { query }) => {
    if (query.brandId) await requireBrand(context, query.brandId)
    const brandIds = query.brandId ? [query.brandId] : context.caller.brandIds
    const found = await listRuns(context.db, organizationOf(context), {
      ...pageOf(context, query),
      brandIds,
      status: query.status,
    })
    const page = toPage(context, query, found)
    return { ...page, data: await withProgress(context, page.data) }
  },

  getRun: async (context, { params }) => presentRun(context, await requireRun(context, params.id)),

  cancelRun: async (context, { params }) => {
    const organizationId = organizationOf(context)
    const run = await requireRun(context, params.id)
    const cancelled = await moveRun(context.db, organizationId, params.id, ['planned', 'running'], {
      status: 'cancelled',
      finishedAt: context.now,
    })
    if (!cancelled) throw new Problem('conflict', { message: 'This run has ended already.' })
    await cancelWaiting(context.db, organizationId, params.id)
    // What it brought so far stands: no later scoring of the run tells of it.
    await enqueue(context.db, [scoreJob({ organizationId, brandId: run.brandId, runId: null })])
    await audit(context, 'run.cancel', params.id)
    return presentRun(context, await requireRun(context, params.id))
  },

  getSchedule: async (context, { params }) => {
    await requireBrand(context, params.id)
    return (await scheduleOf(context.db, organizationOf(context), params.id)) ?? neverScheduled(params.id)
  },

  setSchedule: async (context, { params, body }) => {
    const brand = await requireBrand(context, params.id)
    if (body.platforms) await choosePlatforms(context, body.platforms)
    const days = [...new Set(body.days)].toSorted((one, other) => one - other)
    const next = body.isOn ? nextRunAt({ hour: body.hour, days }, context.now) : null
    await saveSchedule(context.db, organizationOf(context), brand.id, { ...body, days, nextRunAt: next })
    if (next)
      await enqueue(context.db, [scheduledRunJob({ organizationId: organizationOf(context), brandId: brand.id }, next)])
    await audit(context, 'schedule.set', brand.id)
    return { ...body, days, brandId: brand.id, nextRunAt: next?.toISOString() ?? null }
  },
}

/**
 * A schedule's turn: starts the run unless one is open, and appoints the next turn. Missed turns are not made up for, and
 * a turn that was taken is not taken again, should its job come back because its worker died.
 */
export async function runOnSchedule(context: Context, brandId: string): Promise<void> {
  const organizationId = organizationOf(context)
  // Before the schedule's row, which a deletion of the brand takes after it.
  await lockOrganization(context.db, organizationId)
  const schedule = await dueScheduleOf(context.db, organizationId, brandId)
  if (!schedule?.nextRunAt) return
  // A clock that is behind must not appoint the turn that is being taken once more.
  const after = new Date(Math.max(context.now.getTime(), Date.parse(schedule.nextRunAt)))
  const next = nextRunAt({ hour: schedule.hour, days: schedule.days }, after)
  await saveSchedule(context.db, organizationId, brandId, { ...schedule, nextRunAt: next })
  await enqueue(context.db, [scheduledRunJob({ organizationId, brandId }, next)])
  try {
    refusePaused(context, await requireBrand(context, brandId))
    const platforms = await choosePlatformsThatFit(context, schedule.platforms)
    const prompts = await choosePrompts(context, brandId, undefined)
    const answers = prompts.length * platforms.length * schedule.repeats
    await startRun(context, { brandId, platforms, promptIds: null, repeats: schedule.repeats, answers })
  } catch (error) {
    // What the plan or the data does not allow today is told in the audit log; the next turn stays appointed.
    if (!(error instanceof Problem)) throw error
    await audit(context, 'schedule.skipped', brandId, { code: error.code, message: error.message })
  }
}

async function startRun(
  context: Context,
  wanted: {
    brandId: string
    platforms: AvailablePlatform[]
    promptIds: string[] | null
    repeats: number
    answers: number
  },
): Promise<Run> {
  const organizationId = organizationOf(context)
  // Of two starts at the same time the second must see the first one's run.
  await lockOrganization(context.db, organizationId)
  const openRun = await openRunOf(context.db, organizationId, wanted.brandId)
  if (openRun)
    throw new Problem('conflict', {
      message: `The run ${openRun} of this brand has not ended. Wait for it or cancel it.`,
    })
  await reserve(context, wanted.answers)
  const id = context.services.newId('run')
  await insertRun(context.db, organizationId, {
    id,
    brandId: wanted.brandId,
    kind: 'measure',
    status: 'planned',
    surface: wanted.platforms.every((platform) => platform.isSimulated) ? 'simulated' : null,
    platforms: wanted.platforms.map((platform) => platform.slug),
    promptIds: wanted.promptIds,
    repeats: wanted.repeats,
  })
  await enqueue(context.db, [startRunJob({ organizationId, runId: id })])
  await audit(context, 'run.start', id, { answers: wanted.answers })
  return presentRun(context, await requireRun(context, id))
}

/** Counts answers against the period's allowance, all or none, by the plan as it is under the organization's lock. */
export async function reserve(context: Context, answers: number): Promise<void> {
  const plan = await lockOrganization(context.db, organizationOf(context))
  const { start } = periodOf(context.caller.organization.anchorAt, context.now)
  const limit = plans[plan].answersPerMonth
  if ((await reserveAnswers(context.db, organizationOf(context), start, answers, limit)) !== null) return
  const { answers: current } = await usedInPeriod(context.db, organizationOf(context), start)
  throw limitReached(context, { what: 'answers a month', limit, current, asked: answers }, plan)
}

/** Active prompts that the plan does not pause. @throws Problem validation_failed for one that is none of the brand's */
async function choosePrompts(context: Context, brandId: string, wanted: string[] | undefined): Promise<Prompt[]> {
  const active = await activePrompts(context.db, organizationOf(context), brandId)
  if (!wanted && active.length === 0)
    throw new Problem('conflict', { message: 'The brand has no active prompts. Add some first.' })
  // Sets: with 5,000 ids, looking each up in a list would hold up everybody.
  const named = wanted && new Set(wanted)
  const chosen = active.filter(({ id }) => named?.has(id) ?? true)
  const found = new Set(chosen.map(({ id }) => id))
  const missing = wanted?.filter((id) => !found.has(id)) ?? []
  if (missing.length > 0)
    throw new Problem('validation_failed', {
      message: `${missing.length} prompts are not active prompts of this brand.`,
      details: missing.slice(0, 20).map((id) => ({
        path: 'promptIds',
        code: 'unknown_prompt',
        message: `${id} is not an active prompt of this brand.`,
      })),
    })
  const asked = chosen.filter(({ isPaused }) => !isPaused)
  if (asked.length > 0 && (!wanted || asked.length === chosen.length)) return asked
  const current = await countActivePrompts(context.db, organizationOf(context))
  throw limitReached(context, { what: 'prompts', limit: planOf(context).prompts, current })
}

function dryRun(available: AvailablePlatform[], prompts: string[], repeats: number) {
  const slugs = available.map(({ slug }) => slug)
  const priceOf = (slug: string): number | null =>
    available.find((platform) => platform.slug === slug)?.estimatedUsd ?? null
  const { platforms, ...cost } = planCost({ prompts, platforms: slugs, repeats }, priceOf)
  return {
    dryRun: true as const,
    ...cost,
    platforms: platforms.map(({ platform, ...rest }) => ({ slug: platform, ...rest })),
  }
}

async function requireRun(context: Context, id: string): Promise<RunRow> {
  const run = await runById(context.db, organizationOf(context), id)
  const isHidden = run && context.caller.brandIds && !context.caller.brandIds.includes(run.brandId)
  if (!run || isHidden) throw new Problem('resource_not_found')
  return run
}

async function presentRun(context: Context, run: RunRow): Promise<Run> {
  const [presented] = await withProgress(context, [run])
  return presented as Run
}

async function withProgress(context: Context, runs: RunRow[]): Promise<Run[]> {
  const organizationId = organizationOf(context)
  const ids = runs.map((run) => run.id)
  const [progress, unreadable] = await Promise.all([
    progressOf(context.db, organizationId, ids),
    unreadableOf(context.db, organizationId, ids),
  ])
  return runs.map((run) => {
    const unread = new Map(unreadable.flatMap((row) => (row.runId === run.id ? [[row.platform, row.answers]] : [])))
    return toRun(
      run,
      progress.filter((row) => row.runId === run.id),
      unread,
    )
  })
}

function toRun(run: RunRow, progress: RunProgress[], unread: ReadonlyMap<string, number>): Run {
  const platforms = run.platforms.map((slug) =>
    platformProgress(
      slug,
      progress.filter((row) => row.platform === slug),
      unread.get(slug) ?? 0,
    ),
  )
  const sum = (pick: (platform: (typeof platforms)[number]) => number): number =>
    platforms.reduce((total, platform) => total + pick(platform), 0)
  return {
    id: run.id,
    brandId: run.brandId,
    kind: run.kind,
    surface: run.surface,
    status: run.status,
    repeats: run.repeats,
    planned: sum((platform) => platform.planned),
    stored: sum((platform) => platform.stored),
    failed: sum((platform) => platform.failed),
    unreadable: sum((platform) => platform.unreadable),
    platforms,
    cost: {
      usd: roundUsd(progress.reduce((total, row) => total + row.usd, 0)),
      answersWithoutCost: progress.reduce((total, row) => total + row.withoutCost, 0),
    },
    createdAt: run.createdAt.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    finishedAt: run.finishedAt?.toISOString() ?? null,
  }
}

function platformProgress(slug: string, rows: RunProgress[], unreadable: number): Run['platforms'][number] {
  const count = (matches: (row: RunProgress) => boolean): number =>
    rows.filter(matches).reduce((total, row) => total + row.slots, 0)
  const isStored = (row: RunProgress): boolean => row.state === 'stored' || row.state === 'extracted'
  const errors = new Map<string, number>()
  for (const row of rows) if (row.errorCode) errors.set(row.errorCode, (errors.get(row.errorCode) ?? 0) + row.slots)
  return {
    slug,
    planned: count(() => true),
    stored: count(isStored),
    failed: count((row) => row.outcome === 'failed'),
    unreadable,
    waiting: count((row) => row.state === 'waiting'),
    cancelled: count((row) => row.state === 'cancelled'),
    errors: [...errors].map(([code, occurrences]) => ({ code, count: occurrences })),
  }
}

const neverScheduled = (brandId: string): Schedule => ({
  brandId,
  isOn: false,
  hour: 6,
  days: [0, 1, 2, 3, 4, 5, 6],
  repeats: 1,
  platforms: null,
  nextRunAt: null,
})

/** Dollars to a hundredth of a cent: adding thousands of small floats must not show its dust. */
const roundUsd = (usd: number): number => Math.round(usd * 10_000) / 10_000
