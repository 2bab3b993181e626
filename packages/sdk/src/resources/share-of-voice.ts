import { z } from 'zod'
import { get } from '../define.ts'
import { id } from '../ids.ts'
import { platformSlug, window } from './common.ts'
import { platformFilter, points, span, standing, topic, topicFilter } from './measured.ts'
import { every, historyPeriod, historyQuery, mark } from './score-history.ts'

const answers = z.int().min(0)
const entityId = z.string().meta({ description: 'other: the names that nobody tracks, together.' })
const entity = { entityId, name: z.string(), kind: z.enum(['brand', 'competitor', 'other']) }
const share = {
  score: points.meta({ description: '100 × answers ÷ namings, whole points that sum to 100; all 0: nobody is named.' }),
  answers: answers.meta({ description: 'Valid answers that name it.' }),
}
const basis = z.enum(['tracked', 'all']).meta({
  description:
    'tracked: the brand and its competitors. all: beside them the untracked names that the answers set out, together as one entry, other.',
})
const counts = {
  answers: answers.meta({ description: 'Valid answers looked at.' }),
  namings: answers.meta({ description: 'Sum of the entries’ answers: what the shares are of.' }),
  answersLookedAt: answers.nullable().meta({
    description:
      'Of the answers, those read for untracked names: all, or as many of each day, whose count stands for the day. null: basis tracked.',
  }),
}

export const shareOfVoice = z.object({
  ...standing,
  ...span,
  window: z.string(),
  platform: platformFilter,
  topic: topicFilter,
  basis,
  ...counts,
  entries: z.array(z.object({ ...entity, ...share })).meta({ description: 'Most named first; other last.' }),
})

export const shareOfVoiceHistory = z.object({
  ...standing,
  ...span,
  every,
  platform: platformFilter,
  topic: topicFilter,
  basis,
  entities: z.array(z.object(entity)),
  points: z
    .array(
      z.object({
        ...historyPeriod,
        ...counts,
        simulated: z.boolean(),
        entries: z.array(z.object({ entityId, ...share })),
      }),
    )
    .meta({ description: 'Oldest first; a period without a valid answer is left out.' }),
  marks: z.array(mark),
})

const brandPath = z.strictObject({ id: id('brand') })

export const shareOfVoiceOperations = {
  getShareOfVoice: get({
    id: 'getShareOfVoice',
    path: '/brands/{id}/share-of-voice',
    tag: 'Share of voice',
    summary: 'Get whose names the answers bring up',
    scope: 'scores:read',
    isHeavy: true,
    params: brandPath,
    query: z.strictObject({
      platform: platformSlug.optional(),
      topic,
      window: window.default('7d'),
      basis: basis.default('tracked'),
    }),
    output: shareOfVoice,
    errors: ['resource_not_found', 'score_not_available'],
  }),
  getShareOfVoiceHistory: get({
    id: 'getShareOfVoiceHistory',
    path: '/brands/{id}/share-of-voice/history',
    tag: 'Share of voice',
    summary: 'Get whose names the answers bring up, over time',
    description: 'A competitor added today is looked for in all stored answers, so its line begins with the first.',
    scope: 'scores:read',
    isHeavy: true,
    params: brandPath,
    query: z.strictObject({ ...historyQuery, topic, basis: basis.default('tracked') }),
    output: shareOfVoiceHistory,
    errors: ['resource_not_found', 'score_not_available'],
  }),
}
