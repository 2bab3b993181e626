import { isDeepStrictEqual } from 'node:util'
import { addDays } from '../engine/scoring/windows.ts'
import { answersAfter, type StoredAnswer } from '../store/answers.ts'
import type { Database, Db } from '../store/database.ts'
import { lastWholeDay } from '../store/id-span.ts'
import { answersSince } from '../store/kept-answers.ts'
import { observationsByIds, type CountedObservation } from '../store/observations.ts'
import { rollupsOf as storedRollups } from '../store/rollups.ts'
import { currentScore } from '../store/scores.ts'
import { missingObservations } from '../store/observations.ts'
import { differingDays } from './daily-results.ts'
import { lookThrough, type Found } from './extract.ts'
import { createBookshelf } from './bookshelf.ts'
import { brandBook } from './names.ts'
import { rollupsOf } from './rollups.ts'
import { differingSources } from './sources.ts'
import type { reportsOf } from './score.ts'

export type Difference = {
  brandId: string
  what: 'observation' | 'source' | 'rollup' | 'score' | 'export'
  where: string
}

const BATCH = 500
/** Enough to see what is wrong. */
const SHOWN = 50

/**
 * Recomputes a brand's observations, rollups and scores from its raw answers, in one consistent view, and compares. Answers
 * come in the order of their ids, which carry the instant they were planned at; so a day is counted, compared and forgotten
 * once ids lie far enough behind it, and what is held at once is a month of a brand, however long it has been measured.
 * @param batch answers read at once
 */
export async function verifyBrand(
  database: Database,
  organizationId: string,
  brandId: string,
  report: typeof reportsOf,
  extractionVersion?: number,
  batch = BATCH,
): Promise<{ answers: number; differences: Difference[] }> {
  return database.snapshot(organizationId, async (db) => {
    const { answers, differences } = await recompute(db, organizationId, brandId, extractionVersion, batch)
    differences.push(...(await compareScores(db, organizationId, brandId, report)))
    for (const where of await differingDays(db, organizationId, brandId))
      differences.push({ brandId, what: 'export', where })
    return { answers, differences: differences.slice(0, SHOWN) }
  })
}

async function recompute(
  db: Db,
  organizationId: string,
  brandId: string,
  extractionVersion: number | undefined,
  batch: number,
): Promise<{ answers: number; differences: Difference[] }> {
  const names = await brandBook(db, organizationId, brandId, createBookshelf())
  let counted: CountedObservation[] = []
  let count = 0
  const missing = await missingObservations(db, organizationId, brandId, SHOWN)
  const differences: Difference[] = missing.map((where) => ({ brandId, what: 'observation', where }))
  const differingCounts: Difference[] = []
  // Of days before, answers may be gone: what was counted of them stands.
  let from = (await answersSince(db, organizationId)) ?? '0001-01-01'
  const compareUntil = async (to: string): Promise<void> => {
    if (to < from) return
    if (differingCounts.length < SHOWN)
      differingCounts.push(...(await compareRollups(db, organizationId, brandId, counted, { from, to })))
    counted = counted.filter(({ day }) => day > to)
    from = addDays(to, 1)
  }
  let after = ''
  for (;;) {
    const answers: StoredAnswer[] = await answersAfter(db, organizationId, brandId, after, batch)
    const stored = new Map(
      (
        await observationsByIds(
          db,
          organizationId,
          answers.map(({ id }) => id),
        )
      ).map((row) => [row.answerId, row]),
    )
    const found: Found[] = []
    for (const answer of answers) {
      const fresh = names && lookThrough(answer, names, extractionVersion)
      if (!fresh || !isDeepStrictEqual(plain(fresh.observation), plain(stored.get(answer.id))))
        differences.push({ brandId, what: 'observation', where: answer.id })
      if (fresh) counted.push(fresh.observation)
      if (fresh) count += 1
      if (fresh) found.push(fresh)
    }
    for (const where of await differingSources(db, organizationId, brandId, found))
      differences.push({ brandId, what: 'source', where })
    differences.splice(SHOWN)
    const last = answers.at(-1)
    if (answers.length < batch || !last) break
    after = last.id
    await compareUntil(lastWholeDay(last.id))
  }
  await compareUntil('9999-12-31')
  return { answers: count, differences: [...differences, ...differingCounts] }
}

async function compareRollups(
  db: Db,
  organizationId: string,
  brandId: string,
  counted: CountedObservation[],
  { from, to }: { from: string; to: string },
): Promise<Difference[]> {
  const stored = await storedRollups(db, organizationId, brandId, { from, to, promptIds: null })
  const fresh = rollupsOf(counted.filter(({ day }) => day >= from && day <= to))
  return differingRollups(stored, fresh).map((where) => ({ brandId, what: 'rollup', where }))
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
): Promise<Difference[]> {
  const differences: Difference[] = []
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
