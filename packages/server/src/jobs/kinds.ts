import type { JobSpec } from '../base/queue/jobs.ts'

/** Everything that is done in the background, by its payload. Payloads carry ids only: what they mean is read when the job runs. */
export type Jobs = {
  'start-run': { organizationId: string; runId: string }
  collect: { organizationId: string; slotId: string }
  extract: { organizationId: string; runId: string }
  're-extract': { organizationId: string; brandId: string; after: string }
  renew: { organizationId: string; brandId: string; version: number }
  judge: { organizationId: string; runId: string; after: string }
  score: { organizationId: string; brandId: string; runId: string | null }
  recommend: { organizationId: string; brandId: string }
  moves: { organizationId: string; brandId: string }
  'scheduled-run': { organizationId: string; brandId: string }
  deliver: { organizationId: string; webhookId: string }
  'deliver-again': { organizationId: string; webhookId: string }
  'tend-webhooks': { organizationId: string }
  'audit-site': { organizationId: string; brandId: string }
  'tend-answers': { organizationId: string }
  'tend-months': Record<string, never>
}
export type JobKind = keyof Jobs

/** Each platform has a task of its own, so that each has its own concurrency and none waits for another. */
export const collectTask = (platform: string): string => `collect:${platform}`

const brandQueue = (brandId: string): string => `brand:${brandId}`
const recommendQueue = (brandId: string): string => `recommend:${brandId}`
const movesQueue = (brandId: string): string => `moves:${brandId}`
const judgeQueue = (brandId: string): string => `judge:${brandId}`

export const startRunJob = (payload: Jobs['start-run']): JobSpec => ({
  task: 'start-run',
  payload,
  key: `start:${payload.runId}`,
})

export const collectJob = (payload: Jobs['collect'], platform: string): JobSpec => ({
  task: collectTask(platform),
  payload,
  key: `collect:${payload.slotId}`,
})

/** One waiting job a run, whatever the number of answers stored since; one after another within a brand. */
export const extractJob = (payload: Jobs['extract'], brandId: string): JobSpec => ({
  task: 'extract',
  payload,
  key: `extract:${payload.runId}`,
  queue: brandQueue(brandId),
})

export const reExtractJob = (payload: Jobs['re-extract']): JobSpec => ({
  task: 're-extract',
  payload,
  key: `re-extract:${payload.brandId}`,
  queue: brandQueue(payload.brandId),
})

/** Behind all other jobs of its pool. */
const LAST = 30_000

/** One after another with the brand's other extraction, and behind it. */
export const renewJob = (payload: Jobs['renew']): JobSpec => ({
  task: 'renew',
  payload,
  key: `renew:${payload.brandId}`,
  queue: brandQueue(payload.brandId),
  priority: LAST,
})

/** In no queue: the step that makes this job still holds the brand's, and would let it wait for the next poll. */
export const scoreJob = (payload: Jobs['score']): JobSpec => ({
  task: 'score',
  payload,
  key: `score:${payload.runId ?? payload.brandId}`,
})

/** In a queue of its own: it reads for long, and extraction need not wait for that. */
export const recommendJob = (payload: Jobs['recommend']): JobSpec => ({
  task: 'recommend',
  payload,
  key: `recommend:${payload.brandId}`,
  queue: recommendQueue(payload.brandId),
})

/** In a queue of its own, as it reads for long too, and its news does not wait for advice. */
export const movesJob = (payload: Jobs['moves']): JobSpec => ({
  task: 'moves',
  payload,
  key: `moves:${payload.brandId}`,
  queue: movesQueue(payload.brandId),
})

/** One after another within a brand, so that a run's questions are counted; waited for by nobody. */
export const judgeJob = (payload: Jobs['judge'], brandId: string, delayMs?: number): JobSpec => ({
  task: 'judge',
  payload,
  key: `judge:${payload.runId}`,
  queue: judgeQueue(brandId),
  ...(delayMs !== undefined && { delayMs }),
})

export const scheduledRunJob = (payload: Jobs['scheduled-run'], runAt: Date): JobSpec => ({
  task: 'scheduled-run',
  payload,
  key: `schedule:${payload.brandId}`,
  runAt,
})

/** One waiting job an endpoint: it sends all that is due there. */
export const deliverJob = (payload: Jobs['deliver'], runAt?: Date): JobSpec => ({
  task: 'deliver',
  payload,
  key: `deliver:${payload.webhookId}`,
  ...(runAt && { runAt }),
})

/**
 * What an endpoint's sender appoints for itself: apart from the jobs that events bring, which are due at once, so that
 * neither takes the other's place. Failing endpoints have a task, and places, of their own.
 */
export const appointedDeliverJob = (payload: Jobs['deliver'], delayMs: number, isFailing: boolean): JobSpec => ({
  task: isFailing ? 'deliver-again' : 'deliver',
  payload,
  key: `deliver-next:${payload.webhookId}`,
  delayMs,
})

/** One waiting job a brand: asked for now, it takes the place of the one appointed for later. */
export const auditSiteJob = (payload: Jobs['audit-site'], runAt?: Date): JobSpec => ({
  task: 'audit-site',
  payload,
  key: `audit-site:${payload.brandId}`,
  ...(runAt && { runAt }),
})

/** An organization's daily round over its deliveries. */
export const tendWebhooksJob = (payload: Jobs['tend-webhooks'], runAt?: Date): JobSpec => ({
  task: 'tend-webhooks',
  payload,
  key: `tend-webhooks:${payload.organizationId}`,
  ...(runAt && { runAt }),
})

/** An organization's daily round over its answers. */
export const tendAnswersJob = (payload: Jobs['tend-answers'], delayMs: number): JobSpec => ({
  task: 'tend-answers',
  payload,
  key: `tend-answers:${payload.organizationId}`,
  delayMs,
})

/** The installation's daily round over the parts of its tables; asked for by every process that starts. */
export const tendMonthsJob = (delayMs: number): JobSpec => ({
  task: 'tend-months',
  payload: {},
  key: 'tend-months',
  delayMs,
})
