import type { RecommendationKind } from '@sightline/sdk'
import type { Effort } from './effort.ts'

/** What each kind of advice is about, what it takes, and how much of the gap it is assumed to close. */
export type KindOfAdvice = {
  meaning: string
  effort: Effort
  /** Share 0–1 of the gap that is closed on average, over brands that follow such advice. An assumption, not a finding. */
  successRate: number
  /** Why this rate, compared with the others. */
  reason: string
}

/**
 * The rates are set by two questions, the same for every kind: does the deciding step lie in the brand's own hands, and
 * is the platform known to look there already? Both: about a half. One: about a third. Neither: a fifth. No public
 * figures measure them; `measuredLift` of what is done will.
 */
export const kindsOfAdvice: Readonly<Record<RecommendationKind, KindOfAdvice>> = {
  own_page_unnamed: {
    meaning: 'Answers draw on a page of the brand’s own and do not name the brand.',
    effort: 'low',
    successRate: 0.5,
    reason: 'Own hands, and the page is read already; only what it says has to change.',
  },
  site_unreadable: {
    meaning: 'AI crawlers cannot read the brand’s own site, or parts of it.',
    effort: 'low',
    successRate: 0.35,
    reason: 'Own hands; but a page that can be read again must still be found and used.',
  },
  search_unanswered: {
    meaning:
      'Platforms search the web before they answer; rivals’ own pages are among what they find, the brand’s are not.',
    effort: 'medium',
    successRate: 0.35,
    reason: 'Own hands, and what is searched for is known; but the page must be found before others.',
  },
  source_lost: {
    meaning: 'Answers named the brand with this source in the window before, and hardly do now.',
    effort: 'medium',
    successRate: 0.35,
    reason: 'The source is known to have carried the name; whether it does again is its owner’s decision.',
  },
  prompt_gap: {
    meaning: 'Answers to a question name rivals and hardly ever the brand.',
    effort: 'medium',
    successRate: 0.3,
    reason: 'A page that answers the question is in own hands; whether it is found and believed is not known.',
  },
  topic_gap: {
    meaning: 'The same for most questions of a topic.',
    effort: 'high',
    successRate: 0.3,
    reason: 'As for one question; that the work is more is said by the effort.',
  },
  locale_gap: {
    meaning: 'In one market or language the brand stands further behind its rivals than elsewhere.',
    effort: 'high',
    successRate: 0.3,
    reason: 'Pages in the market’s language are in own hands; its local sources are not.',
  },
  source_gap: {
    meaning: 'A third party’s source: answers that draw on it name rivals and hardly ever the brand.',
    effort: 'medium',
    successRate: 0.25,
    reason: 'Platforms look there already, but others decide, and being in a source is not yet being named.',
  },
  named_late: {
    meaning: 'The brand is named, but behind its rivals.',
    effort: 'medium',
    successRate: 0.2,
    reason: 'The order follows from what sources say of all; neither own hands nor one known place.',
  },
  platform_lag: {
    meaning: 'On one platform the brand stands further behind its rivals than on the others.',
    effort: 'high',
    successRate: 0.2,
    reason: 'What a platform prefers is only partly known, and little of it is in own hands.',
  },
  negative_claim: {
    meaning: 'Answers repeat the same criticism of the brand.',
    effort: 'medium',
    successRate: 0.2,
    reason: 'The cause may be mended; what has been written about it stays for long.',
  },
}

/** A rate may be off by as much: its true value is taken to lie evenly between half of it and one and a half. */
export const RATE_SPREAD = 0.5
