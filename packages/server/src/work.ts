import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { platforms as catalogue } from '@sightline/sdk'
import { EXTRACTION_VERSION } from './engine/reading/extract.ts'
import { observing } from './observed.ts'
import { tendMonthsJob } from './jobs/kinds.ts'
import { startWorker, type Worker } from './jobs/worker.ts'
import type { Services } from './operations/context.ts'
import { auditSite } from './pipeline/audit-site.ts'
import type { Outbound } from './outbound/outbound.ts'
import { collect } from './pipeline/collect.ts'
import { createCrowd } from './pipeline/crowd.ts'
import { deliver, type Delivering } from './pipeline/deliver.ts'
import { createBookshelf } from './pipeline/bookshelf.ts'
import type { Pipeline } from './pipeline/context.ts'
import { extract, reExtract } from './pipeline/extract.ts'
import { tellMoves } from './pipeline/moves.ts'
import { judge } from './pipeline/judge.ts'
import { renew } from './pipeline/renew.ts'
import { recommend } from './pipeline/recommend.ts'
import { score } from './pipeline/score.ts'
import { startRun } from './pipeline/start-run.ts'
import { createPace } from './pipeline/pace.ts'
import { createSlotDesk } from './pipeline/slot-desk.ts'
import { createSkewAlarm } from './pipeline/skew.ts'
import { createStops } from './pipeline/stops.ts'
import { tendAnswers } from './pipeline/tend-answers.ts'
import { tendMonths } from './pipeline/tend-months.ts'
import { tendWebhooks } from './pipeline/tend-webhooks.ts'
import { createSender } from './platforms/send.ts'
import { runScheduled } from './scheduled.ts'
import type { Database } from './store/database.ts'
import { enqueue } from './store/queue.ts'
import type { AppOptions } from './app.ts'

/** The half of the house that works, joined: what jobs need, and who does them. */
export function createPipeline(
  options: AppOptions,
  database: Database,
  services: Services,
  signal: AbortSignal,
): Pipeline {
  const collecting = createCollecting(options, signal)
  return {
    database,
    now: services.now,
    newId: services.newId,
    platforms: new Map(options.platforms.map((platform) => [platform.slug, platform])),
    simulated: options.simulated ?? new Set(),
    extractionVersion: options.extractionVersion ?? EXTRACTION_VERSION,
    collecting,
    publicUrl: services.publicUrl,
    slots: createSlotDesk(database),
    pace: createPace({
      perMinute: options.perMinute ?? new Map(),
      nowMs: () => performance.now(),
      sleep: collecting.sleep,
    }),
    books: createBookshelf(),
    stops: createStops((platform, failure) => {
      options.telemetry?.platformStopped({ platform, code: failure.code })
      options.log.error('platform.stopped', { platform, code: failure.code, detail: failure.detail })
    }),
    onCollected: options.telemetry?.collected,
  }
}

export function createCollecting(
  { sleep = sleepUntilAborted, telemetry }: AppOptions,
  signal: AbortSignal,
): Pipeline['collecting'] {
  return {
    send: observing(telemetry).send(createSender()),
    sleep: (milliseconds) => sleep(milliseconds, signal),
    random: Math.random,
    now: () => performance.now(),
    // A longer pause is the queue's: the worker asks something else meanwhile.
    maxWaitMs: 5_000,
    signal,
  }
}

const sleepUntilAborted = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  setTimeout(milliseconds, undefined, { signal }).catch(() => {})

/** Endpoints that are sent to at once by this process. */
const DELIVERIES_AT_ONCE = { deliver: 100, 'deliver-again': 50 }
/** What is being sent when the process stops may still be answered. */
const LAST_ANSWERS_MS = 5_000

export function createDelivering(
  options: AppOptions,
  { database, now, sealing }: Services,
  outbound: Outbound,
  stopping: AbortSignal,
): Delivering {
  const ending = new AbortController()
  stopping.addEventListener('abort', () => globalThis.setTimeout(() => ending.abort(), LAST_ANSWERS_MS).unref())
  return {
    database,
    senderId: randomUUID(),
    now,
    sealing,
    outbound,
    userAgent: `Sightline/${options.version} (webhooks)`,
    chance: Math.random,
    crowd: {
      prompt: createCrowd(DELIVERIES_AT_ONCE.deliver),
      patient: createCrowd(DELIVERIES_AT_ONCE['deliver-again']),
    },
    onSent: observing(options.telemetry).sent,
    stopping,
    breathMs: options.deliveryBreathMs ?? 1_000,
    signal: ending.signal,
    watchSkew: createSkewAlarm(Date.now, (milliseconds) => options.log.error('clock.skewed', { milliseconds })),
  }
}

export async function startWork(
  options: AppOptions,
  services: Services,
  { pipeline, delivering }: { pipeline: Pipeline; delivering: Delivering },
  isService: boolean,
): Promise<Worker> {
  const concurrency = options.platformConcurrency ?? 6
  const worker = await startWorker({
    database: services.database,
    url: options.url,
    work: observing(options.telemetry).work({
      'start-run': (payload) => startRun(pipeline, payload),
      collect: (payload) => collect(pipeline, payload),
      extract: (payload) => extract(pipeline, payload),
      're-extract': (payload) => reExtract(pipeline, payload),
      renew: (payload) => renew(pipeline, payload),
      judge: (payload) => judge({ ...pipeline, asker: services.asker, callsARun: options.judgeCallsARun }, payload),
      score: (payload) => score(pipeline, payload),
      recommend: (payload) => recommend(pipeline, payload),
      moves: (payload) => tellMoves(pipeline, payload),
      'audit-site': (payload) => auditSite({ ...pipeline, site: options.site ?? null }, payload),
      'scheduled-run': (payload) => runScheduled(services, payload),
      'tend-webhooks': (payload) => tendWebhooks(pipeline, payload),
      'tend-answers': (payload) => tendAnswers(pipeline, payload),
      'tend-months': () => tendMonths(pipeline.database, options.ownerUrl),
      deliver: (payload) => deliver(delivering, payload, 'prompt'),
      'deliver-again': (payload) => deliver(delivering, payload, 'patient'),
    }),
    platforms: options.platforms.map(({ slug }) => ({ slug, concurrency })),
    absentPlatforms: isService ? catalogue.map(({ slug }) => slug).filter((slug) => !pipeline.platforms.has(slug)) : [],
    workerId: delivering.senderId,
    deliveries: DELIVERIES_AT_ONCE,
    // Four for an organization, one more for the others.
    concurrency: 5,
    onError: (event, facts) => options.log.error(event, facts),
  })
  if (options.ownerUrl && isService) await enqueue(services.database.directory, [tendMonthsJob(0)])
  return worker
}
