import { Problem, type Brand, type Prompt } from '@sightline/sdk'
import { scoreJob } from '../../jobs/kinds.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import {
  activePrompts,
  countActivePrompts,
  insertPrompts,
  listPrompts,
  promptById,
  setBranded,
  updatePrompt,
  type NewPrompt,
} from '../../store/measuring/prompts.ts'
import { enqueue } from '../../base/queue/jobs.ts'
import { isUniqueViolation } from '../../base/db/errors.ts'
import { audit, organizationOf, requireBrand } from '../tenant.ts'
import type { Context } from '../context.ts'
import type { Handlers } from '../dispatcher.ts'
import { requirePlace } from '../accounts/limits.ts'
import { pageOf, toPage } from '../pages.ts'
import { fitToPlan } from '../accounts/plan-fit.ts'
import { maybeDryRun } from '../savepoint.ts'

type PromptHandlers = Pick<Handlers, 'listPrompts' | 'getPrompt' | 'createPrompts' | 'updatePrompt' | 'archivePrompt'>

export const promptHandlers: PromptHandlers = {
  listPrompts: async (context, { params, query }) => {
    await requireBrand(context, params.id)
    const filter = { ...pageOf(context, query), status: query.status, topic: query.topic, tag: query.tag }
    return toPage(context, query, await listPrompts(context.db, organizationOf(context), params.id, filter))
  },

  getPrompt: async (context, { params }) => {
    const brand = await requireBrand(context, params.id)
    const prompt = await promptById(context.db, organizationOf(context), brand.id, params.pid)
    if (!prompt) throw new Problem('resource_not_found')
    return prompt
  },

  createPrompts: async (context, { params, body }) => {
    const brand = await requireBrand(context, params.id)
    return maybeDryRun(context, body.dryRun, async () => {
      const { created, duplicates } = await addPrompts(context, brand, body.prompts)
      await audit(context, 'prompt.create', brand.id, { prompts: created.map((prompt) => prompt.id) })
      return { data: created, duplicates, dryRun: body.dryRun }
    })
  },

  updatePrompt: async (context, { params, body }) => {
    const brand = await requireBrand(context, params.id)
    if (body.status !== undefined) await lockOrganization(context.db, organizationOf(context))
    const before = await promptById(context.db, organizationOf(context), brand.id, params.pid)
    if (!before) throw new Problem('resource_not_found')
    if (body.status === 'active' && before.status === 'archived') await requirePromptPlaces(context, 1)
    const isNewText = body.text !== undefined && body.text !== before.text
    const prompt = isNewText
      ? await supersede(context, brand, before, { ...body, text: body.text as string })
      : await change(context, before, body)
    if (body.status !== undefined) await fitToPlan(context)
    await panelChanged(context, brand.id)
    const moved = prompt.id === before.id && prompt.status !== before.status ? { status: prompt.status } : {}
    await audit(context, 'prompt.update', params.pid, { current: prompt.id, ...moved })
    return prompt
  },

  archivePrompt: async (context, { params }) => {
    await requireBrand(context, params.id)
    await lockOrganization(context.db, organizationOf(context))
    const archived = await updatePrompt(context.db, organizationOf(context), params.id, params.pid, {
      status: 'archived',
    })
    if (archived) {
      await fitToPlan(context)
      await panelChanged(context, params.id)
      await audit(context, 'prompt.archive', params.pid)
    }
    return { id: params.pid, deleted: true as const }
  },
}

export type WantedPrompt = Pick<NewPrompt, 'text' | 'topic' | 'tags' | 'country' | 'language'>

/**
 * Adds those that are not there yet. Two are the same when text, country and language are.
 * @throws Problem plan_limit_reached when the new ones do not all fit the plan
 */
export async function addPrompts(
  context: Context,
  brand: Brand,
  wanted: WantedPrompt[],
): Promise<{ created: Prompt[]; duplicates: { index: number; promptId: string }[] }> {
  const present = new Map(
    (await activePrompts(context.db, organizationOf(context), brand.id)).map((prompt) => [sameness(prompt), prompt.id]),
  )
  const duplicates: { index: number; promptId: string }[] = []
  const added: (WantedPrompt & { id: string })[] = []
  // Of one millisecond ids come in any order; lists follow them, and shall keep the order that was sent.
  const ids = wanted.map(() => context.services.newId('prompt')).toSorted()
  wanted.forEach((prompt, index) => {
    const known = present.get(sameness(prompt))
    if (known !== undefined) return duplicates.push({ index, promptId: known })
    const id = ids[index] ?? context.services.newId('prompt')
    present.set(sameness(prompt), id)
    return added.push({ ...prompt, id })
  })
  const branded = await brandedTexts(
    context,
    brand,
    added.map(({ text }) => text),
  )
  const fresh: NewPrompt[] = added.map((prompt) => ({ ...prompt, isBranded: branded.has(prompt.text) }))
  if (fresh.length > 0) await requirePromptPlaces(context, fresh.length)
  const created = await insertPrompts(context.db, organizationOf(context), brand.id, fresh)
  return { created: created.toSorted((one, other) => (one.id < other.id ? -1 : 1)), duplicates }
}

/** After a change of the brand's names: which prompts name it now? */
export async function markBrandedPrompts(context: Context, brand: Brand): Promise<void> {
  const prompts = await activePrompts(context.db, organizationOf(context), brand.id)
  const branded = await brandedTexts(
    context,
    brand,
    prompts.map(({ text }) => text),
  )
  const changed = prompts.filter((prompt) => branded.has(prompt.text) !== prompt.branded)
  for (const isNow of [true, false])
    await setBranded(
      context.db,
      organizationOf(context),
      changed.filter((prompt) => prompt.branded !== isNow).map((prompt) => prompt.id),
      isNow,
    )
}

export const sameness = (prompt: { text: string; country: string | null; language: string | null }): string =>
  JSON.stringify([prompt.text, prompt.country, prompt.language])

/**
 * Those of the texts that name the brand.
 * @throws Problem validation_failed for a text that takes too long to read
 */
export async function brandedTexts(context: Context, brand: Brand, texts: readonly string[]): Promise<Set<string>> {
  const reads = await context.services.threads.each(
    organizationOf(context),
    'names',
    [{ ...brand, kind: 'brand' }],
    texts,
    1,
  )
  const unread = reads.findIndex((read) => read.unread !== null)
  if (unread >= 0) throw new Problem('validation_failed', { message: unreadableText(texts[unread] ?? '') })
  return new Set(texts.filter((_, index) => reads[index]?.value))
}

const unreadableText = (text: string): string =>
  `The prompt "${text.slice(0, 60)}" takes too long to read. Shorten it, or write it differently.`

async function requirePromptPlaces(context: Context, added: number): Promise<void> {
  await requirePlace(context, 'prompts', added, () => countActivePrompts(context.db, organizationOf(context)))
}

type Change = {
  topic?: string | null | undefined
  tags?: string[] | undefined
  status?: 'active' | 'archived' | undefined
}

/** The old version keeps its text and its series; the new one starts its own. */
async function supersede(
  context: Context,
  brand: Brand,
  before: Prompt,
  body: Change & { text: string },
): Promise<Prompt> {
  const organizationId = organizationOf(context)
  await updatePrompt(context.db, organizationId, brand.id, before.id, { status: 'archived' })
  const [created] = await insertPrompts(context.db, organizationId, brand.id, [
    {
      id: context.services.newId('prompt'),
      text: body.text,
      topic: body.topic === undefined ? before.topic : body.topic,
      tags: body.tags ?? before.tags,
      country: before.country,
      language: before.language,
      isBranded: (await brandedTexts(context, brand, [body.text])).has(body.text),
      isPaused: before.isPaused,
      supersedesId: before.id,
    },
  ])
  if (!created) throw twin()
  return created
}

async function change(context: Context, before: Prompt, body: Change): Promise<Prompt> {
  const changed = await updatePrompt(context.db, organizationOf(context), before.brandId, before.id, body).catch(
    (error: unknown) => {
      throw isUniqueViolation(error) ? twin() : error
    },
  )
  if (!changed) throw new Problem('resource_not_found')
  return changed
}

const twin = (): Problem =>
  new Problem('conflict', { message: 'There is an active prompt with this text, country and language already.' })

/** The score is made of the active prompts, so a change of the panel changes it without a new answer. */
async function panelChanged(context: Context, brandId: string): Promise<void> {
  await enqueue(context.db, [scoreJob({ organizationId: organizationOf(context), brandId, runId: null })])
}
