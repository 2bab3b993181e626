import { z } from 'zod'
import { sessionGet, sessionPatch, sessionPut, sessionRemove } from '../define.ts'
import { id } from '../ids.ts'
import { bodyProblems } from '../operation.ts'
import { instant } from './common.ts'

/** Whose chat models can be asked with an organization's own key. */
export const modelProviders = ['openai', 'anthropic'] as const
export type ModelProvider = (typeof modelProviders)[number]

/** Asked where none is chosen: small models, as the questions are small. */
export const defaultModels: Record<ModelProvider, string> = {
  openai: 'gpt-5.6-luna',
  anthropic: 'claude-haiku-4-5',
}

/** What is told of a stored key: never the key itself. */
export const modelKey = z.object({
  provider: z.enum(modelProviders),
  model: z.string(),
  last4: z.string().meta({ description: 'The last four characters of the key.' }),
  judges: z.boolean().meta({ description: 'Whether the model is asked about what the rules left ambiguous.' }),
  setAt: instant,
})
export type ModelKey = z.output<typeof modelKey>

const count = z.int().min(0)
const usd = z.number().min(0).nullable()

/** One round of asking. */
export const modelUse = z.object({
  kind: z.enum(['judge', 'prompts']),
  runId: id('run').nullable().meta({ description: 'Of a judge, the run whose answers it was asked about.' }),
  brandId: id('brand'),
  provider: z.enum(modelProviders),
  model: z.string(),
  calls: count,
  results: count.meta({ description: 'Places that got a verdict; of prompts, ideas that came.' }),
  inputTokens: count,
  outputTokens: count,
  estimatedUsd: usd.meta({ description: 'By list price before asking; null: this model’s price is not known here.' }),
  usd: usd.meta({ description: 'By list price and the tokens told; the bill is the provider’s.' }),
  failure: z.string().nullable().meta({ description: 'Why the round ended early, for example invalid_key.' }),
  startedAt: instant,
})
export type ModelUse = z.output<typeof modelUse>

const model = z
  .string()
  .regex(/^[\w.:/-]{1,100}$/, 'Must be the name of a model, as its provider writes it.')
  .meta({ example: 'claude-haiku-4-5' })
const judges = z.boolean().meta({ description: 'Off unless you turn it on: each question costs you money.' })

const standing = z.object({
  key: modelKey.nullable().meta({ description: 'null: none is set, and no model is asked for anything.' }),
  uses: z.array(modelUse).meta({ description: 'The newest 50 rounds, newest first.' }),
})

export const modelKeyOperations = {
  getModelKey: sessionGet({
    id: 'getModelKey',
    path: '/model-key',
    tag: 'Model key',
    summary: 'See the organization’s own model key and what it was used for',
    role: 'admin',
    output: standing,
  }),
  setModelKey: sessionPut({
    id: 'setModelKey',
    path: '/model-key',
    tag: 'Model key',
    summary: 'Set the organization’s own key for a model',
    description:
      'Takes the place of the one before. Kept encrypted and never told again. What is asked with it is billed by the provider.',
    role: 'admin',
    body: z.strictObject({
      provider: z.enum(modelProviders),
      key: z
        .string()
        .trim()
        .regex(/^[\x21-\x7e]{16,500}$/, 'Must be the provider’s API key: 16 to 500 characters without spaces.')
        .meta({ example: 'sk-ant-…' }),
      model: model.optional().meta({ description: 'A small one of the provider when left out.' }),
      judges: judges.default(false),
    }),
    output: standing,
    errors: bodyProblems,
  }),
  updateModelKey: sessionPatch({
    id: 'updateModelKey',
    path: '/model-key',
    tag: 'Model key',
    summary: 'Turn the judge on or off, or choose another model',
    role: 'admin',
    body: z.strictObject({ model: model.optional(), judges: judges.optional() }),
    output: standing,
    errors: [...bodyProblems, 'resource_not_found'],
  }),
  removeModelKey: sessionRemove({
    id: 'removeModelKey',
    path: '/model-key',
    tag: 'Model key',
    summary: 'Remove the organization’s own model key',
    description: 'Nothing is asked of a model from now on. Verdicts that were given stay, with the model’s name.',
    role: 'admin',
    output: standing,
  }),
}
