import { isDeepStrictEqual } from 'node:util'
import { answersAfter, type StoredAnswer } from '../store/answers.ts'
import type { Database, Db } from '../store/database.ts'
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

/** Recomputes a brand's observations, rollups and scores from its raw answers, in one consistent view, and compares. */
export async function verifyBrand(
  database: Database,
  organizationId: string,
  brandId: string,
  report: typeof reportsOf,
  extractionVersion?: number,
): Promise<{ answers: number; differences: Difference[] }> {
  return database.snapshot(organizationId, async (db) => {
    const { counted, differences } = await recompute(db, organizationId, brandId, extractionVersion)
    differences.push(...(await compareRollups(db, organizationId, brandId, counted)))
    differences.push(...(await compareScores(db, organizationId, brandId, report)))
    for (const where of await differingDays(db, organizationId, brandId))
      differences.push({ brandId, what: 'export', where })
    return { answers: counted.length, differences: differences.slice(0, SHOWN) }
  })
}

async function recompute(
  db: Db,
  organizationId: string,
  brandId: string,
  extractionVersion: number | undefined,
): Promise<{ counted: CountedObservation[]; differences: Difference[] }> {
  const names = await brandBook(db, organizationId, brandId, createBookshelf())
  const counted: CountedObservation[] = []
  const differences: Difference[] = (await missingObservations(db, organizationId, brandId)).map((where) => ({
    brandId,
    what: 'observation',
    where,
  }))
  let after = ''
  for (;;) {
    const answers: StoredAnswer[] = await answersAfter(db, organizationId, brandId, after, BATCH)
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
      if (fresh) found.push(fresh)
    }
    for (const where of await differingSources(db, organizationId, brandId, found))
      differences.push({ brandId, what: 'source', where })
    const last = answers.at(-1)
    if (answers.length < BATCH || !last) return { counted, differences }
    after = last.id
  }
}

async function compareRollups(
  db: Db,
  organizationId: string,
  brandId: string,
  counted: CountedObservation[],
): Promise<Difference[]> {
  // Of days before, answers may be gone: what was counted of them stands.
  const since = (await answersSince(db, organizationId)) ?? '0001-01-01'
  const stored = await storedRollups(db, organizationId, brandId, {
    from: since,
    to: '9999-12-31',
    promptIds: null,
  })
  const fresh = rollupsOf(counted.filter(({ day }) => day >= since))
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
