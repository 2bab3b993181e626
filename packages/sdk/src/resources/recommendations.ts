import { z } from 'zod'
import { get, patch } from '../define.ts'
import { id } from '../ids.ts'
import { bodyProblems } from '../operation.ts'
import { brandOrIts, cursor, day, instant, limit, page, typedText, untrusted } from './common.ts'
import { efforts } from './events.ts'
import { partOfPoints, points } from './measured.ts'

/** What advice is about, one detector each. */
export const recommendationKinds = [
  'source_gap',
  'source_lost',
  'prompt_gap',
  'topic_gap',
  'search_unanswered',
  'own_page_unnamed',
  'named_late',
  'platform_lag',
  'locale_gap',
  'negative_claim',
  'site_unreadable',
] as const
export type RecommendationKind = (typeof recommendationKinds)[number]

export const recommendationStatuses = ['new', 'accepted', 'in_progress', 'done', 'dismissed', 'expired'] as const
export type RecommendationStatus = (typeof recommendationStatuses)[number]

/** Where a recommendation may still be acted upon; the first of these in rank is a score's `topRecommendation`. */
export const openStatuses = ['new', 'accepted', 'in_progress'] as const satisfies RecommendationStatus[]

const count = z.int().min(0)
const span = z.object({ from: day, to: day })
const range = z.array(partOfPoints).length(2).meta({
  description:
    'Lower and upper end, in points of composite: holds the measured lift in 90 % of cases, if the success rate does.',
})

const change = z.object({
  points: partOfPoints.meta({ description: 'In points of composite, one decimal.' }),
  interval: z
    .array(partOfPoints)
    .length(2)
    .nullable()
    .meta({ description: '95 % interval. null: too little to give one.' }),
  significant: z.boolean().meta({ description: 'Whether the interval leaves out 0.' }),
})

export const measuredLift = z.object({
  ...change.shape,
  composite: change.nullable().meta({
    description:
      'Change of the whole composite over the pairs present in both spans, whatever caused it. null: no pair.',
  }),
  platformWide: z.number().nullable().meta({ description: 'Mean change of all tracked names in the whole composite.' }),
  before: span,
  after: span,
  cells: count.meta({ description: 'Cells of the advice with valid answers in both spans.' }),
  insideRange: z.boolean().meta({ description: 'Whether `points` lies inside `liftRange`.' }),
  isFinal: z.boolean().meta({ description: 'false: measured again with each scoring until the window after is full.' }),
})
export type MeasuredLift = z.output<typeof measuredLift>

const listed = {
  id: id('recommendation'),
  brandId: id('brand'),
  kind: z.enum(recommendationKinds),
  fingerprint: untrusted.meta({
    description:
      'Kind and subject: the same situation has the same one at every scoring. Subjects may be found words and sites.',
  }),
  status: z.enum(recommendationStatuses),
  reason: z.string().nullable().meta({ description: 'Why it was dismissed.' }),
  title: untrusted.meta({ description: 'May quote answers, searches and sites.' }),
  summary: untrusted.meta({ description: 'The evidence and what to do, in words.' }),
  effort: z.enum(efforts),
  estimatedLift: points.meta({
    description:
      'Whole points of composite, by the counterfactual of GET /scoring-method. Lifts of two recommendations do not add up.',
  }),
  liftRange: range,
  successRate: z.number().min(0).max(1).meta({
    description: 'Share of the gap that such advice is assumed to close; stated per kind in GET /scoring-method.',
  }),
  window: z.string().meta({ example: '28d' }),
  from: day,
  to: day.meta({ description: 'Last day of the evidence.' }),
  answers: count.meta({ description: 'Valid answers that show it.' }),
  platforms: z.array(z.string()).meta({ description: 'Slugs of the platforms it is about.' }),
  simulated: z
    .boolean()
    .meta({ description: 'Whether simulated answers stand behind it: then it measures nothing real.' }),
  createdAt: instant,
  updatedAt: instant.meta({ description: 'Last change of state, evidence or lift.' }),
  seenAt: instant.meta({ description: 'When the evidence was last found.' }),
  doneAt: instant.nullable(),
  measuredLift: measuredLift
    .nullable()
    .meta({ description: 'What happened after `done`. null: not done, or fewer than 7 days with answers since.' }),
}
export const recommendationSummary = z.object(listed)
export type RecommendationSummary = z.output<typeof recommendationSummary>

const share = {
  answers: count.meta({ description: 'Valid answers.' }),
  named: count.meta({ description: 'Of them, those that name the brand.' }),
}

export const recommendationEvidence = z.object({
  prompts: z
    .array(
      z.object({
        promptId: id('prompt'),
        prompt: z.string(),
        ...share,
        rivals: count.meta({ description: 'Answers that name one of `rivals`, the most named one.' }),
      }),
    )
    .meta({ description: 'Of the cells’ prompts, up to 20, those that weigh most first.' }),
  promptCount: count,
  platforms: z.array(z.object({ slug: z.string(), ...share })),
  rivals: z
    .array(z.object({ entityId: id('competitor'), name: z.string(), ...share }))
    .meta({ description: 'Competitors that have what the brand lacks here; `named` counts them.' }),
  sources: z.array(z.object({ domain: untrusted, url: untrusted.nullable(), answers: count })),
  searches: z
    .array(z.object({ search: untrusted, answers: count }))
    .meta({ description: 'What the platforms searched for.' }),
  quotes: z.array(z.object({ text: untrusted, answerId: id('answer') })).meta({ description: 'Parts of answers.' }),
  answerIds: z.array(id('answer')).meta({ description: 'Up to 20 of the answers that show it, newest first.' }),
})
export type RecommendationEvidence = z.output<typeof recommendationEvidence>

export const recommendation = z.object({
  ...listed,
  nextStatuses: z.array(z.enum(recommendationStatuses)).meta({ description: 'What PATCH may set.' }),
  evidence: recommendationEvidence,
  cells: z
    .array(
      z.object({
        promptId: id('prompt'),
        platform: z.string(),
        answers: count.meta({ description: 'Valid answers in the window.' }),
        value: z.number().min(0).max(1).meta({ description: 'The brand’s mean value.' }),
        target: z.number().min(0).max(1).meta({ description: 'Median value of the rivals that have what it lacks.' }),
        reach: z.number().min(0).max(1).meta({ description: 'Share of the answers that the advice is about.' }),
        points: partOfPoints.meta({ description: 'Part of the lift, three decimals.' }),
      }),
    )
    .meta({ description: 'Up to 200 prompt × platform pairs, those that bring most first.' }),
  cellCount: count,
})
export type Recommendation = z.output<typeof recommendation>

const brandPath = z.strictObject({ id: id('brand') })
const recommendationPath = z.strictObject({ id: brandOrIts, sid: id('recommendation') })

export const recommendationOperations = {
  listSuggestions: get({
    id: 'listSuggestions',
    path: '/brands/{id}/suggestions',
    tag: 'Recommendations',
    summary: 'List a brand’s recommendations, the one that brings most first',
    description:
      'By lift, then lower effort, then age. Without `status` those still open (new, accepted, in_progress); the first of them is the score’s topRecommendation.',
    scope: 'recommendations:read',
    params: brandPath,
    query: z.strictObject({
      status: z
        .enum([...recommendationStatuses, 'open', 'all'])
        .default('open')
        .meta({ description: '`open`: new, accepted or in_progress.' }),
      effort: z.enum(efforts).optional(),
      kind: z.enum(recommendationKinds).optional(),
      limit,
      cursor,
    }),
    output: page(recommendationSummary),
    errors: ['resource_not_found', 'invalid_cursor'],
  }),
  getSuggestion: get({
    id: 'getSuggestion',
    path: '/brands/{id}/suggestions/{sid}',
    tag: 'Recommendations',
    summary: 'Get a recommendation with its evidence and cells',
    scope: 'recommendations:read',
    params: recommendationPath,
    output: recommendation,
    errors: ['resource_not_found'],
  }),
  updateSuggestion: patch({
    id: 'updateSuggestion',
    path: '/brands/{id}/suggestions/{sid}',
    tag: 'Recommendations',
    summary: 'Move a recommendation on',
    description:
      'new → accepted → in_progress → done; any of the first three → dismissed, with a reason; dismissed → new. What has expired comes back by itself when its evidence does. After `done` the lift is measured.',
    scope: 'recommendations:write',
    params: recommendationPath,
    body: z
      .strictObject({
        status: z.enum(['new', 'accepted', 'in_progress', 'done', 'dismissed']),
        reason: typedText(500).optional().meta({ description: 'Why it is dismissed; with `dismissed` only.' }),
      })
      .refine(({ status, reason }) => status !== 'dismissed' || reason !== undefined, {
        message: 'Say why it is dismissed.',
        path: ['reason'],
      })
      .refine(({ status, reason }) => status === 'dismissed' || reason === undefined, {
        message: 'Only a dismissal has a reason.',
        path: ['reason'],
      }),
    output: recommendation,
    errors: [...bodyProblems, 'resource_not_found', 'conflict'],
  }),
}
