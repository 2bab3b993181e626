import type { ReadResult } from './found.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { EXTRACTION_VERSION } from '../../engine/reading/extraction/extract.ts'
import type { EntityNames } from '../../engine/reading/names/matcher.ts'
import { dayOf } from '../../engine/scoring/windows.ts'
import { extractJob, reExtractJob, scoreJob, type Jobs } from '../../jobs/kinds.ts'
import { answersAfter, answersByIds, type StoredAnswer } from '../../store/measuring/answers.ts'
import { keptBrand } from '../../store/measuring/brands.ts'
import type { Db } from '../../base/db/db.ts'
import { saveObservations } from '../../store/reading/observations.ts'
import { enqueue } from '../../base/queue/jobs.ts'
import { runById } from '../../store/measuring/runs.ts'
import { markExtracted, unextractedIds } from '../../store/measuring/slots.ts'
import type { ReadAnswer } from '../../threads/read-answer.ts'
import type { Read } from '../../threads/task.ts'
import type { TextReading } from '../../threads/text-threads.ts'
import type { Pipeline } from '../context.ts'
import { brandEntities } from './names.ts'
import { countRollups } from '../scoring/rollups.ts'
import { saveSources } from './sources.ts'

export type Extracting = Pick<Pipeline, 'database' | 'extractionVersion' | 'onUnreadable' | 'threads'>

/** Answers looked through in one transaction: about a second of work. */
const BATCH = 500
/** Each may take some seconds: with more, a job stores what it has and leaves the rest to another, so that others have their turn. */
const MOST_UNREAD = 3

/** Looks through the answers of a run that nobody looked through yet, and counts them. Ends with a job that scores. */
export async function extract(extracting: Extracting, { organizationId, runId }: Jobs['extract']): Promise<void> {
  const run = await runById(extracting.database.reader(organizationId), organizationId, runId)
  if (!run) return
  const { brandId } = run
  let ids: string[] = []
  const answersOf = async (db: Db): Promise<StoredAnswer[]> => {
    ids = await unextractedIds(db, organizationId, runId, BATCH)
    return answersByIds(db, organizationId, ids)
  }
  await lookThroughAll(extracting, { organizationId, brandId }, answersOf, async (db, { found, isAll }) => {
    await markExtracted(db, organizationId, isAll ? ids : found.map(({ observation }) => observation.answerId))
    const isMore = !isAll || ids.length === BATCH
    await enqueue(db, [
      isMore ? extractJob({ organizationId, runId }, brandId) : scoreJob({ organizationId, brandId, runId }),
    ])
  })
}

/** The same for all stored answers of a brand, after its names changed: part after part, each in its own transaction. */
export async function reExtract(
  extracting: Extracting,
  { organizationId, brandId, after }: Jobs['re-extract'],
): Promise<void> {
  const answersOf = (db: Db): Promise<StoredAnswer[]> => answersAfter(db, organizationId, brandId, after, BATCH)
  await lookThroughAll(extracting, { organizationId, brandId }, answersOf, async (db, { found, isAll }) => {
    const last = found.at(-1)
    const isMore = (!isAll || found.length === BATCH) && last !== undefined
    await enqueue(db, [
      isMore
        ? reExtractJob({ organizationId, brandId, after: last.observation.answerId })
        : scoreJob({ organizationId, brandId, runId: null }),
    ])
  })
}

/** `isAll`: these are all answers that were to be looked through. */
type LookedThrough = { found: ReadResult[]; isAll: boolean }

/** Longer, and the transaction that is to store what is found ends: nobody shall wait for its connection. */
const QUICK_MS = 250

/**
 * Looks through answers of a brand and counts them: all that is made from an answer, made anew. Mostly that is one
 * transaction. Where reading takes long it is done outside of any; should the names change meanwhile, all is done again.
 * @param store what else belongs to the transaction that stores what was found
 */
export async function lookThroughAll(
  { database, threads, extractionVersion, onUnreadable }: Extracting,
  { organizationId, brandId }: { organizationId: string; brandId: string },
  answersOf: (db: Db) => Promise<StoredAnswer[]>,
  store: (db: Db, looked: LookedThrough) => Promise<void>,
): Promise<void> {
  let kept: ReadResult[] = []
  const keep = async (db: Db, { answers }: Reading, found: ReadResult[]): Promise<null> => {
    await observe(db, organizationId, brandId, found)
    await store(db, { found, isAll: found.length === answers.length })
    kept = found
    return null
  }
  let slow: Reading | null = null
  do {
    const known: Reading | null = slow
    const read: ReadResult[] | null = known && (await known.found)
    slow = await database.transaction(organizationId, async (db): Promise<Reading | null> => {
      const names = await brandEntities(db, organizationId, brandId, keptBrand)
      if (!names) return null
      if (known && read && isDeepStrictEqual(names, known.names)) return keep(db, known, read)
      const answers = await answersOf(db)
      const found = lookThrough(threads, organizationId, answers, { names, extractionVersion }, MOST_UNREAD)
      const reading: Reading = { names, answers, found }
      const quick = await Promise.race([found, sleep(QUICK_MS, null, { ref: false })])
      return quick ? keep(db, reading, quick) : reading
    })
  } while (slow)
  for (const { observation } of kept) if (observation.unreadable !== null) onUnreadable?.(observation.unreadable)
}

type Reading = { names: EntityNames[]; answers: StoredAnswer[]; found: Promise<ReadResult[]> }

async function observe(db: Db, organizationId: string, brandId: string, found: ReadResult[]): Promise<void> {
  const observations = found.map(({ observation }) => observation)
  await saveObservations(db, organizationId, observations)
  await countRollups(db, organizationId, brandId, observations)
  await saveSources(db, organizationId, brandId, found)
}

export type ReadWith = { names: EntityNames[]; extractionVersion: number | undefined }

/**
 * What is found in stored answers, in their order; also what `verify` compares with.
 * @param mostUnread after so many that cannot be read it stops, and fewer come back
 */
export async function lookThrough(
  threads: TextReading,
  organizationId: string,
  answers: readonly StoredAnswer[],
  { names, extractionVersion }: ReadWith,
  mostUnread?: number,
): Promise<ReadResult[]> {
  const texts = answers.map(({ outcome, text, findings: { citations, listed } }) => ({
    outcome,
    text,
    citations,
    listed,
  }))
  const reads = await threads.each(organizationId, 'extract', names, texts, mostUnread)
  const namesById = new Map(names.map(({ id, name }) => [id, name]))
  return reads.flatMap((read, at) => {
    const answer = answers[at]
    return answer ? [foundIn(answer, read, extractionVersion, namesById)] : []
  })
}

/** What was found in an answer, or that it could not be read. */
export function foundIn(
  answer: StoredAnswer,
  { value, unread }: Read<ReadAnswer>,
  extractionVersion = EXTRACTION_VERSION,
  names: ReadResult['names'] = new Map(),
): ReadResult {
  const { sources, ...said } = value ?? { entities: [], mentions: [], unjudged: [], owners: [], sources: null }
  const observation = {
    answerId: answer.id,
    brandId: answer.brandId,
    runId: answer.runId,
    promptId: answer.promptId,
    platform: answer.platform,
    day: dayOf(answer.collectedAt.getTime()),
    surface: answer.surface,
    // Any other outcome stands, whatever else was sent with it.
    outcome: unread !== null && answer.outcome === 'ok' ? 'unreadable' : answer.outcome,
    unreadable: unread,
    ...said,
    extractionVersion,
  }
  return { observation, sources, searches: answer.findings.searches, names }
}
