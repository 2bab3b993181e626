import { z } from 'zod'
import { get } from '../define.ts'

const meaning = z.string()
const texts = <Key extends string>(...keys: Key[]) =>
  z.object(Object.fromEntries(keys.map((key) => [key, z.string()])) as Record<Key, z.ZodString>)

export const scoringMethod = z.object({
  scoringVersion: z.int().min(1).meta({ description: 'Each score carries the version it was made by.' }),
  summary: z.string(),
  terms: z.array(z.object({ term: z.string(), meaning })),
  surfaces: z.array(z.object({ surface: z.string(), meaning })),
  window: z.object({ default: z.string(), maxDays: z.int() }),
  outcomes: z.object({
    measured: z.array(z.string()),
    countedApart: z.array(z.string()),
    note: z.string(),
    triggerRate: z.string(),
  }),
  answerValue: z.object({
    formula: z.string(),
    byPlace: z.array(z.object({ place: z.int().min(1), andLater: z.boolean(), value: z.number().min(0).max(1) })),
    place: z.string(),
    note: z.string(),
  }),
  score: z.object({
    unit: z.string(),
    min: z.number(),
    max: z.number(),
    ...texts('panel', 'platform', 'composite', 'rounding', 'noData').shape,
  }),
  interval: z.object({
    level: z.number(),
    ...texts('samplingUnit', 'method', 'degenerate').shape,
    provisionalBelow: z.object({ prompts: z.int(), answers: z.int() }),
  }),
  trend: z.object({
    ...texts('compares', 'delta', 'relative', 'edges').shape,
    examples: z.array(z.object({ previous: z.number(), current: z.number(), delta: z.number(), relative: z.string() })),
    ...texts('significant', 'platformWide').shape,
  }),
  history: texts('points', 'panel', 'marks'),
  explanation: texts('contribution', 'potential', 'change', 'narrower'),
  examples: z
    .array(z.object({ number: z.string(), given: z.string(), result: z.string() }))
    .meta({ description: 'Each number worked out by hand; tests recompute them.' }),
  headToHead: texts('lead', 'places'),
  shareOfVoice: z.object({ formula: z.string(), bases: z.array(z.object({ basis: z.string(), meaning })) }),
  alerts: z.object({
    ...texts('threshold', 'once').shape,
    moves: z.array(z.object({ move: z.string(), meaning })),
    figures: z.object({
      notablePoints: z.number(),
      falseRate: z.number(),
      orderGap: z.number(),
      entrantShare: z.number(),
      entrantAnswers: z.int(),
    }),
  }),
  recommendations: z.object({
    window: z.string(),
    efforts: z.array(z.string()),
    ...texts('estimatedLift', 'reach', 'range').shape,
    rangeLevel: z.number(),
    rateSpread: z.number().meta({ description: 'A success rate may be off by this share of it, to both sides.' }),
    ...texts('rank').shape,
    minimum: z
      .object({ prompts: z.int(), answers: z.int(), lift: z.number(), newOfAKind: z.int() })
      .meta({ description: 'With fewer prompts or answers, or below this lift in points, no advice is given.' }),
    ...texts('known', 'states', 'measuredLift').shape,
    kinds: z.array(
      z.object({
        kind: z.string(),
        meaning,
        effort: z.string().meta({ description: 'Usual effort; a source’s or a page’s own may differ.' }),
        successRate: z
          .number()
          .min(0)
          .max(1)
          .meta({ description: 'Assumed share of the gap that such advice closes.' }),
        reason: z.string(),
      }),
    ),
  }),
})

export const scoringMethodOperations = {
  getScoringMethod: get({
    id: 'getScoringMethod',
    path: '/scoring-method',
    tag: 'Measuring',
    summary: 'Get how the numbers are made',
    scope: 'scores:read',
    output: scoringMethod,
  }),
}
