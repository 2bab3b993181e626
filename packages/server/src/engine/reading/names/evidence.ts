import type { Candidate } from './candidates.ts'
import type { Language, Lexicon } from './lexicon.ts'
import type { Surroundings } from './surroundings.ts'

/** A candidate with what the rules look at. */
export type Occurrence = Candidate & {
  text: string
  surroundings: Surroundings
  language: Language
  lexicon: Lexicon
  /** What other places of the same answer are known to be mentions. */
  company: CoMentions
}

/** Mentions already certain when a doubtful one is judged. */
export type CoMentions = {
  /** Of other entities, in the same sentence, list position or coordination, or anywhere. */
  isBesideKnown: boolean
  isInSentenceWithKnown: boolean
  isParallelToKnown: boolean
  /** Beside, or in the same place of a list as, a doubtful name of another entity, both with a capital. */
  isWithLikely: boolean
  /** Directly behind another entity's name: "GitHub Actions". */
  isBehindKnown: boolean
  /** Directly behind another name of the same entity: "Google Nest". */
  isBehindOwn: boolean
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
export type Rule = { says: string; points: number; holds: (place: Occurrence) => boolean }

export type Verdict = { isMention: boolean; points: number; reasons: string[] }
