import { failure as failed } from './failures.ts'
import type { Failure, Platform, Question, Reading, Reply } from './platform.ts'
import { failedReading } from './reading.ts'
import type { Send } from './send.ts'

export type CollectOptions = {
  send: Send
  sleep: (milliseconds: number) => Promise<void>
  /** From 0 to 1, for jitter. */
  random: () => number
  /** Milliseconds of any clock that only goes forward. */
  now: () => number
  /** Exchanges for one request of one answer; 4 (docs/platforms.md, "When a platform fails"). */
  maxTries?: number
  /** A longer wait is handed back as a failure with `retryAfterMs`, so that the job queue waits instead; no limit. */
  maxWaitMs?: number
  /** Ends the collection at shutdown: the running exchange is cut and nothing more is sent. */
  signal?: AbortSignal
}

export type Collected = {
  reading: Reading
  /** Everything that belongs to the answer, in order, and the last reply of a failure: what has to be kept (N29). */
  replies: Reply[]
  /** HTTP exchanges of any kind: each may have been billed. */
  tries: number
  /** Time of the exchanges that made the answer; waiting and failed tries are left out. */
  latencyMs: number
  failure: Failure | null
}

/** Who judges and reads replies: the platform itself, or somebody who does it for it elsewhere. */
export type Reader = {
  failure(reply: Reply): Promise<Failure | null> | Failure | null
  read(replies: Reply[]): Promise<Reading> | Reading
}

const maxRounds = 6

/** Asks one question on one platform until there is an answer, or a reason to give up. */
export async function collect(
  platform: Platform,
  question: Question,
  options: CollectOptions,
  reader: Reader = platform,
): Promise<Collected> {
  const { timeoutMs } = platform
  const replies: Reply[] = []
  let tries = 0
  let latencyMs = 0
  let isFresh = true
  for (let round = 0; round < maxRounds; round++) {
    const request = platform.request(question, replies)
    if (request === null) break
    const asked = await askPatiently({ timeoutMs, failure: reader.failure }, request, options)
    tries += asked.tries
    latencyMs += asked.latencyMs
    if (asked.reply) replies.push(asked.reply)
    if (asked.failure === null) continue
    const deservesFreshTry = asked.failure.kind === 'once' || asked.failure.kind === 'garbled'
    if (!deservesFreshTry || !isFresh) {
      return {
        reading: await readFailure(reader, replies, asked.failure),
        replies,
        tries,
        latencyMs,
        failure: asked.failure,
      }
    }
    isFresh = false
    round = -1
    latencyMs = 0
    replies.length = 0
  }
  return { reading: await reader.read(replies), replies, tries, latencyMs, failure: null }
}

type RequestResult = { reply: Reply | null; failure: Failure | null; tries: number; latencyMs: number }

/** One request with the waits of the retry table; ends with a good reply or a failure that waiting here cannot mend. */
export async function askPatiently(
  platform: Pick<Platform, 'timeoutMs'> & Pick<Reader, 'failure'>,
  request: NonNullable<ReturnType<Platform['request']>>,
  { send, sleep, random, now, maxTries = 4, maxWaitMs = Number.POSITIVE_INFINITY, signal }: CollectOptions,
): Promise<RequestResult> {
  const limits = { timeoutMs: platform.timeoutMs, ...(signal && { signal }) }
  for (let tries = 1; ; tries++) {
    const sentAt = now()
    const { reply, failure: noReply } = await send(request, limits)
    const latencyMs = Math.round(now() - sentAt)
    const failure = reply ? await platform.failure(reply) : noReply
    const asked = { reply, failure, tries, latencyMs }
    if (failure?.kind !== 'wait' || tries >= maxTries || signal?.aborted) return asked
    const waitMs = pauseMs(failure, tries, random)
    if (waitMs > maxWaitMs) return { ...asked, failure: { ...failure, retryAfterMs: waitMs } }
    await sleep(waitMs)
    if (signal?.aborted) return { ...asked, failure: failed('wait', 'aborted') }
  }
}

/** What the platform asked for and up to a tenth (at most a second) more, else 1, 2, 4, 8 s, half to one and a half. */
function pauseMs(failure: Failure, tries: number, random: () => number): number {
  const hint = failure.retryAfterMs
  if (hint !== null) return Math.ceil(hint + random() * Math.min(1000, hint / 10))
  return Math.round(1000 * 2 ** (tries - 1) * (0.5 + random()))
}

/** A refusal or an emptiness that the adapter can read stays one; everything else is a failed reading. */
async function readFailure(reader: Reader, replies: Reply[], failure: Failure): Promise<Reading> {
  const isJudged = failure.kind === 'never' || failure.kind === 'once' || failure.kind === 'garbled'
  const reading = isJudged && replies.length > 0 ? await reader.read(replies) : failedReading(failure.code)
  if (reading.outcome === 'ok') return failedReading(failure.code)
  return reading.outcome === 'failed' ? { ...reading, errorCode: failure.code } : reading
}
