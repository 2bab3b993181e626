import type { KeyObject } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { appointedDeliverJob, deliverJob, type Jobs } from '../../jobs/kinds.ts'
import { signingKey } from '../../base/outbound/sign.ts'
import { secretPlace, type Encryption } from '../../base/encryption.ts'
import type { Database } from '../../base/db/database.ts'
import type { Db } from '../../base/db/db.ts'
import {
  appointments,
  claimDeliveries,
  freeClaimsOf,
  lockEndpoint,
  otherSenders,
  type Claim,
} from '../../store/notifying/delivery-claims.ts'
import { deadAmong } from '../../base/queue/heartbeat.ts'
import { cancelJob, enqueue, type JobSpec } from '../../base/queue/jobs.ts'
import { webhookSecrets } from '../../store/notifying/webhook-secrets.ts'
import type { TenantCap, Admission } from '../../base/fairness/tenant-cap.ts'
import { sendDelivery, type Sending, type Sent } from './send-delivery.ts'
import { settleAttempts } from './settle-attempts.ts'

/** The prompt lane is for endpoints that answer; the patient one for those that fail, so that nobody waits behind them. */
export type Lane = 'prompt' | 'patient'

export type Delivering = Sending & {
  database: Database
  /** Names this process in what it claims; known to be alive while it is. */
  senderId: string
  encryption: Encryption
  /** In [0, 1). */
  chance(): number
  caps: Record<Lane, TenantCap>
  /** Told of every attempt. */
  onSent?: ((sent: Sent) => void) | undefined
  /** Ends the taking of more: the process stops. */
  stopping: AbortSignal
  /** Between the portions of an endpoint that was away, and before an organization that has its share asks again. */
  breathMs: number
  /** Compares this machine's clock with the database's. */
  watchSkew(databaseNow: Date): void
}

/** Sent to an endpoint at once; to one that fails, one after another. */
const AT_ONCE = 4
/** Who says nothing for half as long again as the longest exchange takes is dead: 30 seconds. */
const LEASE_SHARE = 1.5
/** A job whose claims go on for longer appoints another one anew, should it fall silent. */
const INSURANCE_MS = 5_000
/** Of one endpoint in one job, before others have their turn. */
const FRESH_PER_JOB: Record<Lane, number> = { prompt: 100, patient: 10 }
/** Of those that were tried before: a receiver that comes back is not flooded. */
const RETRIED_PER_JOB = 10
/** Who fails slower than this keeps its place from others. */
const SLOW_MS = 1_000
/** What ends together is written together. */
const GATHER_MS = 5
const KEYS_MS = 1_000
const TRIES = 3
const RETRY_MS = 300

/**
 * Sends what is due at one endpoint. A short transaction claims, another writes what came of it; between them, outside of
 * any, it is sent. At least once: a sender that dies between the answer and its record leaves a claim that ends.
 */
export async function deliver(delivering: Delivering, job: Jobs['deliver'], lane: Lane): Promise<void> {
  const place = delivering.caps[lane].enter(job.organizationId)
  if (!place) return comeBack(delivering, job, lane)
  try {
    await drain(delivering, job, lane, place)
  } finally {
    place.leave()
  }
}

/** Gives its place to another organization's endpoints. */
async function comeBack({ database, chance, breathMs }: Delivering, job: Jobs['deliver'], lane: Lane): Promise<void> {
  const delayMs = breathMs * (1 + chance())
  const next = lane === 'prompt' ? { ...deliverJob(job), delayMs } : appointedDeliverJob(job, delayMs, true)
  await database.transaction(job.organizationId, (db) => enqueue(db, [next]))
}

/** What a job carries from turn to turn. */
type Progress = {
  /** What it may still take. */
  fresh: number
  retried: number
  /** Until when another one is appointed, should this one fall silent. */
  insuredUntilMs: number
  keys: readonly KeyObject[]
  keysReadAtMs: number
}

async function drain(delivering: Delivering, job: Jobs['deliver'], lane: Lane, place: Admission): Promise<void> {
  let progress: Progress = {
    fresh: FRESH_PER_JOB[lane],
    retried: RETRIED_PER_JOB,
    insuredUntilMs: 0,
    keys: [],
    keysReadAtMs: Number.NEGATIVE_INFINITY,
  }
  const underWay = new Set<Promise<void>>()
  const ended: Sent[] = []
  let isFirst = true
  do {
    // Who has more than its share by now sends what it has taken, and lets others in.
    if (!place.isWithinCap()) progress = { ...progress, fresh: 0 }
    const turn = { lane, sent: ended.splice(0), isFirst, isIdle: underWay.size === 0, progress }
    const taken = await tryAgain(() => takeTurn(delivering, job, turn))
    for (const claim of taken.claims) {
      const destination = { url: taken.url, keys: taken.progress.keys }
      const sending = sendDelivery(delivering, destination, claim).then((sent) => {
        ended.push(sent)
        delivering.onSent?.(sent)
        underWay.delete(sending)
        return undefined
      })
      // Should it ever throw, the race below tells; until somebody races, nobody would be listening.
      sending.catch(() => {})
      underWay.add(sending)
    }
    progress = taken.progress
    isFirst = false
    if (ended.length === 0 && underWay.size > 0) await Promise.race(underWay)
    if (underWay.size > 0) await Promise.race([Promise.all(underWay), pause(GATHER_MS)])
  } while (ended.length > 0 || underWay.size > 0)
}

/** What was sent must be written: a database that is away for a moment is asked again. */
async function tryAgain<Result>(work: () => Promise<Result>, tries = TRIES): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (tries <= 1) throw error
    await pause(RETRY_MS)
    return tryAgain(work, tries - 1)
  }
}

type Turn = {
  lane: Lane
  sent: readonly Sent[]
  isFirst: boolean
  /** Nothing else of this job is under way. */
  isIdle: boolean
  progress: Progress
}
type Taken = { claims: Claim[]; url: string; progress: Progress }

/** One transaction: writes what ended, takes what is due and, when there is nothing more to do, appoints the next job. */
async function takeTurn(delivering: Delivering, job: Jobs['deliver'], turn: Turn): Promise<Taken> {
  const { database, chance, watchSkew } = delivering
  const { organizationId, webhookId } = job
  const nothing = { claims: [], url: '', progress: turn.progress }
  return database.transaction(organizationId, async (db) => {
    const endpoint = await lockEndpoint(db, organizationId, webhookId)
    if (!endpoint) return nothing
    const now = delivering.now()
    watchSkew(endpoint.databaseNow)
    const after = await settleAttempts(db, job, endpoint, turn.sent, { now, chance })
    // Paused, disabled: whoever makes it active again appoints a job.
    if (after.status !== 'active') return nothing
    const standing = { now, isFailing: after.failingSince !== null }
    const { senderId } = delivering
    if (turn.isFirst) await freeDeadClaims(db, job, { now, senderId, leaseMs: leaseOf(delivering) })
    const claims = await claim(delivering, db, job, turn, standing)
    if (claims.length === 0) {
      if (turn.isIdle) await appointNext(delivering, db, job, turn, standing)
      return nothing
    }
    const keys = await keysOf(delivering, db, job, turn.progress, now)
    const progress = { ...progressAfter(turn.progress, claims), ...keys }
    // Should this process stop without dying, the queue leaves its job to it: another one looks when the claims have ended.
    if (progress.insuredUntilMs > turn.progress.insuredUntilMs)
      await enqueue(db, [appointedDeliverJob(job, progress.insuredUntilMs - now.getTime(), standing.isFailing)])
    return { claims, url: endpoint.url, progress }
  })
}

type EndpointState = { now: Date; isFailing: boolean }

const leaseOf = ({ outbound }: Delivering): number => Math.round(LEASE_SHARE * outbound.longestMs)

async function freeDeadClaims(
  db: Db,
  { organizationId, webhookId }: Jobs['deliver'],
  claiming: { now: Date; senderId: string; leaseMs: number },
): Promise<void> {
  const dead = await deadAmong(db, await otherSenders(db, organizationId, webhookId, claiming))
  if (dead.length > 0) await freeClaimsOf(db, organizationId, webhookId, dead, claiming)
}

/** A failing endpoint is left to the patient lane, and after a slow failure: the places are for those that answer. */
const mayTake = ({ lane, sent }: Turn, isFailing: boolean): boolean =>
  !isFailing || (lane === 'patient' && sent.every((one) => one.kind === 'made' && one.log.durationMs < SLOW_MS))

async function claim(
  delivering: Delivering,
  db: Db,
  { organizationId, webhookId }: Jobs['deliver'],
  turn: Turn,
  { now, isFailing }: EndpointState,
): Promise<Claim[]> {
  const { fresh, retried } = turn.progress
  if (delivering.stopping.aborted || fresh <= 0 || !mayTake(turn, isFailing)) return []
  return claimDeliveries(db, organizationId, webhookId, {
    now,
    senderId: delivering.senderId,
    leaseMs: leaseOf(delivering),
    atOnce: AT_ONCE,
    limit: Math.min(AT_ONCE, fresh),
    retried,
  })
}

function progressAfter(progress: Progress, claims: readonly Claim[]): Progress {
  const endsMs = Math.max(...claims.map(({ leaseEndsAt }) => leaseEndsAt.getTime()))
  return {
    ...progress,
    fresh: progress.fresh - claims.length,
    retried: progress.retried - claims.filter(({ attempts }) => attempts > 0).length,
    insuredUntilMs: progress.insuredUntilMs >= endsMs ? progress.insuredUntilMs : endsMs + INSURANCE_MS,
  }
}

/** The next job comes when something is due, or when the claims of others end; there is none when nothing waits. */
async function appointNext(
  delivering: Delivering,
  db: Db,
  job: Jobs['deliver'],
  turn: Turn,
  { now, isFailing }: EndpointState,
): Promise<void> {
  const { stopping, breathMs } = delivering
  const appointed = (delayMs: number): JobSpec => appointedDeliverJob(job, Math.max(0, delayMs), isFailing)
  const { first, later } = await appointments(db, job.organizationId, job.webhookId, now)
  if (first === null) return cancelJob(db, appointed(0))
  const untilFirstMs = first.getTime() - now.getTime()
  const { fresh, retried } = turn.progress
  if (retried <= 0) return enqueue(db, [appointed(Math.max(untilFirstMs, breathMs))])
  if (stopping.aborted || fresh <= 0 || !mayTake(turn, isFailing)) return enqueue(db, [appointed(untilFirstMs)])
  if (untilFirstMs > 0) return enqueue(db, [appointed(untilFirstMs)])
  // All that is due is under way elsewhere, for the time of a lease at most.
  const untilLaterMs = later ? later.getTime() - now.getTime() : Number.POSITIVE_INFINITY
  return enqueue(db, [appointed(Math.min(untilLaterMs, leaseOf(delivering)))])
}

/** Read anew every second: a secret that was replaced meanwhile is good for a day. */
async function keysOf(
  { encryption }: Delivering,
  db: Db,
  { organizationId, webhookId }: Jobs['deliver'],
  { keys, keysReadAtMs }: Progress,
  now: Date,
): Promise<Pick<Progress, 'keys' | 'keysReadAtMs'>> {
  if (now.getTime() - keysReadAtMs < KEYS_MS) return { keys, keysReadAtMs }
  const sealed = await webhookSecrets(db, organizationId, webhookId, now)
  if (sealed.length === 0) throw new Error(`The webhook ${webhookId} has no secret: nothing is sent unsigned.`)
  return {
    keys: sealed.map(({ sealed, number }) =>
      signingKey(encryption.unseal(sealed, secretPlace(organizationId, webhookId, number))),
    ),
    keysReadAtMs: now.getTime(),
  }
}
