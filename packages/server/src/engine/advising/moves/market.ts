import type { Weights } from '../../scoring/prompt-means.ts'
import type { DatedCell } from '../../scoring/report.ts'

/** Where a competitor stands, seen from the brand. */
export type Order = 'above' | 'below'

/** What a competitor's move is looked for in. */
export type MoveMarket = {
  brandId: string
  competitors: readonly { id: string; name: string }[]
  /** Of the platforms that count in the window (`countedWeights`). */
  weights: Weights
  /** Last day of the window, YYYY-MM-DD. */
  asOf: string
  /** The panel's cells: of the window, of the one before it, and of the two before that. */
  current: readonly DatedCell[]
  previous: readonly DatedCell[]
  third: readonly DatedCell[]
  fourth: readonly DatedCell[]
  /** Stands for the names, prompts, platforms and weights that are measured: another one, and the past reads otherwise. */
  panel: string
  /** Untracked names that stand out in the window and were never told. */
  entrants: readonly Entrant[]
  /** What the subscriptions to competitors' moves ask for. */
  subscriptions: readonly { threshold: number; onlySignificant: boolean }[]
}

/** An untracked name in at least 10 % and 10 of a window's valid answers. */
export type Entrant = {
  /** The same for all writings of the name. */
  key: string
  /** In its commonest writing. */
  name: string
  /** Valid answers of the window that name it, and of the window before. */
  answers: number
  previousAnswers: number
  /** Whether the 95 % interval of the paired differences of how often it is named leaves out 0. */
  significant: boolean
  /** Newest first. */
  answerIds: string[]
}

/** What was told, as far as it matters still. */
export type MoveMemory = { standings: readonly CompetitorRank[]; situations: readonly Situation[] }

/** On which side of the brand a competitor stands. */
export type CompetitorRank = {
  competitorId: string
  order: Order
  /** Day since when it is known. */
  since: string
  panel: string
}

/** A move that was told, and how long it has been going on. */
export type Situation = {
  fingerprint: string
  move: 'score_moved' | 'sov_moved'
  competitorId: string
  direction: 'up' | 'down'
  began: string
  /** Last day on which it was still there. */
  lastSeen: string
}
