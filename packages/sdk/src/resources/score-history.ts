import { z } from 'zod'
import { get } from '../define.ts'
import { id } from '../ids.ts'
import { askedDay, day, platformSlug, untrusted } from './common.ts'
import { platformFilter, span, spanScore, standing } from './measured.ts'

/** What a point of a history covers. */
export const every = z.enum(['day', 'week', 'month']).meta({
  description:
    'day: the 7 days that end with it, as the score of a 7d window. week: Monday to Sunday. month: of the calendar.',
})

export const historyQuery = {
  from: askedDay.optional().meta({ description: '89 days before `to` when left out. At most 400 days in all.' }),
  to: askedDay.optional().meta({ description: 'The last day with answers when left out.' }),
  interval: every.default('day'),
  platform: platformSlug.optional(),
}

export const historyPeriod = {
  ...span,
  complete: z.boolean().meta({ description: 'Whether its last day is not after the last day with answers.' }),
}

const count = z.int().min(0).nullable()

export const mark = z
  .object({
    day,
    kind: z.enum(['model', 'prompts', 'competitors']),
    platform: z.string().nullable().meta({ description: 'For model: whose.' }),
    before: untrusted.nullable().meta({ description: 'For model: the one most answers came from before.' }),
    after: untrusted.nullable(),
    added: count.meta({ description: 'For prompts and competitors: how many.' }),
    removed: count,
    changed: count,
    names: z.array(z.string()).meta({ description: 'For competitors: which.' }),
  })
  .meta({ description: 'What besides the brand may have moved the numbers on that day.' })

export const scoreHistory = z.object({
  ...standing,
  ...span,
  every,
  platform: platformFilter,
  points: z
    .array(z.object({ ...historyPeriod, ...spanScore }))
    .meta({ description: 'Oldest first; a period without a valid answer is left out.' }),
  marks: z.array(mark),
})

export const scoreHistoryOperations = {
  getScoreHistory: get({
    id: 'getScoreHistory',
    path: '/brands/{id}/scores/history',
    tag: 'Scores',
    summary: 'Get a brand’s score over time, with what else changed',
    description:
      'Made from the stored answers with the prompts that are active today, so that a change of the prompts is no jump of the past.',
    scope: 'scores:read',
    params: z.strictObject({ id: id('brand') }),
    query: z.strictObject(historyQuery),
    output: scoreHistory,
    errors: ['resource_not_found', 'score_not_available'],
  }),
}
