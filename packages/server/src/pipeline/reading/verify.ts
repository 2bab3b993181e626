import { isDeepStrictEqual } from 'node:util'
import { EXTRACTION_VERSION } from '../../engine/reading/extraction/extract.ts'
import { addDays } from '../../engine/scoring/windows.ts'
import { answersAfter, type StoredAnswer } from '../../store/measuring/answers.ts'
import type { Database } from '../../base/db/database.ts'
import type { Db } from '../../base/db/db.ts'
import { keptAwake } from '../../base/db/kept-awake.ts'
import { lastWholeDay } from '../../base/db/id-span.ts'
import { answersSince } from '../../store/measuring/kept-answers.ts'
import {
  missingObservations,
  observationsByIds,
  type CountedObservation,
  type ObservationRow,
} from '../../store/reading/observations.ts'
import { rollupsOf as storedRollups } from '../../store/scoring/rollups.ts'
import { currentScore } from '../../store/scoring/scores.ts'
import type { UnreadReason } from '../../threads/task.ts'
import type { TextReading } from '../../threads/text-threads.ts'
import { differingDays } from '../scoring/daily-results.ts'
import { foundIn, lookThrough, type ReadWith } from './extract.ts'
import type { ReadResult } from './found.ts'
import { brandEntities } from './names.ts'
import { rollupsOf } from '../scoring/rollups.ts'
import { differingSources } from './sources.ts'
import type { reportsOf } from '../scoring/score.ts'
import { unfinishedRuns, waitingOf, type Unfinished, type Waiting } from './unfinished.ts'

export type Mismatch = {
  brandId: string
  what: 'observation' | 'source' | 'rollup' | 'score' | 'export'
  where: string
}

const BATCH = 500

export type VerifyOptions = {
  /** Is told each difference as it is found: none is kept. */
  tell(difference: Mismatch): void
  report: typeof reportsOf
  extractionVersion?: number | undefined
  /** Answers read at once. */
  batch?: number | undefined
}
/** What recomputing needs. */
export type Verifying = { database: Database; threads: TextReading }
/** `unreadable`: of the answers, those that could not be read, then or now. That is no difference. */
export type Verified = { answers: number; unreadable: number; unfinished: Unfinished[] }

/**
 * Recomputes a brand's observations, rollups and scores from its raw answers, in one consistent view, and compares. What is
 * not done yet at that moment is told as unfinished, and is no difference: of an answer that waits to be looked through
 * anew, what is kept counts. Answers come in the order of their ids, which carry the instant they were planned at; so a day
 * is counted, compared and forgotten once ids lie far enough behind it, and what is held at once is a month of a brand,
 * however long it has been measured and however much differs.
 * @returns how many answers were recomputed, and what is unfinished
 */
export async function verifyBrand(
  { database, threads }: Verifying,
  organizationId: string,
  brandId: string,
  options: VerifyOptions,
): Promise<Verified> {
  return database.snapshot(organizationId, async (db) => {
    const { tell, report, extractionVersion = EXTRACTION_VERSION } = options
    const waiting = await waitingOf(db, organizationId, brandId, extractionVersion)
    const found = await recompute(db, threads, organizationId, brandId, { ...options, extractionVersion, waiting })
    const made: Mismatch[] = await compareScores(db, organizationId, brandId, report)
    for (const where of await differingDays(db, organizationId, brandId)) made.push({ brandId, what: 'export', where })
    if (!waiting.isScoring) made.forEach(tell)
    const { answers, unreadable } = found
    return { answers, unreadable, unfinished: unfinishedOf(brandId, waiting, found, made.length > 0) }
  })
}

function unfinishedOf(brandId: string, waiting: Waiting, { waits }: Recomputed, isOld: boolean): Unfinished[] {
  const unfinished = unfinishedRuns(brandId, waiting)
  for (const what of ['names', 'version'] as const)
    if (waits[what] > 0) unfinished.push({ brandId, what, where: brandId, answers: waits[what] })
  if (waiting.isScoring && isOld) unfinished.push({ brandId, what: 'score', where: brandId, answers: null })
  return unfinished
}

type Recomputing = VerifyOptions & { extractionVersion: number; waiting: Waiting }
type Recomputed = { answers: number; unreadable: number; waits: { names: number; version: number } }

async function recompute(
  db: Db,
  threads: TextReading,
  organizationId: string,
  brandId: string,
  { tell, extractionVersion, batch = BATCH, waiting }: Recomputing,
): Promise<Recomputed> {
  const names = await brandEntities(db, organizationId, brandId)
  const differs = (what: Mismatch['what'], where: string): void => tell({ brandId, what, where })
  await tellMissing(db, organizationId, brandId, waiting.extracting, (answerId) => differs('observation', answerId))
  let counted: CountedObservation[] = []
  let answered = 0
  let unreadable = 0
  const waits = { names: 0, version: 0 }
  // Of days before, answers may be gone: what was counted of them stands.
  let from = (await answersSince(db, organizationId)) ?? '0001-01-01'
  const compareUntil = async (to: string): Promise<void> => {
    if (to < from) return
    for (const where of await compareRollups(db, organizationId, brandId, counted, { from, to }))
      differs('rollup', where)
    counted = counted.filter(({ day }) => day > to)
    from = addDays(to, 1)
  }
  let after = ''
  for (;;) {
    const answers: StoredAnswer[] = await answersAfter(db, organizationId, brandId, after, batch)
    const stored = await storedObservations(db, organizationId, answers)
    const compared: StoredAnswer[] = []
    for (const answer of answers) {
      const kept = stored.get(answer.id)
      const reason = waiting.of(kept, answer.id)
      if (reason !== null && kept) {
        waits[reason] += 1
        counted.push(kept)
      } else compared.push(answer)
    }
    const { found, unchecked } = names
      ? await keptAwake(db, recomputed(threads, organizationId, compared, { names, extractionVersion, stored }))
      : { found: [], unchecked: [] }
    if (!names) for (const { id } of compared) differs('observation', id)
    for (const { observation } of found)
      if (!isDeepStrictEqual(plain(observation), plain(stored.get(observation.answerId))))
        differs('observation', observation.answerId)
    counted.push(...found.map(({ observation }) => observation), ...unchecked)
    answered += found.length + unchecked.length
    unreadable += found.filter(({ observation }) => observation.unreadable !== null).length + unchecked.length
    for (const where of await differingSources(db, organizationId, brandId, found)) differs('source', where)
    const last = answers.at(-1)
    if (answers.length < batch || !last) break
    after = last.id
    await compareUntil(lastWholeDay(last.id))
  }
  await compareUntil('9999-12-31')
  return { answers: answered, unreadable, waits }
}

type ReadAgain = ReadWith & { stored: ReadonlyMap<string, ObservationRow> }

/**
 * What answers hold, made anew. Whether a text can be read in its time is no property of the text alone: one that is stored
 * as unreadable is held against that; one that was read then and could not be now is `unchecked`, and counts as it is stored.
 */
async function recomputed(
  threads: TextReading,
  organizationId: string,
  answers: StoredAnswer[],
  { stored, ...readWith }: ReadAgain,
): Promise<{ found: ReadResult[]; unchecked: ObservationRow[] }> {
  const before = (answer: StoredAnswer): UnreadReason | null => stored.get(answer.id)?.unreadable ?? null
  const wasRead = answers.filter((answer) => before(answer) === null)
  const fresh = await lookThrough(threads, organizationId, wasRead, readWith)
  const isUnchecked = ({ observation }: ReadResult): boolean => observation.unreadable !== null
  const unread = answers.flatMap((answer) => {
    const reason = before(answer)
    return reason === null ? [] : [foundIn(answer, { value: null, unread: reason }, readWith.extractionVersion)]
  })
  return {
    found: [...fresh.filter((found) => !isUnchecked(found)), ...unread],
    unchecked: fresh.filter(isUnchecked).flatMap(({ observation }) => stored.get(observation.answerId) ?? []),
  }
}

async function tellMissing(
  db: Db,
  organizationId: string,
  brandId: string,
  extracting: string[],
  tell: (answerId: string) => void,
): Promise<void> {
  for (let after = ''; ;) {
    const missing = await missingObservations(db, organizationId, brandId, { extracting, after, most: BATCH })
    missing.forEach(tell)
    const last = missing.at(-1)
    if (missing.length < BATCH || last === undefined) return
    after = last
  }
}

async function storedObservations(
  db: Db,
  organizationId: string,
  answers: StoredAnswer[],
): Promise<Map<string, ObservationRow>> {
  const ids = answers.map(({ id }) => id)
  return new Map((await observationsByIds(db, organizationId, ids)).map((row) => [row.answerId, row]))
}

async function compareRollups(
  db: Db,
  organizationId: string,
  brandId: string,
  counted: CountedObservation[],
  { from, to }: { from: string; to: string },
): Promise<string[]> {
  const stored = await storedRollups(db, organizationId, brandId, { from, to, promptIds: null })
  const fresh = rollupsOf(counted.filter(({ day }) => day >= from && day <= to))
  return differingRollups(stored, fresh)
}

type Rollups = ReturnType<typeof rollupsOf>

/** Cells whose counts are not the same, or stand on one side only: day, platform and prompt. */
export function differingRollups(stored: Rollups, fresh: Rollups): string[] {
  const byCell = (rollups: Rollups) =>
    new Map(rollups.map((rollup) => [`${rollup.day} ${rollup.platform} ${rollup.promptId}`, rollup]))
  const [known, counted] = [byCell(stored), byCell(fresh)]
  return [...new Set([...counted.keys(), ...known.keys()])].filter(
    (cell) => !isDeepStrictEqual(plain(counted.get(cell)), plain(known.get(cell))),
  )
}

/** The rollups were just held against the answers, so a score made from them is a score made from the answers. */
async function compareScores(
  db: Db,
  organizationId: string,
  brandId: string,
  report: typeof reportsOf,
): Promise<Mismatch[]> {
  const differences: Mismatch[] = []
  const stored = await currentScore(db, organizationId, brandId, '7d')
  for (const { window, report: fresh } of await report(
    db,
    organizationId,
    brandId,
    stored?.computedAt ?? new Date(0),
  )) {
    const kept = await currentScore(db, organizationId, brandId, window)
    const served = fresh && { score: fresh.score, relativeTrend: fresh.relativeTrend }
    if (!isDeepStrictEqual(plain(served), plain(kept?.body ?? null)))
      differences.push({ brandId, what: 'score', where: window })
  }
  return differences
}

/** As JSON keeps it, without an order of keys. */
const plain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))
