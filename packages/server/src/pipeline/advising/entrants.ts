import type { UntrackedName } from '../../engine/measuring/discovery/untracked.ts'
import type { Entrant } from '../../engine/advising/moves/market.ts'
import { entrantOf, hasEntered, type ReadWindow } from '../../engine/advising/moves/entrants.ts'
import type { EntityNames } from '../../engine/reading/names/matcher.ts'
import type { DatedCell } from '../../engine/scoring/report.ts'
import type { DayRange } from '../../engine/scoring/span-score.ts'
import type { WindowDays } from '../../engine/scoring/windows.ts'
import { samplePanelAnswers, type PanelAnswer } from '../../store/measuring/answer-samples.ts'
import type { Database } from '../../base/db/database.ts'
import type { Db } from '../../base/db/db.ts'
import { knownNames } from '../../store/advising/moves.ts'
import type { TextReading } from '../../threads/text-threads.ts'

/** Of each of a window's seven days: about half a second of work. */
const ANSWERS_A_DAY = 85

type Looked = {
  brandId: string
  entities: EntityNames[]
  promptIds: string[]
  days: WindowDays
  current: readonly DatedCell[]
  previous: readonly DatedCell[]
  /** Answers of the window (`sampleDays`). */
  sampled: PanelAnswer[]
}

/** Answers in which untracked names are looked for. */
export const sampleDays = (
  db: Db,
  organizationId: string,
  brandId: string,
  { from, to, promptIds }: DayRange & { promptIds: string[] },
): Promise<PanelAnswer[]> =>
  samplePanelAnswers(db, organizationId, brandId, { from, to, promptIds, platform: null, eachDay: ANSWERS_A_DAY })

/**
 * The untracked names that stand out in a window and are news. Texts are read outside of any transaction: that may take
 * longer than one may be left idle.
 */
export async function readEntrants(
  { database, threads }: { database: Database; threads: TextReading },
  organizationId: string,
  { brandId, entities, promptIds, days, current, previous, sampled }: Looked,
): Promise<Entrant[]> {
  const now = await threads.together(organizationId, 'untracked', entities, sampled)
  const window = { read: now.read, answers: answersIn(current) }
  const entered = now.value.filter(({ answerIds }) => hasEntered(answerIds.length, window))
  const keys = entered.map(({ key }) => key)
  const { news, before } = await database.snapshot(organizationId, async (db) => {
    const known = new Set(await knownNames(db, organizationId, brandId, keys))
    const unknown = entered.filter(({ key }) => !known.has(key))
    const span = { from: days.previousFrom, to: days.previousTo, promptIds }
    return {
      news: unknown,
      before: unknown.length > 0 ? await sampleDays(db, organizationId, brandId, span) : [],
    }
  })
  if (news.length === 0) return []
  const wanted = { names: news.map(({ name }) => name), tracked: entities }
  const earlier = await threads.together(organizationId, 'answersNaming', wanted, before)
  const earlierWindow: ReadWindow = { read: earlier.read, answers: answersIn(previous) }
  return news.map((name) => entrantOf(name, window, answersOf(name, earlier.value), earlierWindow))
}

const answersOf = ({ key }: UntrackedName, among: readonly UntrackedName[]): string[] =>
  among.find((other) => other.key === key)?.answerIds ?? []

const answersIn = (cells: readonly DatedCell[]): number => cells.reduce((sum, { outcomes }) => sum + outcomes.ok, 0)
