import type { Effort } from './effort.ts'
import type { RecommendationKind } from '@sightline/sdk'
import type { Situation } from './situation.ts'

/** What a detector found in a situation, before its lift is worked out. */
export type Advice = {
  kind: RecommendationKind
  /** What it is about (a site, a prompt, a platform …): with the kind its identity, the same at every scoring. */
  subject: string
  title: string
  /** Names the evidence and says what to do. Never anything that breaks a platform's or a source's rules. */
  summary: string
  effort: Effort
  cells: AdviceCell[]
  /** Rivals that have what the brand lacks here: their median value is what it may get. */
  havers: string[]
  /** `place`: the brand is named already, only late. */
  lacks: 'presence' | 'place'
  /** Valid answers that show it. */
  answers: number
  evidence: AdviceEvidence
  /** Which answers show it, where the detector does not name them itself. */
  shownBy: ShownBy
}

/** `isBefore`: in the window before. */
export type ShownBy = {
  names: 'rivals_only' | 'rivals_ahead' | 'brand' | 'not_brand'
  drawsOn: { site: string } | { url: string | null; domain: string } | null
  isBefore: boolean
}

/** One prompt on one platform; `reach`: share 0–1 of its valid answers that the advice is about. */
export type AdviceCell = { promptId: string; platform: string; reach: number }

/** What only the detector knows; prompts, platforms and rivals follow from the cells. */
export type AdviceEvidence = {
  sources: { domain: string; url: string | null; answers: number }[]
  searches: { search: string; answers: number }[]
  quotes: { text: string; answerId: string }[]
  /** Of the answers that show it, newest first; empty: those that `shownBy` finds. */
  answerIds: string[]
}

/** Looks for one kind of situation. Pure; the order of what it is given makes no difference. */
export type Detector = (situation: Situation) => Advice[]

export const noEvidence: AdviceEvidence = { sources: [], searches: [], quotes: [], answerIds: [] }

/** Answers in which a rival stands and the brand does not. */
export const rivalsOnly: ShownBy = { names: 'rivals_only', drawsOn: null, isBefore: false }

/** Answers named with one advice. */
export const SHOWN_ANSWERS = 20

export const fingerprintOf = ({ kind, subject }: { kind: RecommendationKind; subject: string }): string =>
  `${kind}:${subject}`
