import { countCells } from '../../scoring/cells.ts'
import { trend } from '../../scoring/trend.ts'
import type { UntrackedName } from '../../measuring/discovery/untracked.ts'
import type { Entrant } from './market.ts'

/** A name in at least this share of a window's valid answers, and in so many, has entered the market. */
export const ENTRANT = { share: 0.1, answers: 10 }

/** Answers of a window that were read for untracked names. `answers`: all valid ones of the window. */
export type ReadWindow = { read: readonly ReadAnswer[]; answers: number }
export type ReadAnswer = { id: string; promptId: string; platform: string }

/** Whether a name found in so many of the answers that were read stands in enough of the window's. */
export const hasEntered = (found: number, { read, answers }: ReadWindow): boolean =>
  found >= ENTRANT.share * read.length && inAll(found, { read, answers }) >= ENTRANT.answers

/**
 * What is told of a name that entered. Where only some of the answers were read, the counts are those of all in
 * proportion. @param before the answers of the window before that name it, of those read
 */
export const entrantOf = (
  { key, name, answerIds }: UntrackedName,
  window: ReadWindow,
  before: readonly string[],
  previous: ReadWindow,
): Entrant => ({
  key,
  name,
  answers: inAll(answerIds.length, window),
  previousAnswers: inAll(before.length, previous),
  significant: trend(namings(window.read, answerIds), namings(previous.read, before), NAME).significant,
  answerIds: answerIds.toSorted().toReversed(),
})

const inAll = (found: number, { read, answers }: ReadWindow): number =>
  read.length === 0 ? 0 : Math.round((found * answers) / read.length)

/** As if each answer that names it named it first: then the score is how often it is named. */
const namings = (read: readonly ReadAnswer[], answerIds: readonly string[]) => {
  const naming = new Set(answerIds)
  return countCells(
    read.map(({ id, promptId, platform }) => ({
      promptId,
      platform,
      outcome: 'ok',
      entities: naming.has(id) ? [namedFirst] : [],
    })),
  )
}

const NAME = 'name'
const namedFirst = {
  entityId: NAME,
  isNamed: true,
  isAcknowledgedAbsent: false,
  place: 1,
  isListed: false,
  isCited: false,
  sentiment: null,
}
