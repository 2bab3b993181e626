import { Problem, type Brand, type Prompt } from '@sightline/sdk'
import { buildBook, type Book } from '../engine/names/book.ts'
import { mentionsIn } from '../engine/names/mentions.ts'
import { scoreJob } from '../jobs/kinds.ts'
import { lockOrganization } from '../store/organizations.ts'
import {
  activePrompts,
  countActivePrompts,
  insertPrompts,
  listPrompts,
  promptById,
  setBranded,
  updatePrompt,
  type NewPrompt,
} from '../store/prompts.ts'
import { enqueue } from '../store/queue.ts'
import { isUniqueViolation } from '../store/errors.ts'
import { audit, organizationOf, requireBrand } from './tenant.ts'
import type { Context } from './context.ts'
import type { Handlers } from './handle.ts'
import { requirePlace } from './limits.ts'
import { pageOf, toPage } from './pages.ts'
import { fitToPlan } from './plan-fit.ts'
import { orTried } from './trial.ts'

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
    return orTried(context, body.dryRun, async () => {
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
  const fresh: NewPrompt[] = []
  const book = brandBook(brand)
  // Of one millisecond ids come in any order; lists follow them, and shall keep the order that was sent.
  const ids = wanted.map(() => context.services.newId('prompt')).toSorted()
  wanted.forEach((prompt, index) => {
    const known = present.get(sameness(prompt))
    if (known !== undefined) return duplicates.push({ index, promptId: known })
    const id = ids[index] ?? context.services.newId('prompt')
    present.set(sameness(prompt), id)
    return fresh.push({ ...prompt, id, isBranded: isBranded(prompt.text, book) })
  })
  if (fresh.length > 0) await requirePromptPlaces(context, fresh.length)
  const created = await insertPrompts(context.db, organizationOf(context), brand.id, fresh)
  return { created: created.toSorted((one, other) => (one.id < other.id ? -1 : 1)), duplicates }
}

/** After a change of the brand's names: which prompts name it now? */
export async function markBrandedPrompts(context: Context, brand: Brand): Promise<void> {
  const book = brandBook(brand)
  const prompts = await activePrompts(context.db, organizationOf(context), brand.id)
  const changed = prompts.filter((prompt) => isBranded(prompt.text, book) !== prompt.branded)
  for (const branded of [true, false])
    await setBranded(
      context.db,
      organizationOf(context),
      changed.filter((prompt) => prompt.branded !== branded).map((prompt) => prompt.id),
      branded,
    )
}

export const sameness = (prompt: { text: string; country: string | null; language: string | null }): string =>
  JSON.stringify([prompt.text, prompt.country, prompt.language])

/** Whether a text names the brand, for many texts. */
export function brandedTest(brand: Brand): (text: string) => boolean {
  const book = brandBook(brand)
  return (text) => isBranded(text, book)
}

const brandBook = (brand: Brand): Book => buildBook([{ ...brand, kind: 'brand' }])

const isBranded = (text: string, book: Book): boolean => mentionsIn(text, book).length > 0

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
      isBranded: isBranded(body.text, brandBook(brand)),
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
