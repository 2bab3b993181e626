import { Problem } from '@sightline/sdk'
import type { PromptIdea } from '../engine/discovery/prompt-ideas.ts'
import { promptsQuestion, readPrompts } from '../engine/discovery/prompts-by-model.ts'
import { estimatedTokens } from '../engine/judging/question.ts'
import { newFence } from '../fence.ts'
import type { ModelAnswer } from '../model-asker.ts'
import { modelKeyOf, type StoredModelKey } from '../store/model-keys.ts'
import { addToModelUse, countModelCall, endModelUse } from '../store/model-uses.ts'
import type { Context } from './context.ts'
import { permit } from './handle.ts'
import type { Subject, Wanted } from './prompt-ideas.ts'
import { organizationOf } from './tenant.ts'

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
    newFence(),
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
  const ideas = answer.reply && readPrompts(answer.reply.answer, subject.topics, count)
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
  return new Problem('service_unavailable', {
    message: `${provider} does not answer right now (${code}). Ask again later, or use source "templates".`,
    retryAfterSeconds: Math.ceil((retryAfterMs ?? 5_000) / 1_000),
  })
}
