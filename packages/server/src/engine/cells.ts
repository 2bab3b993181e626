/**
 * A cell is what one prompt got from one platform over some days, as exact integers: sums of cells do not depend on
 * order, so that rollups and a recomputation from raw answers agree to the last digit.
 */
export type Cell = {
  promptId: string
  platform: string
  outcomes: Outcomes
  /** By entity id; an entity that no answer names is missing. */
  entities: Record<string, EntityCount>
}

/** Answers by outcome; only `ok` is measured. */
export type Outcomes = { ok: number; notTriggered: number; refused: number; empty: number; failed: number }

export type EntityCount = {
  /** `ok` answers that name the entity, `acknowledgedAbsent` ones included. */
  named: number
  /** `ok` answers that name it only to say that nothing is known of it: value 0. */
  acknowledgedAbsent: number
  /** Answers by place: index 0 = place 1 … index 9 = place 10 or later. Its sum is `named − acknowledgedAbsent`. */
  places: number[]
  /** Sum of the places, for the mean place. */
  placeSum: number
  /** `ok` answers that offer it as an option (a listed item). */
  listed: number
  /** `ok` answers that cite a page of the entity's own domains, whether or not they name it. */
  cited: number
  sentiment: { positive: number; neutral: number; negative: number; mixed: number }
}

/** One stored answer, extracted: what a cell is counted from. */
export type Observation = {
  promptId: string
  platform: string
  outcome: keyof Outcomes
  entities: ObservedEntity[]
}

export type ObservedEntity = {
  entityId: string
  isNamed: boolean
  isAcknowledgedAbsent: boolean
  /** 1-based; null when not named or acknowledged absent. */
  place: number | null
  isListed: boolean
  isCited: boolean
  sentiment: Sentiment | null
}

export type Sentiment = 'positive' | 'neutral' | 'negative' | 'mixed'
