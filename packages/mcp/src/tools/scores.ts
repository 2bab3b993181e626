import { z } from 'zod'
import { operations } from '@sightline/sdk'
import * as take from '../parameters.ts'
import { read } from '../tool.ts'

const SHORTER = 'Ask for one platform or a shorter span.'

export const getBrandScore = read({
  name: 'get_brand_score',
  title: 'Visibility score of a brand',
  toolset: 'scores',
  operation: 'getBrandScore',
  description:
    'A brand’s AI visibility score (0–100) of this week or another window, with its 95 % confidence interval, trend, score per platform, sample and top recommendation. The first tool for “how visible are we”. For the reasons use explain_score, for a curve get_score_history.',
  parameters: z.strictObject({ brandId: take.brandId, window: take.window.default('7d') }),
  call: async ({ api, brand }, { brandId, ...query }) =>
    api.getBrandScore({ params: { id: await brand(brandId) }, query }),
})

export const getVisibilityScores = read({
  name: 'get_visibility_scores',
  title: 'Scores at a glance',
  toolset: 'scores',
  operation: 'getVisibilityScores',
  description:
    'The composite score, one integer per AI platform and the trend in percent, as one small map for a dashboard or a quick overview. Same numbers as get_brand_score in its 7-day window.',
  parameters: z.strictObject({
    brandId: take.brandId.meta({ description: 'Brand id or exact name; the default brand when left out.' }),
  }),
  call: async ({ api, brand }, { brandId }) =>
    api.getVisibilityScores(brandId === undefined ? {} : { query: { brandId: await brand(brandId) } }),
})

export const getScoreHistory = read({
  name: 'get_score_history',
  title: 'Score over time',
  toolset: 'scores',
  operation: 'getScoreHistory',
  description:
    'The visibility score over time by day, week or month, with marks where a model, the prompts or the competitors changed. For charts and long-term trends; for two periods use compare_periods. 90 days unless told otherwise, at most 400.',
  parameters: z.strictObject({
    brandId: take.brandId,
    from: take.from,
    to: take.to,
    interval: operations.getScoreHistory.query.shape.interval.meta({ description: 'What each point covers.' }),
    platform: take.platform,
  }),
  call: async ({ api, brand }, { brandId, ...query }) =>
    api.getScoreHistory({ params: { id: await brand(brandId) }, query }),
  narrower: 'Ask for interval week or month, or for fewer days.',
})

export const explainScore = read({
  name: 'explain_score',
  title: 'Why the score is what it is',
  toolset: 'scores',
  operation: 'explainScore',
  description:
    'Why a score is what it is and why it changed: what each platform and prompt contributes, what moved it up or down (a drop or a rise), and the ids of the answers behind it, for get_answer. Also how many more prompts would narrow the interval.',
  parameters: z.strictObject({
    brandId: take.brandId,
    platform: take.platform,
    window: take.window.default('7d'),
    compareWindow: z
      .string()
      .regex(/^(previous|[1-9]\d{0,2}[dw])$/, 'Must be previous, or a window such as 28d.')
      .default('previous')
      .meta({ description: 'Days before it to explain the change from: `previous` (as many), 7d, 28d.' }),
  }),
  call: async ({ api, brand }, { brandId, ...query }) =>
    // A prompt takes about 540 tokens on five platforms: ten fit a result beside the movers, and what is not sent is summed up
    // under `rest`, which what is cut off here would not be.
    api.explainScore({ params: { id: await brand(brandId) }, query: { ...query, limit: 10 } }),
  narrower: 'Ask for one platform.',
})

export const comparePeriods = read({
  name: 'compare_periods',
  title: 'Compare two periods',
  toolset: 'scores',
  operation: 'compareScores',
  description:
    'A brand’s score in two periods, before and after, with the paired change, its 95 % interval and whether it is significant. For this month against last month, or before and after a launch. For what caused it use explain_score.',
  parameters: z.strictObject({
    brandId: take.brandId,
    a: span('previous', 'Earlier: `previous`, a window (28d) or 2026-10-01..2026-10-31.'),
    b: span('7d', 'Later: a window or first..last day.'),
    platform: take.platform,
    topic: take.topic,
  }),
  call: async ({ api, brand }, { brandId, ...query }) =>
    api.compareScores({ params: { id: await brand(brandId) }, query }),
})

export const listPlatformResults = read({
  name: 'list_platform_results',
  title: 'Results per platform',
  toolset: 'scores',
  operation: 'listPlatformResults',
  description:
    'Per AI platform: score, mention rate (how often it is mentioned), mean place (rank), citation rate, sentiment (positive, negative), how often no AI answer was shown, refused or failed answers, each with its counts. For comparing ChatGPT with Perplexity, or for tone.',
  parameters: z.strictObject({ brandId: take.brandId, window: take.window.default('7d'), platform: take.platform }),
  call: async ({ api, brand }, { brandId, ...query }) =>
    api.listPlatformResults({ params: { id: await brand(brandId) }, query }),
  narrower: SHORTER,
})

export const getShareOfVoice = read({
  name: 'get_share_of_voice',
  title: 'Share of voice',
  toolset: 'scores',
  operation: 'getShareOfVoice',
  description:
    'Share of voice: of all namings in the answers, the percentage that fall on the brand and on each competitor, most named first. For market share in AI answers; for scores and head to head use compare_competitors.',
  parameters: z.strictObject({
    brandId: take.brandId,
    platform: take.platform,
    topic: take.topic,
    window: take.window.default('7d'),
    basis: operations.getShareOfVoice.query.shape.basis.meta({ description: 'Whose namings are counted.' }),
  }),
  call: async ({ api, brand }, { brandId, ...query }) =>
    api.getShareOfVoice({ params: { id: await brand(brandId) }, query }),
  narrower: SHORTER,
})

function span(initial: string, description: string) {
  return z.string().min(2).max(22).default(initial).meta({ description })
}
