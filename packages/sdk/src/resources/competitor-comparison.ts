import { z } from 'zod'
import { get } from '../define.ts'
import { id } from '../ids.ts'
import { interval, sample, window } from './common.ts'
import { partOfPoints, points, span, standing } from './measured.ts'

/** More makes a table nobody reads. */
const MAX_COMPARED = 20

const MAX_PROMPTS = 200

const answers = z.int().min(0)

const difference = z.object({
  delta: partOfPoints.meta({ description: 'In points, one decimal.' }),
  interval,
  significant: z.boolean().meta({ description: 'Whether the 95 % interval leaves out 0.' }),
  pairs: z.int().min(1).meta({ description: 'Pairs of prompt and platform it is made from.' }),
})

/** Where a lead comes from. */
const leadParts = z.object({
  platforms: z.array(z.object({ slug: z.string(), label: z.string(), lead: difference })),
  topics: z
    .array(z.object({ topic: z.string(), prompts: z.int().min(1), lead: difference }))
    .meta({ description: 'Of the prompts that have a topic, by topic.' }),
  prompts: z
    .array(
      z.object({
        promptId: id('prompt'),
        prompt: z.string(),
        topic: z.string().nullable(),
        answers,
        named: answers.meta({ description: 'Of the answers, those that name the brand.' }),
        competitorNamed: answers,
        delta: partOfPoints.meta({ description: 'Lead in answers to this prompt alone: too few for an interval.' }),
      }),
    )
    .meta({ description: `The ${MAX_PROMPTS} with the widest difference, whoever leads.` }),
  promptCount: answers,
})
export type LeadParts = z.output<typeof leadParts>

/** How one name stands in a window. */
const entryStanding = {
  score: points,
  interval,
  shareOfVoice: points.meta({ description: 'Among the brand and all its competitors.' }),
  named: answers.meta({ description: 'Of the sample’s valid answers, those that name it.' }),
  trend: difference.nullable().meta({ description: 'Against the window before. null: nothing to compare with.' }),
}
export const competitorStanding = z.object({ ...span, ...entryStanding })

export const competitorComparison = z.object({
  ...standing,
  ...span,
  window: z.string(),
  sample,
  provisional: z.boolean(),
  entries: z
    .array(
      z.object({
        entityId: z.string(),
        name: z.string(),
        kind: z.enum(['brand', 'competitor']),
        ...entryStanding,
        platforms: z.array(
          z.object({ slug: z.string(), label: z.string(), score: points, interval, sample, named: answers }),
        ),
      }),
    )
    .meta({ description: 'The brand first, then the competitors as asked for.' }),
  headToHead: z.array(
    z.object({
      competitorId: id('competitor'),
      name: z.string(),
      lead: difference.meta({ description: 'Score of the brand less that of the competitor, in the same answers.' }),
      answers: z.object({
        both: answers.meta({ description: 'Valid answers that name both.' }),
        brandFirst: answers.meta({ description: 'Of both: the brand has the better place.' }),
        competitorFirst: answers,
        level: answers.meta({ description: 'Of both: same place, or neither has one.' }),
        onlyBrand: answers,
        onlyCompetitor: answers,
        neither: answers,
      }),
      parts: leadParts.nullable().meta({ description: 'By platform, topic and prompt; null without include=parts.' }),
    }),
  ),
})

const competitorIds = z
  .string()
  .transform((text) => [...new Set(text.split(','))])
  .pipe(z.array(id('competitor')).min(1).max(MAX_COMPARED))
  .optional()
  .meta({
    description: `Ids with commas between them, up to ${MAX_COMPARED}; the first ${MAX_COMPARED} competitors when left out.`,
  })

export const competitorComparisonOperations = {
  compareCompetitors: get({
    id: 'compareCompetitors',
    path: '/brands/{id}/competitors/compare',
    tag: 'Competitors',
    summary: 'Compare a brand with its competitors, head to head',
    scope: 'competitors:read',
    params: z.strictObject({ id: id('brand') }),
    query: z.strictObject({
      competitorIds,
      window: window
        .refine((text) => Number.parseInt(text, 10) * (text.endsWith('w') ? 7 : 1) <= 92, 'Must be at most 92 days.')
        .default('7d'),
      include: z.enum(['parts']).optional(),
    }),
    output: competitorComparison,
    errors: ['resource_not_found', 'score_not_available'],
  }),
}
