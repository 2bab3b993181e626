import { z } from 'zod'
import { get } from '../define.ts'
import { id } from '../ids.ts'
import { interval, platformSlug, sample, window, wholeNumber } from './common.ts'
import { change, partOfPoints, place, platformFilter, points, span, spanScore, standing } from './measured.ts'

const value = z.number().min(0).max(1).meta({ description: 'Mean value 0–1 of the valid answers.' })
const answers = z.int().min(0)
const contribution = partOfPoints.meta({ description: 'Points it adds; all of them sum to `exact`.' })
const potential = partOfPoints.meta({ description: 'Points it would add beyond if each answer named the brand first.' })

const evidence = z
  .array(z.object({ answerId: id('answer'), place, value: z.number().min(0).max(1) }))
  .meta({ description: 'Answers, the best and the worst for the brand; of the last 28 days of the span.' })

const part = z.object({
  platform: z.string(),
  answers,
  value,
  contribution,
  potential,
  named: answers.meta({ description: 'Of the answers, those that name the brand.' }),
  places: z
    .array(z.object({ place: z.int().min(1).max(10), answers }))
    .meta({ description: 'Answers by place of the brand; 10 stands for the tenth and later.' }),
  evidence,
})

const moverSide = z.object({ value, answers, evidence })

export const scoreExplanation = z.object({
  ...standing,
  ...span,
  window: z.string(),
  platform: platformFilter,
  ...spanScore,
  exact: partOfPoints.meta({ description: 'The score with two decimals.' }),
  platforms: z.array(
    z.object({
      slug: z.string(),
      label: z.string(),
      score: points,
      exact: partOfPoints,
      weight: z.number().min(0),
      contribution,
      interval,
      sample,
    }),
  ),
  prompts: z.array(
    z.object({
      promptId: id('prompt'),
      prompt: z.string(),
      answers,
      value,
      contribution,
      potential,
      platforms: z.array(part),
    }),
  ),
  rest: z
    .object({ prompts: z.int().min(0), contribution, potential })
    .meta({ description: 'The prompts beyond `limit`, together.' }),
  change: z
    .object({
      ...span,
      ...change.shape,
      unpaired: z
        .object({ before: z.int().min(0), after: z.int().min(0) })
        .meta({ description: 'Pairs with valid answers only before, only after: outside the change.' }),
      movers: z
        .array(
          z.object({
            promptId: id('prompt'),
            prompt: z.string(),
            platform: z.string(),
            contribution: partOfPoints.meta({ description: 'Points of the change; all pairs’ sum to after − before.' }),
            before: moverSide,
            after: moverSide,
          }),
        )
        .meta({ description: 'What moved it most, up to 10.' }),
      rest: z.object({ pairs: z.int().min(0), contribution: partOfPoints }),
    })
    .nullable()
    .meta({ description: '`from` and `to`: the span compared with. null: no pair has answers in both.' }),
  narrower: z
    .object({
      prompts: z.int().min(2),
      width: z.number().min(0).meta({ description: 'Of the interval, in points.' }),
      morePrompts: z.int().min(1).meta({ description: 'So many more, alike in kind, would halve it.' }),
      halvedWidth: z.number().min(0),
      wish: z
        .object({
          width: z.number().min(0).meta({ description: '`intervalWidth`, or half of what it is now.' }),
          morePrompts: z
            .int()
            .min(0)
            .meta({ description: 'So many prompts more, alike in kind, would do. 0: it is that narrow.' }),
          timesAnswers: z.int().min(1).nullable().meta({
            description:
              'So many times as many answers to each prompt as now would do instead. null: no number does, because the prompts differ, or each has one answer and nothing tells how answers vary.',
          }),
          narrowestByAnswers: z
            .number()
            .min(0)
            .nullable()
            .meta({ description: 'What ever so many repeats of the same prompts leave; null: not known yet.' }),
        })
        .meta({ description: 'What would bring it to a wished width: either of both.' }),
    })
    .nullable()
    .meta({ description: 'null: no interval to halve.' }),
})

export const scoreExplanationOperations = {
  explainScore: get({
    id: 'explainScore',
    path: '/brands/{id}/scores/explain',
    tag: 'Scores',
    summary: 'From a score and its change to the answers behind them',
    scope: 'scores:read',
    params: z.strictObject({ id: id('brand') }),
    query: z.strictObject({
      platform: platformSlug.optional(),
      window: window.default('7d'),
      compareWindow: z
        .union([z.literal('previous'), window])
        .default('previous')
        .meta({
          description: 'Length of the span before the window to explain the change from; `previous`: equally long.',
        }),
      order: z
        .enum(['contribution', 'potential'])
        .default('contribution')
        .meta({ description: 'Which prompts first: those that add most, or those that could add most.' }),
      limit: wholeNumber({ max: 200, initial: 50 }).meta({ description: 'Prompts told one by one.' }),
      intervalWidth: z
        .preprocess(
          (sent) => (typeof sent === 'string' && !/^\d{1,3}(\.\d)?$/.test(sent) ? Number.NaN : sent),
          z.coerce.number().min(0.1).max(100),
        )
        .optional()
        .meta({
          // What is sent, for OpenAPI: a preprocessed value has no schema of its own.
          type: 'number',
          minimum: 0.1,
          maximum: 100,
          description:
            'How wide you wish the interval to be, in points from end to end; half of what it is when left out.',
          example: 10,
        }),
      evidence: wholeNumber({ min: 0, max: 5, initial: 1 }).meta({
        description: 'Best and worst answers a prompt and platform, so many of each.',
      }),
    }),
    output: scoreExplanation,
    errors: ['resource_not_found', 'score_not_available'],
  }),
}
