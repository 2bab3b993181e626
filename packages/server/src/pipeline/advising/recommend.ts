import type { EventContent, MeasuredLift } from '@sightline/sdk'
import { SHOWN_ANSWERS } from '../../engine/advising/recommending/advice.ts'
import { reconcile, type Step } from '../../engine/advising/recommending/reconcile.ts'
import { inSlices } from '../../base/event-loop.ts'
import { recommending, type FoundAdvice } from '../../engine/advising/recommending/recommend.ts'
import type { Jobs } from '../../jobs/kinds.ts'
import { insertAuditEntry } from '../../store/accounts/audit.ts'
import { brandById, lockBrand } from '../../store/measuring/brands.ts'
import { nextChange } from '../../base/db/change-clock.ts'
import type { Db } from '../../base/db/db.ts'
import { countInMemory, showingAnswers } from '../../store/advising/recommendation-evidence.ts'
import {
  expireRecommendations,
  knownRecommendations,
  saveRecommendations,
  type KnownRecommendation,
  type NewRecommendation,
} from '../../store/advising/recommendations.ts'
import { renewTopRecommendation } from '../../store/advising/top-recommendation.ts'
import { saveMeasuredLift } from '../../store/advising/measured-lifts.ts'
import { announce } from '../notifying/publish.ts'
import type { Pipeline } from '../context.ts'
import { measureDone } from './measure-lift.ts'
import { loadMarket, readMarket, type ReadMarket } from './market.ts'

/** Cells kept with it, those that bring most first: the largest panel on all platforms has ten times as many. */
const KEPT_CELLS = 5_000

/**
 * Draws a brand's advice anew. It is read in snapshots and worked out between them, outside of any transaction; the one
 * that holds the brand only writes. Of two jobs of one brand the queue does one after the other.
 */
export async function recommend(pipeline: Pipeline, { organizationId, brandId }: Jobs['recommend']): Promise<void> {
  const { database } = pipeline
  const drawn = await draw(pipeline, organizationId, brandId)
  if (!drawn) return
  await database.transaction(organizationId, async (db) => {
    await lockBrand(db, organizationId, brandId)
    // It may have been deleted while its answers were read.
    if (!(await brandById(db, organizationId, brandId))) return
    const known = await knownRecommendations(db, organizationId, brandId)
    const steps = reconcile(known, drawn.found, drawn.market.days)
    if (steps.length > 0 || drawn.measured.length > 0) await carryOut(pipeline, db, organizationId, drawn, known, steps)
    await renewTopRecommendation(db, organizationId, brandId)
  })
}

type Drawn = { market: ReadMarket; found: FoundAdvice[] | null; measured: { id: string; lift: MeasuredLift }[] }

async function draw(
  { database, threads }: Pipeline,
  organizationId: string,
  brandId: string,
): Promise<Drawn | undefined> {
  const unread = await database.snapshot(organizationId, (db) => loadMarket(db, organizationId, brandId))
  if (!unread) return undefined
  const market = await readMarket(threads, organizationId, unread)
  const found = await inSlices(recommending(market))
  return database.snapshot(organizationId, async (db) => {
    await countInMemory(db)
    return {
      market,
      found: found && (await withAnswers(db, organizationId, brandId, found, market)),
      measured: await measureDone(db, organizationId, market),
    }
  })
}

/** Detectors that count cells name no answers: those that show what they mean are looked up. */
async function withAnswers(
  db: Db,
  organizationId: string,
  brandId: string,
  found: FoundAdvice[],
  { days, previousDays }: ReadMarket,
): Promise<FoundAdvice[]> {
  const named: FoundAdvice[] = []
  for (const advice of found) {
    const { evidence, havers, lift, shownBy } = advice
    const { isBefore, ...shows } = shownBy
    const answerIds =
      evidence.answerIds.length > 0
        ? evidence.answerIds
        : await showingAnswers(db, organizationId, brandId, {
            ...(isBefore ? previousDays : days),
            ...shows,
            cells: lift.cells.slice(0, KEPT_CELLS),
            rivalIds: havers,
            limit: SHOWN_ANSWERS,
          })
    named.push({ ...advice, evidence: { ...evidence, answerIds } })
  }
  return named
}

async function carryOut(
  pipeline: Pipeline,
  db: Db,
  organizationId: string,
  { market, measured }: Drawn,
  known: readonly KnownRecommendation[],
  steps: readonly Step[],
): Promise<void> {
  const at = pipeline.now()
  const statusById = new Map(known.map(({ id, status }) => [id, status]))
  const written = steps.flatMap((step): Written[] => {
    if (step.do === 'expire') return []
    const id = step.do === 'open' ? pipeline.newId('recommendation', at) : step.id
    const status = step.do === 'renew' ? (statusById.get(id) ?? 'new') : 'new'
    return [{ step, row: rowOf(id, status, step.found, market) }]
  })
  const expired = steps.flatMap((step) => (step.do === 'expire' ? [step.id] : []))
  const changedAt = await nextChange(db, organizationId)
  const rows = written.map(({ row }) => row)
  await saveRecommendations(db, organizationId, market.brand.id, rows, at, changedAt)
  await expireRecommendations(db, organizationId, expired, at, changedAt)
  for (const { id, lift } of measured) await saveMeasuredLift(db, organizationId, id, lift, at, changedAt)
  await noteSteps(db, organizationId, written, expired)
  await announce(
    pipeline,
    db,
    organizationId,
    written
      .filter(({ step }) => step.do === 'open' || (step.do === 'reopen' && step.isTold))
      .map(({ row }) => newsOf(row, market.brand.id)),
  )
}

type Written = { step: Exclude<Step, { do: 'expire' }>; row: NewRecommendation }

function rowOf(
  id: string,
  status: NewRecommendation['status'],
  found: FoundAdvice,
  market: ReadMarket,
): NewRecommendation {
  const { lift } = found
  const [liftLow, liftHigh] = lift.range
  return {
    id,
    kind: found.kind,
    subject: found.subject,
    status,
    title: found.title,
    summary: found.summary,
    effort: found.effort,
    estimatedLift: lift.estimated,
    liftLow,
    liftHigh,
    successRate: found.successRate,
    window: market.window,
    ...market.days,
    answers: found.answers,
    platforms: found.evidence.platforms.map(({ slug }) => slug),
    simulated: market.isSimulated,
    evidence: found.evidence,
    cells: lift.cells.slice(0, KEPT_CELLS).map((cell) => ({
      promptId: cell.promptId,
      platform: cell.platform,
      answers: cell.answers,
      value: rounded(cell.value, 4),
      target: rounded(cell.target, 4),
      reach: rounded(cell.reach, 4),
      points: rounded(cell.points, 3),
    })),
    cellCount: lift.cells.length,
  }
}

/** For reading; nothing is computed from it. */
const rounded = (value: number, decimals: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals

async function noteSteps(
  db: Db,
  organizationId: string,
  written: readonly Written[],
  expired: string[],
): Promise<void> {
  const note = (action: string, subject: string, detail: Record<string, unknown> = {}): Promise<void> =>
    insertAuditEntry(db, organizationId, { actor: { kind: 'system' }, action, subject, detail })
  for (const { step, row } of written)
    if (step.do !== 'renew')
      await note(step.do === 'open' ? 'recommendation.create' : 'recommendation.reopen', row.id, {
        kind: row.kind,
        estimatedLift: row.estimatedLift,
      })
  for (const id of expired) await note('recommendation.expire', id)
}

const newsOf = (row: NewRecommendation, brandId: string): Extract<EventContent, { type: 'recommendation.new' }> => ({
  type: 'recommendation.new',
  data: {
    brandId,
    recommendationId: row.id,
    kind: row.kind,
    title: row.title,
    effort: row.effort,
    estimatedLift: row.estimatedLift,
    liftRange: [row.liftLow, row.liftHigh],
    window: row.window,
    answers: row.answers,
    simulated: row.simulated,
  },
})
