import { z } from 'zod'
import { get } from '../define.ts'
import { id } from '../ids.ts'
import { interval, platformSlug, sample, surface, window } from './common.ts'
import { platformFilter, points, span, standing, topic, topicFilter } from './measured.ts'

const count = z.int().min(0)
const rate = z.number().min(0).max(1).nullable()

export const platformResult = z.object({
  slug: z.string().meta({ example: 'google-aio' }),
  key: z.string().meta({ example: 'google_aio' }),
  label: z.string(),
  surface: surface.nullable().meta({ description: 'How most answers were obtained; null: there are none.' }),
  score: points.nullable().meta({ description: 'null: no valid answer.' }),
  interval,
  sample,
  outcomes: z.object({
    ok: count,
    notTriggered: count,
    refused: count,
    empty: count,
    failed: count,
    unreadable: count,
  }),
  triggerRate: rate.meta({ description: 'shown ÷ asked; null: nothing came back.' }),
  shown: count.meta({ description: 'Answers shown: ok, refused, empty or unreadable.' }),
  asked: count.meta({ description: 'Answers shown and questions without one; failed ones are left out.' }),
  mentionRate: rate.meta({ description: 'named ÷ outcomes.ok.' }),
  named: count.meta({ description: 'Valid answers that name the brand.' }),
  acknowledgedAbsent: count.meta({ description: 'Of them, those that only say nothing is known of it.' }),
  meanPlace: z.number().min(1).nullable().meta({ description: 'placeSum ÷ placed.' }),
  placeSum: count,
  placed: count.meta({ description: 'Valid answers that name it as something known.' }),
  listed: count.meta({ description: 'Valid answers that offer it as an option.' }),
  citationRate: rate.meta({ description: 'cited ÷ outcomes.ok.' }),
  cited: count.meta({ description: 'Valid answers that cite a page of its own domains.' }),
  sentiment: z.object({ positive: count, neutral: count, negative: count, mixed: count }),
  simulated: z.boolean(),
})

const around = { ...standing, ...span, window: z.string(), topic: topicFilter }
const asked = { window: window.default('7d'), topic }

export const platformResultOperations = {
  listPlatformResults: get({
    id: 'listPlatformResults',
    path: '/brands/{id}/platform-results',
    tag: 'Platform results',
    summary: 'Get what each platform’s answers say of a brand',
    description: 'Platforms with answers in the window. Every rate stands beside the counts it is made from.',
    scope: 'results:read',
    params: z.strictObject({ id: id('brand') }),
    query: z.strictObject({ ...asked, platform: platformSlug.optional() }),
    output: z.object({ ...around, platform: platformFilter, data: z.array(platformResult) }),
    errors: ['resource_not_found', 'score_not_available'],
  }),
  getPlatformResult: get({
    id: 'getPlatformResult',
    path: '/brands/{id}/platform-results/{slug}',
    tag: 'Platform results',
    summary: 'Get what one platform’s answers say of a brand',
    scope: 'results:read',
    params: z.strictObject({ id: id('brand'), slug: z.string().max(64).meta({ example: 'chatgpt' }) }),
    query: z.strictObject(asked),
    output: z.object({ ...around, ...platformResult.shape }),
    errors: ['resource_not_found', 'score_not_available'],
  }),
}
