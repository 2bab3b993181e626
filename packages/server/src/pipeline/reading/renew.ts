import { SCORING_VERSION } from '../../engine/scoring/score.ts'
import { renewJob, scoreJob, type Jobs } from '../../jobs/kinds.ts'
import { answersByIds, type StoredAnswer } from '../../store/measuring/answers.ts'
import type { Db } from '../../base/db/db.ts'
import { answerIdsToRenew, brandsToRenew } from '../../store/reading/extractions.ts'
import { brandsScoredBefore } from '../../store/scoring/scores.ts'
import { enqueue } from '../../base/queue/jobs.ts'
import { lookThroughAll, type Extracting } from './extract.ts'

/** Answers looked through in one transaction: some tenths of a second of work, so that others soon have their turn. */
export const RENEWED_AT_ONCE = 100
/** For a process of the new version to come. */
const LEFT_TO_OTHERS_MS = 10_000

/**
 * Looks through a brand's answers anew that an older detector looked through, a portion at a time, behind all other work.
 * A portion, its counts and the job for the next one are one transaction: whatever is killed, it goes on where it was.
 */
export async function renew(
  extracting: Extracting,
  { organizationId, brandId, version }: Jobs['renew'],
): Promise<void> {
  const next = renewJob({ organizationId, brandId, version })
  // Processes of two versions may work side by side while one takes the other's place.
  if (version > extracting.extractionVersion)
    return extracting.database.transaction(organizationId, (db) =>
      enqueue(db, [{ ...next, delayMs: LEFT_TO_OTHERS_MS }]),
    )
  const answersOf = async (db: Db): Promise<StoredAnswer[]> =>
    answersByIds(db, organizationId, await answerIdsToRenew(db, organizationId, brandId, version, RENEWED_AT_ONCE))
  await lookThroughAll(extracting, { organizationId, brandId }, answersOf, async (db, { found, isAll }) => {
    const isMore = !isAll || found.length === RENEWED_AT_ONCE
    await enqueue(db, [isMore ? next : scoreJob({ organizationId, brandId, runId: null })])
  })
}

/**
 * At the start of a process: appoints the renewal of all brands that have answers of an older detector, and the scoring of
 * those whose scores follow older definitions.
 * @returns how many brands
 */
export async function appointRenewals(
  { database, extractionVersion: version }: Omit<Extracting, 'threads'>,
  organizationIds: readonly string[],
): Promise<number> {
  let appointed = 0
  for (const organizationId of organizationIds)
    appointed += await database.transaction(organizationId, async (db) => {
      const toRead = await brandsToRenew(db, organizationId, version)
      const toScore = await brandsScoredBefore(db, organizationId, SCORING_VERSION)
      await enqueue(db, [
        ...toRead.map((brandId) => renewJob({ organizationId, brandId, version })),
        ...toScore.map((brandId) => scoreJob({ organizationId, brandId, runId: null })),
      ])
      return new Set([...toRead, ...toScore]).size
    })
  return appointed
}
