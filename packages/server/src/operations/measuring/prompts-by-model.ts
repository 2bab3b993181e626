import type { Brand, InputOf, Operations } from '@sightline/sdk'
import { Problem } from '@sightline/sdk'
import type { PromptIdea } from '../../engine/measuring/discovery/prompt-ideas.ts'
import { promptsQuestion } from '../../engine/measuring/discovery/prompts-by-model.ts'
import { estimatedTokens } from '../../engine/reading/judging/question.ts'
import { newDelimiter } from '../../base/prompt-delimiter.ts'
import type { ModelAnswer } from '../../models/model-client.ts'
import { modelKeyOf, type StoredModelKey } from '../../store/accounts/model-keys.ts'
import { addToModelUse, countModelCall, endModelUse } from '../../store/accounts/model-uses.ts'
import type { Context } from '../context.ts'
import { permit } from '../dispatcher.ts'
import { organizationOf } from '../tenant.ts'

/** What the questions are to be about. */
export type Subject = { brand: Brand; topics: string[]; competitors: string[]; present: string[] }

export type Wanted = InputOf<Operations['suggestPrompts']>['body']

/** More in one answer are variants of one another. */
const MOST_IDEAS = 50

/**
 * Buyers’ questions written by the organization's own model, with its own key. The call and what it cost are kept; nothing
 * of what it says is.
 * @throws Problem conflict without a key or with one that the provider refuses, service_unavailable when it gives nothing
 *   usable, insufficient_scope for a caller who may only read
 */
export async function promptsByModel(context: Context, subject: Subject, wanted: Wanted): Promise<PromptIdea[]> {
  permit({ scope: 'prompts:write' }, context.caller)
  const organizationId = organizationOf(context)
  const { services } = context
  const key = await modelKeyOf(context.db, organizationId)
  if (!key) throw new Problem('conflict', { message: NO_KEY })
  const count = Math.min(wanted.limit, MOST_IDEAS)
  const { language, country } = wanted
  const { brand, ...asked } = subject
  const question = promptsQuestion(
    { ...asked, brand: brand.name, domains: brand.domains, language, country, count },
    newDelimiter(),
  )
  const id = services.newId('request')
  const estimatedUsd = services.asker.estimatedUsd(key.model, estimatedTokens(question))
  const asking = {
    id,
    brandId: brand.id,
    kind: 'prompts' as const,
    provider: key.provider,
    model: key.model,
    estimatedUsd,
  }
  await services.database.transaction(organizationId, (db) =>
    countModelCall(db, organizationId, { ...asking, at: services.now() }, 1),
  )
  const answer = await services.asker.ask(organizationId, key, question, { maxTries: 1 })
  const wantedOf = { topics: subject.topics, count }
  const { threads } = services
  const ideas = answer.reply && (await threads.one(organizationId, 'promptIdeas', wantedOf, answer.reply.answer)).value
  await keep(context, id, answer, ideas)
  if (answer.failure) throw problemOf(key, answer.failure)
  if (!ideas || ideas.length === 0)
    throw new Problem('service_unavailable', { message: UNUSABLE, retryAfterSeconds: 5 })
  return ideas
}

const NO_KEY =
  'No model key is set, so no model can be asked. An admin sets the organization’s own key in its settings (Model key); source "templates" needs none.'
const UNUSABLE = 'The model gave no usable answer. Ask again, choose another model, or use source "templates".'

/** What it cost is kept whether it was of use or not. */
async function keep(
  { services, caller }: Context,
  id: string,
  { reply, failure }: ModelAnswer,
  ideas: PromptIdea[] | null,
): Promise<void> {
  const organizationId = caller.organization.id
  await services.database.transaction(organizationId, async (db) => {
    const at = services.now()
    if (reply) {
      const { inputTokens, outputTokens, usd } = reply
      await addToModelUse(db, organizationId, id, { results: ideas?.length ?? 0, inputTokens, outputTokens, usd, at })
    }
    const code = failure?.code ?? (ideas && ideas.length > 0 ? null : 'unreadable')
    if (code !== null) await endModelUse(db, organizationId, id, code, at)
  })
}

function problemOf(
  { provider, model }: StoredModelKey,
  { code, lasts, retryAfterMs }: NonNullable<ModelAnswer['failure']>,
): Problem {
  if (lasts === 'lasting')
    return new Problem('conflict', {
      message: `${provider} refused the request for ${model} (${code}). An admin checks the key, its credit and the model’s name in the settings (Model key); source "templates" needs none.`,
    })
  if (lasts === 'this') return new Problem('service_unavailable', { message: UNUSABLE, retryAfterSeconds: 5 })
  return new Problem('service_unavailable', {
    message: `${provider} does not answer right now (${code}). Ask again later, or use source "templates".`,
    retryAfterSeconds: Math.ceil((retryAfterMs ?? 5_000) / 1_000),
  })
}
