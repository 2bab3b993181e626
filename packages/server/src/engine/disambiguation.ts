import type { Candidate } from './candidates.ts'
import type { Lexicon, Language } from './lexicon.ts'
import { isLikeNothingElse } from './likeness.ts'
import type { Surroundings } from './surroundings.ts'

/** A candidate with what the rules look at. */
export type Place = Candidate & {
  text: string
  surroundings: Surroundings
  language: Language
  lexicon: Lexicon
  /** What other places of the same answer are known to be mentions. */
  company: Company
}

/** Mentions already certain when a doubtful one is judged. */
export type Company = {
  /** Of other entities, in the same sentence, list position or coordination, or anywhere. */
  isBesideKnown: boolean
  isInSentenceWithKnown: boolean
  isParallelToKnown: boolean
  others: number
  /** The same entity by a name that is like nothing else. */
  isSameKnown: boolean
  /** The same entity by a doubtful name for which there was evidence. */
  isSameLikely: boolean
  /** Places where the same word stands in small letters. */
  small: number
  isOwnDomainShown: boolean
}

/** One reason for or against a mention, in points. */
export type Rule = { says: string; points: number; holds: (place: Place) => boolean }

export type Verdict = { isMention: boolean; points: number; reasons: string[] }

/** What a doubtful name needs to count. */
const NEEDED_POINTS = 2

/** Whether the entity is meant. A name that is like nothing else counts unless a reason forbids it. */
export function judge(place: Place, rules: { against: Rule[]; evidence: Rule[] }): Verdict {
  const forbidding = rules.against.find((rule) => rule.holds(place))
  if (forbidding !== undefined) return { isMention: false, points: -9, reasons: [forbidding.says] }
  if (isLikeNothingElse(place.form.likeness)) return { isMention: true, points: 9, reasons: [] }
  const holding = rules.evidence.filter((rule) => rule.holds(place))
  const points = holding.reduce((sum, rule) => sum + rule.points, 0)
  const isMention = points >= NEEDED_POINTS
  return {
    isMention,
    points,
    reasons: holding.filter((rule) => rule.points > 0 === isMention).map((rule) => rule.says),
  }
}
