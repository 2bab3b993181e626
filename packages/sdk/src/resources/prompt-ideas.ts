import { z } from 'zod'
import { post } from '../define.ts'
import { id } from '../ids.ts'
import { bodyProblems } from '../operation.ts'
import { typedText } from './common.ts'
import { country } from './prompts.ts'

export const promptIdea = z.object({
  text: z.string(),
  source: z.enum(['template', 'model']).meta({ description: 'Where it comes from.' }),
  topic: z.string().nullable().meta({ description: 'null where the question is about names, not about a topic.' }),
  intent: z.enum(['category', 'advice', 'price', 'alternative', 'comparison', 'trust']),
  country: z.string().nullable(),
  language: z.string(),
  branded: z.boolean().meta({ description: 'Names the brand: would be reported apart, outside the score.' }),
  duplicateOf: id('prompt')
    .nullable()
    .meta({ description: 'The active prompt that asks the same; letter case, accents and marks make no difference.' }),
})
export type PromptIdea = z.output<typeof promptIdea>

export const promptIdeaOperations = {
  suggestPrompts: post({
    id: 'suggestPrompts',
    path: '/brands/{id}/prompts/suggest',
    tag: 'Prompts',
    summary: 'Suggest prompts from topics, competitors and the market',
    description:
      'Templates of buyers’ questions; nothing is stored, and how often a question is asked is not claimed. With source=model they are written by the model of the organization’s own key, which an admin sets; that costs money, so it needs the scope prompts:write too. Add the ones you want with POST /brands/{id}/prompts.',
    scope: 'prompts:read',
    isWrite: false,
    params: z.strictObject({ id: id('brand') }),
    body: z.strictObject({
      source: z
        .enum(['templates', 'model'])
        .default('templates')
        .meta({ description: 'model: asked of the organization’s own model, at most 50 at a time.' }),
      topics: z
        .array(typedText(100))
        .max(20)
        .optional()
        .meta({ description: 'What buyers look for (crm software); the topics of the active prompts when left out.' }),
      language: z.enum(['en', 'de', 'fr', 'es']).default('en'),
      country: country.nullable().default(null).meta({ description: 'Adds questions that name the market.' }),
      limit: z.int().min(1).max(200).default(50),
    }),
    output: z.object({
      data: z.array(promptIdea),
      topics: z
        .array(z.string())
        .meta({ description: 'The topics that were used; none: only names were asked about.' }),
    }),
    errors: [...bodyProblems, 'resource_not_found', 'conflict'],
  }),
}
