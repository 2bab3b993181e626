import { efforts, type RecommendationEvidence, type RecommendationKind } from '@sightline/sdk'
import { fingerprintOf, type Advice, type Detector } from './advice.ts'
import { findLaggingPlatforms } from './detectors/platform-lag.ts'
import { findLatePlaces } from './detectors/named-late.ts'
import { findLocaleGaps } from './detectors/locale-gap.ts'
import { findLostSources } from './detectors/source-lost.ts'
import { findNegativeClaims } from './detectors/negative-claim.ts'
import { findPromptGaps } from './detectors/prompt-gap.ts'
import { findSourceGaps } from './detectors/source-gap.ts'
import { findTopicGaps } from './detectors/topic-gap.ts'
import { findUnansweredSearches } from './detectors/search-unanswered.ts'
import { findUnnamedPages } from './detectors/own-page-unnamed.ts'
import { findUnreadableSites } from './detectors/site-unreadable.ts'
import { evidenceOf } from './evidence.ts'
import { kindsOfAdvice } from './kinds.ts'
import { liftOf, type Lift } from './lift.ts'
import { KNOWN_SLACK, MIN_LIFT, MOST_OF_A_KIND } from './limits.ts'
import { drained } from '../../scoring/cells.ts'
import type { Market } from './market.ts'
import { situationInSteps, type Situation } from './situation.ts'

/** Advice with what it would bring, and what it can be checked against. */
export type FoundAdvice = Omit<Advice, 'evidence'> & {
  lift: Lift
  successRate: number
  evidence: RecommendationEvidence
}

const detectors: Readonly<Record<RecommendationKind, Detector>> = {
  source_gap: findSourceGaps,
  source_lost: findLostSources,
  prompt_gap: findPromptGaps,
  topic_gap: findTopicGaps,
  search_unanswered: findUnansweredSearches,
  own_page_unnamed: findUnnamedPages,
  named_late: findLatePlaces,
  platform_lag: findLaggingPlatforms,
  locale_gap: findLocaleGaps,
  negative_claim: findNegativeClaims,
  site_unreadable: findUnreadableSites,
}

/**
 * What would make the brand more visible, the most rewarding first; null where too little was measured to say anything,
 * which is not the same as nothing to say. The same market gives the same advice, in whatever order it is told.
 */
export const recommend = (market: Market): FoundAdvice[] | null => drained(recommending(market))

/** The steps of `recommend`: with a hundred rivals and thousands of cells they take seconds. */
export function* recommending(market: Market): Generator<undefined, FoundAdvice[] | null> {
  const situation = yield* situationInSteps(market)
  if (!situation) return null
  const found = yield* findAll(situation, () => true)
  const missing = market.known.difference(new Set(found.map(fingerprintOf)))
  const thinner = { ...situation, slack: KNOWN_SLACK }
  const stillThere = missing.size === 0 ? [] : yield* findAll(thinner, (advice) => missing.has(fingerprintOf(advice)))
  const told = withoutCovered(situation, [...found, ...stillThere])
  return [...Map.groupBy(told, ({ kind }) => kind).values()]
    .flatMap((ofKind) => notTooMany(ofKind.toSorted(byRank), market.known))
    .toSorted(byRank)
}

function* findAll(situation: Situation, isWanted: (advice: Advice) => boolean): Generator<undefined, FoundAdvice[]> {
  const all: FoundAdvice[] = []
  for (const detect of Object.values(detectors)) {
    yield
    for (const advice of detect(situation).filter(isWanted)) {
      yield
      const { successRate } = kindsOfAdvice[advice.kind]
      const lift = liftOf(situation, advice, successRate)
      const found = { ...advice, successRate, lift, evidence: evidenceOf(situation, advice, lift) }
      if (isWorthwhile(found)) all.push(found)
    }
  }
  return all
}

/** A question whose whole topic is told is not told again. */
function withoutCovered(situation: Situation, found: readonly FoundAdvice[]): FoundAdvice[] {
  const topics = new Set(found.flatMap(({ kind, subject }) => (kind === 'topic_gap' ? [subject] : [])))
  return found.filter(({ kind, subject }) => {
    const topic = kind === 'prompt_gap' ? situation.prompt(subject).topic : null
    return topic === null || !topics.has(topic)
  })
}

function notTooMany(ofKind: readonly FoundAdvice[], known: Market['known']): FoundAdvice[] {
  const old = ofKind.filter((advice) => known.has(fingerprintOf(advice)))
  const fresh = ofKind.filter((advice) => !known.has(fingerprintOf(advice)))
  return [...old, ...fresh.slice(0, Math.max(0, MOST_OF_A_KIND - old.length))]
}

/** Criticism is told whatever it does to the score, of which it is no part. */
const isWorthwhile = ({ kind, lift }: FoundAdvice): boolean => kind === 'negative_claim' || lift.points >= MIN_LIFT

/** Lift in whole points, then lower effort; age is the store's to tell, and the fingerprint stands in for it here. */
function byRank(one: FoundAdvice, other: FoundAdvice): number {
  return (
    other.lift.estimated - one.lift.estimated ||
    efforts.indexOf(one.effort) - efforts.indexOf(other.effort) ||
    (fingerprintOf(one) < fingerprintOf(other) ? -1 : 1)
  )
}
