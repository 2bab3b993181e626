import {
  ANSWER_MAX_LENGTH,
  Problem,
  importedAnswer,
  platformSlugs,
  type Brand,
  type ImportedAnswer,
  type OutputOf,
  type Operations,
  PROMPT_MAX_LENGTH,
} from '@sightline/sdk'
import { mapInSlices, yieldToEventLoop } from '../../base/event-loop.ts'
import { scheduleAnswerRetention } from '../../jobs/schedule.ts'
import { extractJob } from '../../jobs/kinds.ts'
import { answersSince } from '../../store/measuring/kept-answers.ts'
import { insertAnswers, knownExternalIds, type NewAnswer } from '../../store/measuring/answers.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import { activePrompts } from '../../store/measuring/prompts.ts'
import { enqueue } from '../../base/queue/jobs.ts'
import { insertRun } from '../../store/measuring/runs.ts'
import { insertStoredSlots } from '../../store/measuring/slots.ts'
import { audit, organizationOf } from '../tenant.ts'
import type { Context } from '../context.ts'
import { promptOf, takeWhatFits, type Accepted } from './import-room.ts'
import { refusePaused } from '../accounts/limits.ts'
import { addPrompts, sameness } from './prompts.ts'
import { reserve } from './runs.ts'

type Imported = OutputOf<Operations['importAnswers']>
type Rejected = Imported['rejected'][number]

export type ImportOptions = {
  surface: 'import' | 'simulated'
  allowNewPlatforms: boolean
  /** Who made simulated answers. */
  provider?: string
}

/**
 * Stores answers collected elsewhere, as a run of their own, with the prompts they bring. What is not good, or above the
 * plan, is told by its index, what is there already is counted; the rest is stored in one transaction and extracted by a job.
 * @throws Problem plan_limit_reached for a brand that the plan has paused
 */
export async function importAnswers(
  context: Context,
  brand: Brand,
  entries: unknown[],
  options: ImportOptions,
): Promise<Imported> {
  refusePaused(context, brand)
  const organizationId = organizationOf(context)
  const keptSince = await answersSince(context.db, organizationId)
  const { accepted, rejected } = await sift(entries, { ...options, keptSince }, context.now)
  // Of two imports of the same answers at the same time the second must see the first one's.
  if (accepted.length > 0) await lockOrganization(context.db, organizationId)
  const { fresh, duplicates } = await withoutDuplicates(context, brand, accepted)
  const { taken, refused } = await takeWhatFits(context, brand, fresh)
  const all = [...rejected, ...refused].toSorted((one, other) => one.index - other.index)
  if (taken.length === 0) return { runId: null, accepted: 0, duplicates, rejected: all }
  await reserve(context, taken.length)
  const promptIds = await promptsOf(context, brand, taken)
  const runId = context.services.newId('run')
  const platforms = [...new Set(taken.map(({ answer }) => answer.platform))].toSorted()
  await insertRun(context.db, organizationId, {
    id: runId,
    brandId: brand.id,
    kind: 'import',
    status: 'running',
    surface: options.surface,
    platforms,
    promptIds: null,
    repeats: 1,
    startedAt: context.now,
  })
  const answers = await mapInSlices(taken, ({ answer }, index) =>
    toStored(context, brand, runId, promptIds[index] as string, answer, options),
  )
  await insertAnswers(context.db, organizationId, answers)
  await insertStoredSlots(context.db, organizationId, runId, answers)
  await enqueue(context.db, [extractJob({ organizationId, runId }, brand.id)])
  await scheduleAnswerRetention(context.db, organizationId)
  await audit(context, 'answers.import', runId, { answers: answers.length })
  return { runId, accepted: answers.length, duplicates, rejected: all }
}

async function sift(
  entries: unknown[],
  options: SiftOptions,
  now: Date,
): Promise<{ accepted: Accepted[]; rejected: Rejected[] }> {
  const accepted: Accepted[] = []
  const rejected: Rejected[] = []
  for (const [index, entry] of entries.entries()) {
    const parsed = importedAnswer.safeParse(entry)
    const fault = parsed.success ? faultOf(parsed.data, options, now) : shapeFault(parsed.error.issues)
    if (fault) rejected.push({ index, ...fault })
    else if (parsed.success) accepted.push({ index, answer: { ...parsed.data, prompt: parsed.data.prompt.trim() } })
    await yieldToEventLoop()
  }
  return { accepted, rejected }
}

type SiftOptions = ImportOptions & {
  /** The first day whose answers are kept; null: all are. */
  keptSince: string | null
}
type Fault = { code: string; message: string }

function shapeFault(issues: { path: PropertyKey[]; message: string }[]): Fault {
  const [first] = issues
  const message = `${first?.path.join('.') || 'answer'}: ${first?.message ?? 'not valid'}`
  // It names fields as they were sent, and is kept with the request's idempotency key.
  return { code: 'invalid_answer', message: message.replaceAll('\0', '\ufffd').toWellFormed() }
}

/** An hour ahead of us is a clock that runs fast; more is a mistake in the data. */
const CLOCK_TOLERANCE_MS = 3_600_000

function faultOf(answer: ImportedAnswer, options: SiftOptions, now: Date): Fault | null {
  if (answer.text.length > ANSWER_MAX_LENGTH)
    return { code: 'text_too_long', message: `The text has more than ${ANSWER_MAX_LENGTH} characters.` }
  if (answer.prompt.trim() === '') return { code: 'prompt_empty', message: 'The prompt is empty.' }
  if (Array.from(answer.prompt).length > PROMPT_MAX_LENGTH)
    return { code: 'prompt_too_long', message: `The prompt has more than ${PROMPT_MAX_LENGTH} characters.` }
  if (!options.allowNewPlatforms && !(platformSlugs as string[]).includes(answer.platform))
    return {
      code: 'unknown_platform',
      message: `There is no platform ${answer.platform}; see GET /platforms, or set allowNewPlatforms.`,
    }
  if (answer.collectedAt && Date.parse(answer.collectedAt) > now.getTime() + CLOCK_TOLERANCE_MS)
    return { code: 'collected_in_future', message: 'collectedAt lies in the future.' }
  // Its day stands as it was counted: a single answer would take the place of all that are gone.
  if (
    answer.collectedAt &&
    options.keptSince !== null &&
    Date.parse(answer.collectedAt) < Date.parse(options.keptSince)
  )
    return {
      code: 'collected_too_long_ago',
      message: `Answers of days before ${options.keptSince} are not kept any more; the plan says for how long they are.`,
    }
  if (!textsOf(answer).every((text) => text.isWellFormed() && !text.includes('\0')))
    return { code: 'text_not_unicode', message: 'A text of it is not well-formed Unicode without NUL.' }
  return null
}

const textsOf = ({ text, prompt, model, externalId, citations }: ImportedAnswer): string[] =>
  [text, prompt, model, externalId, ...citations.flatMap(({ url, title }) => [url, title])].filter(
    (part) => part !== null,
  )

/** Within the batch and against what is stored; answers without an external id are never duplicates. */
async function withoutDuplicates(
  context: Context,
  brand: Brand,
  accepted: Accepted[],
): Promise<{ fresh: Accepted[]; duplicates: number }> {
  const ids = accepted.flatMap(({ answer }) => answer.externalId ?? [])
  const known = await knownExternalIds(context.db, organizationOf(context), brand.id, ids)
  const fresh = accepted.filter(({ answer }) => {
    if (answer.externalId === null) return true
    if (known.has(answer.externalId)) return false
    known.add(answer.externalId)
    return true
  })
  return { fresh, duplicates: accepted.length - fresh.length }
}

/** The id of each answer's prompt; prompts that are not there yet are added. */
async function promptsOf(context: Context, brand: Brand, taken: Accepted[]): Promise<string[]> {
  const wanted = taken.map(({ answer }) => ({ ...promptOf(answer), topic: null, tags: [] }))
  await addPrompts(context, brand, wanted)
  const active = new Map(
    (await activePrompts(context.db, organizationOf(context), brand.id)).map((prompt) => [sameness(prompt), prompt.id]),
  )
  return wanted.map((prompt) => {
    const id = active.get(sameness(prompt))
    if (id === undefined) throw new Problem('internal_error')
    return id
  })
}

function toStored(
  context: Context,
  brand: Brand,
  runId: string,
  promptId: string,
  answer: ImportedAnswer,
  options: ImportOptions,
): NewAnswer {
  const collectedAt = answer.collectedAt ? new Date(answer.collectedAt) : context.now
  const outcome = answer.text.trim() === '' && (answer.outcome ?? 'ok') === 'ok' ? 'empty' : (answer.outcome ?? 'ok')
  return {
    // The id carries the instant of collection, so that answers sort by it.
    id: context.services.newId('answer', collectedAt),
    brandId: brand.id,
    runId,
    promptId,
    platform: answer.platform,
    surface: options.surface,
    outcome,
    finish: null,
    errorCode: null,
    externalId: answer.externalId,
    model: answer.model,
    country: answer.locale?.country ?? null,
    language: answer.locale?.language ?? null,
    text: answer.text,
    raw: null,
    findings: { citations: citationsOf(context, answer), listed: [], searches: null },
    inputTokens: null,
    outputTokens: null,
    searchesCount: null,
    costUsd: null,
    costBasis: null,
    provider: options.provider ?? null,
    parserVersion: null,
    tries: null,
    latencyMs: null,
    collectedAt,
  }
}

/** One entry a page; what is no web address is no citation. */
function citationsOf(context: Context, answer: ImportedAnswer): NewAnswer['findings']['citations'] {
  const byUrl = new Map<string, NewAnswer['findings']['citations'][number]>()
  for (const { url, title } of answer.citations) {
    const source = context.services.readSource(url, title)
    if (!source) continue
    const known = byUrl.get(source.url)
    if (known) known.count += 1
    else byUrl.set(source.url, { ...source, spans: [], count: 1 })
  }
  return [...byUrl.values()]
}
