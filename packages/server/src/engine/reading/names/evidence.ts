import type { Placed } from './crowd.ts'
import type { Language, Lexicon } from './lexicon.ts'
import type { TextFacts } from './text-facts.ts'

/** A candidate with what the features look at. */
export type Occurrence = Placed & {
  text: string
  language: Language
  lexicon: Lexicon
  /** Places in the text's series where it stands: see `slotsOf`. */
  slots: string[]
  /** What other places of the same answer are known to be mentions. */
  company: CoMentions
}

/** What the other names of the answer say of a doubtful one; *known* are mentions by names that are like nothing else. */
export type CoMentions = {
  /** Of other entities, in the same sentence, list position or coordination, or anywhere. */
  isBesideKnown: boolean
  isInSentenceWithKnown: boolean
  isParallelToKnown: boolean
  /** Before a colon, as another entity's name is: "Wave: free". */
  isLabelAsKnown: boolean
  /** Beside, or in the same place of a list as, a doubtful name of another entity, both written as names. */
  isWithLikely: boolean
  /** Directly behind another entity's name: "GitHub Actions". */
  isBehindKnown: boolean
  /** Directly behind another name of the same entity: "Google Nest". */
  isBehindOwn: boolean
  /** Behind another entity's name and a colon or dash: "Mubi: Focuses on". */
  isDescribingKnown: boolean
  others: number
  /** The same entity by a name that is like nothing else. */
  isSameKnown: boolean
  isOwnDomainShown: boolean
  /** Of the same entity's doubtful names: how many stand in small letters in a text that has capitals. */
  small: number
  /** And whether one stands elsewhere with a capital inside a sentence, or opens a member of a series. */
  isCapitalElsewhere: boolean
  isHeadElsewhere: boolean
  /** Or beside a known name, in the same place of a list as one, or doing what companies do. */
  isToldElsewhere: boolean
}

/** Something that can be said of a place where a doubtful name stands. What it is worth is learned: `weights.ts`. */
export type Feature = {
  /** In words a reader understands, and the key of its weight. */
  says: string
  /** How much it holds: true or false, or 0 to 1. */
  value: (place: Occurrence, facts: TextFacts) => boolean | number
}

/** What forbids a mention whatever else speaks for it. */
export type Rule = { says: string; holds: (place: Occurrence, facts: TextFacts) => boolean }

export type Verdict = {
  isMention: boolean
  /** That the entity is meant. Learned for doubtful names (calibrated on answers held back); 1 or 0 where rules decide. */
  probability: number
  /** What spoke for the verdict, the weightiest first. */
  reasons: string[]
}
