import { z } from 'zod'
import { get, patch, post, remove } from '../define.ts'
import { id } from '../ids.ts'
import { bodyProblems } from '../operation.ts'
import { answeredDryRun, askedDryRun, brandOrIts, cursor, deleted, instant, limit, page, typedText } from './common.ts'

/** A buyer's question with its circumstances (real ones reach 1,110 characters); longer texts are documents. */
export const PROMPT_MAX_LENGTH = 2_000

export const country = z
  .string()
  .regex(/^[A-Z]{2}$/, 'Must be an ISO 3166 country code in capitals, for example US.')
  .meta({ example: 'US' })
export const language = z
  .string()
  .regex(/^[a-z]{2}$/, 'Must be an ISO 639-1 language code, for example en.')
  .meta({ example: 'en' })

export const prompt = z.object({
  id: id('prompt'),
  brandId: id('brand'),
  text: z.string(),
  topic: z.string().nullable(),
  tags: z.array(z.string()),
  country: z.string().nullable(),
  language: z.string().nullable(),
  branded: z.boolean().meta({ description: 'Names the brand itself: reported apart, outside the score.' }),
  status: z.enum(['active', 'archived']),
  isPaused: z
    .boolean()
    .meta({ description: 'Above the plan’s number of prompts: not asked now; what was answered before still counts.' }),
  supersedesId: id('prompt')
    .nullable()
    .meta({ description: 'The version before an edit of the text; each version has its own series.' }),
  createdAt: instant,
  updatedAt: instant,
})
export type Prompt = z.output<typeof prompt>

const topic = typedText(100)
const tags = z.array(typedText(50)).max(20)

const newPrompt = z.strictObject({
  text: typedText(PROMPT_MAX_LENGTH).meta({ example: 'best crm for a small business' }),
  topic: topic.nullable().default(null),
  tags: tags.default([]),
  country: country.nullable().default(null),
  language: language.nullable().default(null),
})

const brandPath = z.strictObject({ id: id('brand') })
const promptPath = z.strictObject({ id: brandOrIts, pid: id('prompt') })

export const promptOperations = {
  listPrompts: get({
    id: 'listPrompts',
    path: '/brands/{id}/prompts',
    tag: 'Prompts',
    summary: 'List a brand’s prompts',
    scope: 'prompts:read',
    params: brandPath,
    query: z.strictObject({
      status: z.enum(['active', 'archived']).optional(),
      topic: z.string().max(100).optional(),
      tag: z.string().max(50).optional(),
      limit,
      cursor,
    }),
    output: page(prompt),
    errors: ['resource_not_found', 'invalid_cursor'],
  }),
  createPrompts: post({
    id: 'createPrompts',
    path: '/brands/{id}/prompts',
    tag: 'Prompts',
    summary: 'Add prompts, up to 200 at once',
    description: 'A prompt that is there already (same text, country and language) is reported, not added twice.',
    scope: 'prompts:write',
    params: brandPath,
    body: z.strictObject({ prompts: z.array(newPrompt).min(1).max(200), dryRun: askedDryRun }),
    output: z.object({
      data: z.array(prompt),
      duplicates: z.array(z.object({ index: z.int().min(0), promptId: id('prompt') })),
      dryRun: answeredDryRun,
    }),
    status: 201,
    errors: [...bodyProblems, 'resource_not_found', 'plan_limit_reached'],
  }),
  getPrompt: get({
    id: 'getPrompt',
    path: '/brands/{id}/prompts/{pid}',
    tag: 'Prompts',
    summary: 'Get a prompt',
    description: 'Archived ones too: what was answered to them stays readable.',
    scope: 'prompts:read',
    params: promptPath,
    output: prompt,
    errors: ['resource_not_found'],
  }),
  updatePrompt: patch({
    id: 'updatePrompt',
    path: '/brands/{id}/prompts/{pid}',
    tag: 'Prompts',
    summary: 'Change a prompt',
    description:
      'A new text makes a new version with an id and a series of its own; the old one is archived. Answers with the version in force.',
    scope: 'prompts:write',
    params: promptPath,
    body: z.strictObject({
      text: typedText(PROMPT_MAX_LENGTH).optional(),
      topic: topic.nullable().optional(),
      tags: tags.optional(),
      status: z.enum(['active', 'archived']).optional(),
    }),
    output: prompt,
    errors: [...bodyProblems, 'resource_not_found', 'conflict', 'plan_limit_reached'],
  }),
  archivePrompt: remove({
    id: 'archivePrompt',
    path: '/brands/{id}/prompts/{pid}',
    tag: 'Prompts',
    summary: 'Take a prompt out of the panel',
    description: 'Its answers stay and remain readable; it is not asked any more.',
    scope: 'prompts:write',
    params: promptPath,
    output: deleted,
    errors: ['resource_not_found'],
  }),
}
