import { collect as ask, type Collected } from '../../platforms/collect.ts'
import type { Failure, Platform, Question } from '../../platforms/platform.ts'
import { failedReading } from '../../platforms/reading.ts'
import { collectJob, type Jobs } from '../../jobs/kinds.ts'
import type { NewAnswer } from '../../store/measuring/answers.ts'
import { isOutOfTime } from '../../base/db/id-span.ts'
import { enqueue } from '../../base/queue/jobs.ts'
import { countBusy, renameSlot, type OpenSlot as Slot } from '../../store/measuring/slots.ts'
import type { Pipeline } from '../context.ts'
import { readerOf } from './platform-reader.ts'
import { storable } from './storable.ts'

/** Turns a busy platform gets before its silence is stored as a failed answer, so that a run can end. */
const BUSY_TURNS = 5
const BUSY_PAUSE_MS = 5_000
/** A vendor of searches counts by the hour; who wants a longer pause gets no answer in this run. */
const LONGEST_PAUSE_MS = 3_600_000

/**
 * Asks one question and stores what came back, whatever it is, exactly once. The slot is settled and the answer stored in
 * one transaction, and only while the slot waits: a second answer to the same question (after a kill) is thrown away.
 */
export async function collect(pipeline: Pipeline, { organizationId, slotId }: Jobs['collect']): Promise<void> {
  const open = () => pipeline.slots.open(organizationId, slotId)
  const slot = await open()
  if (!slot) return
  if (isOutOfTime(slotId, pipeline.now())) return planAnew(pipeline, organizationId, slotId, slot)
  // The turn may be long in coming, and what was cancelled meanwhile is not asked.
  const isStopped = pipeline.breaker.failureOf(slot.platform, pipeline.now()) !== undefined
  if (!isStopped && (await pipeline.throttle.turn(slot.platform)) && !(await open())) return
  const platform = pipeline.platforms.get(slot.platform)
  const question = { text: slot.text, locale: { country: slot.country, language: slot.language } }
  const collected = platform && (await askUnlessStopped(pipeline, organizationId, platform, question))
  if (collected?.failure?.code === 'aborted') return handOver(pipeline, organizationId, slotId, slot)
  if (
    collected?.failure?.kind === 'wait' &&
    (await waitsLonger(pipeline, organizationId, slotId, slot, collected.failure))
  )
    return
  const answer = collected ? toAnswer(pipeline, slotId, slot, platform, collected) : notSetUp(pipeline, slotId, slot)
  const isStored = await pipeline.slots.settle(organizationId, answer)
  const { platform: slug, outcome, latencyMs, costUsd } = answer
  if (isStored) pipeline.onCollected?.({ platform: slug, outcome, seconds: (latencyMs ?? 0) / 1_000, costUsd })
}

/**
 * Nobody worked for weeks: the answer would lie where nobody looks for one of this day, as statements about days look for
 * ids of these days alone (`base/db/id-span.ts`). Under a new id it is asked for at once.
 */
async function planAnew(pipeline: Pipeline, organizationId: string, slotId: string, slot: Slot): Promise<void> {
  const { database, newId, now } = pipeline
  const id = newId('answer', now())
  await database.transaction(organizationId, async (db) => {
    if (await renameSlot(db, organizationId, slotId, id))
      await enqueue(db, [{ ...collectJob({ organizationId, slotId: id }, slot.platform), priority: 0 }])
  })
}

/** A platform that refused the key or has no credit is not asked again for a while: every question would be refused alike. */
async function askUnlessStopped(
  pipeline: Pipeline,
  organizationId: string,
  platform: Platform,
  question: Question,
): Promise<Collected> {
  const stopped = pipeline.breaker.failureOf(platform.slug, pipeline.now())
  if (stopped) return { reading: failedReading(stopped.code), replies: [], tries: 0, latencyMs: 0, failure: stopped }
  const collected = await ask(
    platform,
    question,
    pipeline.collecting,
    readerOf(pipeline.threads, organizationId, platform),
  )
  if (collected.failure?.kind === 'stop') pipeline.breaker.open(platform.slug, collected.failure, pipeline.now())
  return collected
}

/** The process is stopping: the next one asks this question, at once and as if nobody had tried. */
async function handOver({ database }: Pipeline, organizationId: string, slotId: string, slot: Slot): Promise<void> {
  await database.transaction(organizationId, (db) =>
    enqueue(db, [{ ...collectJob({ organizationId, slotId }, slot.platform), priority: 0 }]),
  )
}

/** Puts the question off until the platform has had the pause it wants. @returns false when it had its turns */
async function waitsLonger(
  { database, now }: Pipeline,
  organizationId: string,
  slotId: string,
  slot: Slot,
  failure: Failure,
): Promise<boolean> {
  if ((failure.retryAfterMs ?? 0) > LONGEST_PAUSE_MS + 1_000) return false
  return database.transaction(organizationId, async (db) => {
    const turns = await countBusy(db, organizationId, slotId)
    if (turns >= BUSY_TURNS) return false
    const runAt = new Date(now().getTime() + (failure.retryAfterMs ?? BUSY_PAUSE_MS * 2 ** turns))
    await enqueue(db, [{ ...collectJob({ organizationId, slotId }, slot.platform), runAt }])
    return true
  })
}

function toAnswer(pipeline: Pipeline, id: string, slot: Slot, platform: Platform, collected: Collected): NewAnswer {
  const { replies, tries, latencyMs } = collected
  const reading = storable(collected.reading)
  return {
    ...base(pipeline, id, slot),
    surface: pipeline.simulated.has(slot.platform) ? 'simulated' : platform.surface,
    outcome: reading.outcome,
    finish: reading.finish,
    errorCode: reading.errorCode,
    model: reading.model,
    text: reading.text,
    raw: replies.map((reply) => reply.body),
    findings: {
      citations: reading.citations,
      listed: reading.listed,
      searches: reading.searches,
      location: reading.location,
      unknownItems: reading.unknownItems,
    },
    inputTokens: reading.usage.inputTokens,
    outputTokens: reading.usage.outputTokens,
    searchesCount: reading.usage.searches,
    costUsd: reading.cost.usd,
    costBasis: reading.cost.basis,
    provider: platform.provider,
    parserVersion: platform.parserVersion,
    tries,
    latencyMs: Math.round(latencyMs),
  }
}

/** The platform's key was taken away between the plan and its turn. */
function notSetUp(pipeline: Pipeline, id: string, slot: Slot): NewAnswer {
  return {
    ...base(pipeline, id, slot),
    surface: 'api',
    outcome: 'failed',
    finish: 'error',
    errorCode: 'not_set_up',
    model: null,
    text: '',
    raw: null,
    findings: { citations: [], listed: [], searches: null },
    inputTokens: null,
    outputTokens: null,
    searchesCount: null,
    costUsd: null,
    costBasis: null,
    provider: null,
    parserVersion: null,
    tries: 0,
    latencyMs: null,
  }
}

function base(pipeline: Pipeline, id: string, slot: Slot) {
  return {
    id,
    brandId: slot.brandId,
    runId: slot.runId,
    promptId: slot.promptId,
    platform: slot.platform,
    externalId: null,
    country: slot.country,
    language: slot.language,
    collectedAt: pipeline.now(),
  }
}
