import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { platforms as catalogue } from '@sightline/sdk'
import { EXTRACTION_VERSION } from '../engine/reading/extraction/extract.ts'
import { instrument } from './instrumentation.ts'
import { tendMonthsJob } from '../jobs/kinds.ts'
import type { Worker } from '../base/queue/worker.ts'
import { startWorker } from '../jobs/worker.ts'
import type { Services } from '../operations/context.ts'
import { auditSite } from '../pipeline/advising/audit-site.ts'
import type { Outbound } from '../base/outbound/outbound.ts'
import { collect } from '../pipeline/measuring/collect.ts'
import { createTenantCap } from '../base/fairness/tenant-cap.ts'
import { deliver, type Delivering } from '../pipeline/notifying/deliver.ts'
import type { Pipeline } from '../pipeline/context.ts'
import { extract, reExtract } from '../pipeline/reading/extract.ts'
import { tellMoves } from '../pipeline/advising/moves.ts'
import { judge } from '../pipeline/reading/judge.ts'
import { renew } from '../pipeline/reading/renew.ts'
import { recommend } from '../pipeline/advising/recommend.ts'
import { score } from '../pipeline/scoring/score.ts'
import { startRun } from '../pipeline/measuring/start-run.ts'
import { createThrottle } from '../base/fairness/throttle.ts'
import { createAnswerWriter } from '../pipeline/measuring/answer-writer.ts'
import { createClockSkewMonitor } from '../pipeline/notifying/clock-skew-monitor.ts'
import type { Failure } from '../platforms/platform.ts'
import { createCircuitBreaker } from '../base/circuit-breaker.ts'
import type { TextReading } from '../threads/text-threads.ts'
import { applyAnswerRetention } from '../pipeline/measuring/answer-retention.ts'
import { maintainPartitions } from '../pipeline/scoring/partition-maintenance.ts'
import { applyDeliveryRetention } from '../pipeline/notifying/delivery-retention.ts'
import { createSender } from '../platforms/send.ts'
import { runScheduled } from '../operations/measuring/scheduled.ts'
import type { Database } from '../base/db/database.ts'
import { enqueue } from '../base/queue/jobs.ts'
import type { AppOptions } from './options.ts'

/** What jobs need, and which function does which. */
export function createPipeline(
  options: AppOptions,
  database: Database,
  { services, threads }: { services: Services; threads: TextReading },
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
    slots: createAnswerWriter(database),
    throttle: createThrottle({
      perMinute: options.perMinute ?? new Map(),
      nowMs: () => performance.now(),
      sleep: collecting.sleep,
    }),
    threads,
    breaker: createCircuitBreaker<Failure>((platform, failure) => {
      options.telemetry?.platformStopped({ platform, code: failure.code })
      options.log.error('platform.stopped', { platform, code: failure.code, detail: failure.detail })
    }),
    onCollected: options.telemetry?.collected,
    onUnreadable: options.telemetry?.unreadable,
  }
}

export function createCollecting(
  { sleep = sleepUntilAborted, telemetry }: AppOptions,
  signal: AbortSignal,
): Pipeline['collecting'] {
  return {
    send: instrument(telemetry).send(createSender()),
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
  { database, now, encryption }: Services,
  outbound: Outbound,
  stopping: AbortSignal,
): Delivering {
  const ending = new AbortController()
  stopping.addEventListener('abort', () => globalThis.setTimeout(() => ending.abort(), LAST_ANSWERS_MS).unref())
  return {
    database,
    senderId: randomUUID(),
    now,
    encryption,
    outbound,
    userAgent: `Sightline/${options.version} (webhooks)`,
    chance: Math.random,
    caps: {
      prompt: createTenantCap(DELIVERIES_AT_ONCE.deliver),
      patient: createTenantCap(DELIVERIES_AT_ONCE['deliver-again']),
    },
    onSent: instrument(options.telemetry).sent,
    stopping,
    breathMs: options.deliveryBreathMs ?? 1_000,
    signal: ending.signal,
    watchSkew: createClockSkewMonitor(Date.now, (milliseconds) => options.log.error('clock.skewed', { milliseconds })),
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
    work: instrument(options.telemetry).work({
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
      'tend-webhooks': (payload) => applyDeliveryRetention(pipeline, payload),
      'tend-answers': (payload) => applyAnswerRetention(pipeline, payload),
      'tend-months': () => maintainPartitions(pipeline.database, options.ownerUrl),
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
  if (options.ownerUrl && isService) await enqueue(services.database.systemDb, [tendMonthsJob(0)])
  return worker
}
