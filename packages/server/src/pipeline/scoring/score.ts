import { operations } from '@sightline/sdk'
import { inSlices } from '../../base/event-loop.ts'
import { reportOf, type Report } from '../../engine/scoring/report.ts'
import { SCORING_VERSION } from '../../engine/scoring/score.ts'
import { judgeJob, movesJob, recommendJob, type Jobs } from '../../jobs/kinds.ts'
import { lockBrand } from '../../store/measuring/brands.ts'
import type { Db } from '../../base/db/db.ts'
import { hasJudge } from '../../store/accounts/model-keys.ts'
import { enqueue } from '../../base/queue/jobs.ts'
import { topRecommendation } from '../../store/advising/top-recommendation.ts'
import { lastDayOf } from '../../store/scoring/rollups.ts'
import { isRunRunning, moveRun } from '../../store/measuring/runs.ts'
import { scoreInputs } from '../../store/scoring/score-inputs.ts'
import { brandsScoredBefore, deleteCurrentScores, saveCurrentScore } from '../../store/scoring/scores.ts'
import { countOpenSlots } from '../../store/measuring/slots.ts'
import { announceScore, restartBaselines } from '../notifying/publish.ts'
import type { Pipeline } from '../context.ts'
import { makeDailyResults } from './daily-results.ts'

/** Windows whose score is kept ready; others are made from the rollups when asked for. */
const KEPT_WINDOWS = ['7d', '28d'] as const
/** Whose changes are events. */
const ANNOUNCED_WINDOW = '7d'

/** Scores a brand from its rollups, and ends the run when nothing of it is left to do. */
export async function score(pipeline: Pipeline, { organizationId, brandId, runId }: Jobs['score']): Promise<void> {
  const { database, now } = pipeline
  await database.transaction(organizationId, async (db) => {
    // One after another, so that the newest score is made from the newest rollups.
    await lockBrand(db, organizationId, brandId)
    const computedAt = now()
    // Before the score: an answer that is counted while this runs brings a job of its own, which ends the run.
    const isLast = runId !== null && (await countOpenSlots(db, organizationId, runId)) === 0
    const [isOfOlderVersion] = await brandsScoredBefore(db, organizationId, SCORING_VERSION, brandId)
    const reports = await reportsOf(db, organizationId, brandId, computedAt)
    for (const { window, report } of reports)
      if (report) await saveCurrentScore(db, organizationId, brandId, window, fitForSending(report), computedAt)
    const withoutData = reports.filter(({ report }) => report === null).map(({ window }) => window)
    await deleteCurrentScores(db, organizationId, brandId, withoutData)
    await makeDailyResults(db, organizationId, brandId)
    if (isLast) await moveRun(db, organizationId, runId, ['running'], { status: 'completed', finishedAt: computedAt })
    if (isLast && (await hasJudge(db, organizationId)))
      await enqueue(db, [judgeJob({ organizationId, runId, after: '' }, brandId)])
    // What a running run has brought so far is no news: its last scoring tells.
    const isSettled = (isLast || runId === null) && !(await isRunRunning(db, organizationId, brandId))
    const week = reports.find(({ window }) => window === ANNOUNCED_WINDOW)?.report
    // Other definitions are no change of the brand.
    if (isSettled && week && isOfOlderVersion) await restartBaselines(pipeline, db, organizationId, week)
    else if (isSettled && week) await announceScore(pipeline, db, organizationId, week)
    if (isSettled) await enqueue(db, [recommendJob({ organizationId, brandId }), movesJob({ organizationId, brandId })])
  })
}

/** A stored score is sent as it stands, so it is held against the contract here. */
const fitForSending = (report: Report): Report => ({
  ...report,
  score: operations.getBrandScore.output.parse(report.score),
})

/** The reports of all kept windows, as of the last day with answers. */
export async function reportsOf(
  db: Db,
  organizationId: string,
  brandId: string,
  computedAt: Date,
): Promise<{ window: string; report: Report | null }[]> {
  const asOf = await lastDayOf(db, organizationId, brandId)
  if (asOf === undefined) return KEPT_WINDOWS.map((window) => ({ window, report: null }))
  const top = (await topRecommendation(db, organizationId, brandId)) ?? null
  const reports: { window: string; report: Report | null }[] = []
  for (const window of KEPT_WINDOWS) {
    const facts = { brandId, window, asOf, computedAt: computedAt.toISOString(), topRecommendation: top }
    const report = await reportOf(facts, (days) => scoreInputs(db, organizationId, brandId, days), inSlices)
    reports.push({ window, report })
  }
  return reports
}
