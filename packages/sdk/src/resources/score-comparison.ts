import { z } from 'zod'
import { get } from '../define.ts'
import { id } from '../ids.ts'
import { askedDay, interval, platformSlug, sample, window } from './common.ts'
import { change, platformFilter, points, span, standing, topic, topicFilter } from './measured.ts'

const WINDOW = String.raw`[1-9]\d{0,2}[dw]`
const RANGE = String.raw`\d{4}-\d{2}-\d{2}\.\.\d{4}-\d{2}-\d{2}`

/** A span of days in a query: a window, or two days with two dots between them. */
const spanText = (...more: string[]) =>
  z
    .string()
    .regex(
      new RegExp(`^(${[...more, WINDOW, RANGE].join('|')})$`),
      'Must be a window, for example 7d, or two days, for example 2026-11-01..2026-11-30.',
    )
    .superRefine((text, context) => {
      const message = text.includes('..') ? faultOfRange(text) : more.includes(text) ? null : faultOfWindow(text)
      if (message !== null) context.addIssue({ code: 'custom', message })
    })

const faultOfWindow = (text: string): string | null => window.safeParse(text).error?.issues[0]?.message ?? null

function faultOfRange(text: string): string | null {
  const [from = '', to = ''] = text.split('..')
  for (const part of [from, to]) {
    const fault = askedDay.safeParse(part).error?.issues[0]
    if (fault) return fault.message
  }
  if (from > to) return 'Must not end before it begins.'
  return (Date.parse(to) - Date.parse(from)) / 86_400_000 >= 366 ? 'Must be at most 366 days.' : null
}

const compared = z.object({
  ...span,
  score: points.nullable().meta({ description: 'null: no valid answer in these days.' }),
  interval,
  sample,
  provisional: z.boolean(),
  simulated: z.boolean(),
})

export const scoreComparison = z.object({
  ...standing,
  platform: platformFilter,
  topic: topicFilter,
  a: compared,
  b: compared,
  overlapDays: z.int().min(0).meta({ description: 'Days in both: their answers damp the change.' }),
  change: change.nullable().meta({ description: 'From a to b. null: no pair has answers in both.' }),
})

export const scoreComparisonOperations = {
  compareScores: get({
    id: 'compareScores',
    path: '/brands/{id}/scores/compare',
    tag: 'Scores',
    summary: 'Compare a brand’s score in two spans of days',
    description:
      'The change is paired: only prompts and platforms with answers in both count, so that a new prompt is no change of the brand.',
    scope: 'scores:read',
    params: z.strictObject({ id: id('brand') }),
    query: z.strictObject({
      a: z
        .union([z.literal('previous'), spanText()])
        .default('previous')
        .meta({
          description:
            'The earlier: `from..to` in days, a window that ends with the last day with answers, or `previous`, as long as b and ending the day before it.',
        }),
      b: spanText()
        .default('7d')
        .meta({ description: 'The later: `from..to`, or a window that ends with the last day with answers.' }),
      platform: platformSlug.optional(),
      topic,
    }),
    output: scoreComparison,
    errors: ['resource_not_found', 'score_not_available'],
  }),
}
