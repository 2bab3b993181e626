import { z } from 'zod'
import { get } from '../define.ts'
import { id } from '../ids.ts'
import { day, instant, interval, sample, surface, window, untrusted } from './common.ts'
import { beyondRivals, points, PROVISIONAL } from './measured.ts'

export const brandScore = z.object({
  composite: points.meta({ description: 'Overall score, 0–100.' }),
  trend: z.object({
    delta: z
      .number()
      .min(-100)
      .max(100)
      .meta({ description: 'Change against the window before, in points, one decimal.' }),
    window: z.string().meta({ example: '7d' }),
    interval,
    significant: z.boolean().meta({ description: 'Whether the 95 % interval of the change leaves out 0.' }),
    comparable: z.boolean().meta({
      description: 'Whether there is a window before to compare with. false: delta is 0 because nothing is known.',
    }),
    beyondRivals,
    platformWide: z
      .number()
      .nullable()
      .meta({ description: 'Mean change of all tracked names on the same prompts, in points.' }),
  }),
  platforms: z.array(
    z.object({
      slug: z.string().meta({ example: 'google-aio' }),
      score: points,
      key: z.string().meta({ example: 'google_aio' }),
      label: z.string(),
      interval,
      sample,
      triggerRate: z
        .number()
        .min(0)
        .max(1)
        .meta({ description: 'Share of questions to which the platform showed an AI answer at all.' }),
      surface,
      provisional: z.boolean().meta({
        description: 'Fewer than 5 prompts or 10 valid answers: it weighs 0 while another platform has them.',
      }),
    }),
  ),
  topRecommendation: z
    .object({
      title: untrusted,
      estimatedLift: z.int().min(0).max(100).meta({ description: 'Points of composite.' }),
      effort: z.enum(['low', 'medium', 'high']),
      id: id('recommendation'),
    })
    .nullable()
    .meta({ description: 'null: nothing in the data asks for advice.' }),
  brandId: id('brand'),
  asOf: day.meta({ description: 'Last day of the window.' }),
  computedAt: instant,
  scoringVersion: z.int().min(1),
  sample,
  interval,
  significant: z.boolean(),
  provisional: z.boolean().meta({ description: PROVISIONAL }),
  weights: z.record(z.string(), z.number()).meta({
    description: 'Weight of each platform in the composite; 0 for one that is provisional while another is not.',
  }),
  simulated: z
    .boolean()
    .meta({ description: 'Whether simulated answers stand behind it: then it measures nothing real.' }),
})
export type BrandScore = z.output<typeof brandScore>

export const visibilityScores = z.object({
  compositeScore: points,
  platformScores: z.record(z.string(), points).meta({ example: { google_aio: 61, chatgpt: 70 } }),
  trend: z
    .string()
    .regex(/^[+-]\d+\.\d%$/)
    .meta({ description: 'Relative change of the composite.', example: '+5.0%' }),
  brandId: id('brand'),
  asOf: day,
  scoringVersion: z.int().min(1),
  sample,
  interval,
  simulated: z.boolean(),
})
export type VisibilityScores = z.output<typeof visibilityScores>

export const scoreOperations = {
  getBrandScore: get({
    id: 'getBrandScore',
    path: '/brands/{id}/score',
    tag: 'Scores',
    summary: 'Get a brand’s score with its interval',
    scope: 'scores:read',
    params: z.strictObject({ id: id('brand') }),
    query: z.strictObject({ window: window.default('7d') }),
    output: brandScore,
    errors: ['resource_not_found', 'score_not_available'],
  }),
  getVisibilityScores: get({
    id: 'getVisibilityScores',
    path: '/visibility/scores',
    tag: 'Scores',
    summary: 'Get the default brand’s scores as one map',
    scope: 'scores:read',
    query: z.strictObject({ brandId: id('brand').optional() }),
    output: visibilityScores,
    errors: ['resource_not_found', 'score_not_available'],
  }),
}
