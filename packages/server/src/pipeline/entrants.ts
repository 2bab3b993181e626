import { answersNaming, untrackedNames, type UntrackedName } from '../engine/discovery/untracked.ts'
import type { Entrant } from '../engine/moves/market.ts'
import { entrantOf, hasEntered, type ReadWindow } from '../engine/moves/entrants.ts'
import type { EntityNames } from '../engine/names/book.ts'
import type { DatedCell } from '../engine/scoring/report.ts'
import type { WindowDays } from '../engine/scoring/windows.ts'
import { samplePanelAnswers, type PanelAnswer } from '../store/answer-samples.ts'
import type { Db } from '../store/database.ts'
import { knownNames } from '../store/moves.ts'
import { inTurns } from './turns.ts'

/** Of each of a window's seven days: about half a second of work. */
const ANSWERS_A_DAY = 85

type Looked = {
  brandId: string
  entities: EntityNames[]
  promptIds: string[]
  days: WindowDays
  current: readonly DatedCell[]
  previous: readonly DatedCell[]
}

/** The untracked names that stand out in a window and are news. */
export async function readEntrants(db: Db, organizationId: string, looked: Looked): Promise<Entrant[]> {
  const { brandId, entities, promptIds, days, current, previous } = looked
  const sample = (from: string, to: string): Promise<PanelAnswer[]> =>
    samplePanelAnswers(db, organizationId, brandId, { from, to, promptIds, platform: null, eachDay: ANSWERS_A_DAY })
  const read = await sample(days.from, days.to)
  const window = { read, answers: answersIn(current) }
  const entered = (await inTurns(untrackedNames(read, entities))).filter(({ answerIds }) =>
    hasEntered(answerIds.length, window),
  )
  const known = new Set(
    await knownNames(
      db,
      organizationId,
      brandId,
      entered.map(({ key }) => key),
    ),
  )
  const news = entered.filter(({ key }) => !known.has(key))
  if (news.length === 0) return []
  const readBefore = await sample(days.previousFrom, days.previousTo)
  const before: ReadWindow = { read: readBefore, answers: answersIn(previous) }
  const namedBefore = await inTurns(
    answersNaming(
      news.map(({ name }) => name),
      readBefore,
      entities,
    ),
  )
  return news.map((name) => entrantOf(name, window, answersOf(name, namedBefore), before))
}

const answersOf = ({ key }: UntrackedName, among: readonly UntrackedName[]): string[] =>
  among.find((other) => other.key === key)?.answerIds ?? []

const answersIn = (cells: readonly DatedCell[]): number => cells.reduce((sum, { outcomes }) => sum + outcomes.ok, 0)
