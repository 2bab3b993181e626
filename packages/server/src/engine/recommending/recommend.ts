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
import type { Market } from './market.ts'
import { situationOf } from './situation.ts'

/** Advice with what it would bring, and what it can be checked against. */
export type Found = Omit<Advice, 'evidence'> & { lift: Lift; successRate: number; evidence: RecommendationEvidence }

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

/** The days that advice is drawn from: a week may be chance, a month is a state of things. */
export const ADVICE_WINDOW = '28d'
/** Less would be shown as 0 points: not worth anybody's time. */
export const MIN_LIFT = 0.5
/** New advice of one kind at a time; what is known stays as long as its evidence does. */
export const MOST_OF_A_KIND = 5

/**
 * What would make the brand more visible, the most rewarding first; null where too little was measured to say anything,
 * which is not the same as nothing to say. The same market gives the same advice, in whatever order it is told.
 */
export function recommend(market: Market): Found[] | null {
  const situation = situationOf(market)
  if (!situation) return null
  const isKnown = (advice: Found): boolean => market.known.has(fingerprintOf(advice))
  return Object.values(detectors)
    .flatMap((detect) => {
      const found = detect(situation)
        .map((advice): Found => {
          const { successRate } = kindsOfAdvice[advice.kind]
          const lift = liftOf(situation, advice, successRate)
          return { ...advice, successRate, lift, evidence: evidenceOf(situation, advice, lift) }
        })
        .filter(isWorthwhile)
        .toSorted(byRank)
      const known = found.filter(isKnown)
      const fresh = found.filter((advice) => !isKnown(advice))
      return [...known, ...fresh.slice(0, Math.max(0, MOST_OF_A_KIND - known.length))]
    })
    .toSorted(byRank)
}

/** Criticism is told whatever it does to the score, of which it is no part. */
const isWorthwhile = ({ kind, lift }: Found): boolean => kind === 'negative_claim' || lift.points >= MIN_LIFT

/** Lift in whole points, then lower effort; age is the store's to tell, and the fingerprint stands in for it here. */
function byRank(one: Found, other: Found): number {
  return (
    other.lift.estimated - one.lift.estimated ||
    efforts.indexOf(one.effort) - efforts.indexOf(other.effort) ||
    (fingerprintOf(one) < fingerprintOf(other) ? -1 : 1)
  )
}
