import type { Db } from '../../base/db/db.ts'
import type { ObservationRow } from '../../store/reading/observations.ts'
import { keptJobs, openRuns, type OpenRun } from '../../store/reading/unfinished.ts'

/** Work of a brand that is not done yet: what waits for it differs from the raw answers until then, and is right. */
export type Unfinished = {
  brandId: string
  /**
   * run: it still asks · extraction: stored answers that nobody looked through yet · names: looked through with the names of
   * before · version: looked through by an older detector · score: scores and exports from counts of before
   */
  what: 'run' | 'extraction' | 'names' | 'version' | 'score'
  /** A run's id, or the brand's. */
  where: string
  /** That are still to be asked for or to be looked through; null: not counted in answers. */
  answers: number | null
}

/** What of a brand waits, at the moment of the transaction. */
export type Waiting = {
  /** Runs whose stored answers somebody is going to look through. */
  extracting: string[]
  /** Why what is kept of an answer is not made anew yet; null: it is to be compared. */
  of(stored: ObservationRow | undefined, answerId: string): 'names' | 'version' | null
  /** Whether scores and exports are going to be made anew. */
  isScoring: boolean
  runs: OpenRun[]
}

const TASKS = ['extract', 're-extract', 'renew', 'score']

export async function waitingOf(db: Db, organizationId: string, brandId: string, version: number): Promise<Waiting> {
  const runs = await openRuns(db, organizationId, brandId)
  const runIds = runs.map(({ runId }) => runId)
  const jobs = await keptJobs(db, organizationId, { brandId, runIds, tasks: TASKS })
  const of = (task: string) => jobs.filter((job) => job.task === task).map(({ payload }) => payload)
  const rereadFrom = of('re-extract').map(({ after = '' }) => after)
  return {
    runs,
    extracting: of('extract').flatMap(({ runId }) => runId ?? []),
    // A job that runs now has done nothing that this transaction sees.
    of: (stored, answerId) => {
      if (rereadFrom.some((after) => answerId > after)) return 'names'
      // Every start of the service appoints that these are looked through anew.
      return stored && stored.extractionVersion < version ? 'version' : null
    },
    isScoring: jobs.length > 0,
  }
}

/** The runs' part of what is unfinished. */
export function unfinishedRuns(brandId: string, { runs, extracting }: Waiting): Unfinished[] {
  return runs.flatMap(({ runId, isRunning, waiting, stored }) => [
    ...(isRunning ? [{ brandId, what: 'run' as const, where: runId, answers: waiting }] : []),
    ...(stored > 0 && extracting.includes(runId)
      ? [{ brandId, what: 'extraction' as const, where: runId, answers: stored }]
      : []),
  ])
}
