import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type CollectOptions, collect } from './collect.ts'
import { failure, failureOfStatus } from './failures.ts'
import type { Failure, Platform, Reply } from './platform.ts'
import { emptyReading, failedReading } from './reading.ts'
import type { Sent } from './send.ts'

const question = { text: 'q', locale: { country: null, language: null } }

const replyOf = (status: number, body = 'text', headers = {}): Reply => ({ status, headers, body })
const sent = (reply: Reply): Sent => ({ reply, failure: null })

/** Reads any text as the answer; `empty` deserves a fresh try, `rubbish` cannot be read, `more` wants another round. */
const platform = (overrides: Partial<Platform> = {}): Platform => ({
  slug: 'chatgpt',
  provider: 'test',
  surface: 'api',
  parserVersion: 1,
  timeoutMs: 1000,
  request: (_, replies) => {
    const isDone = replies.length > 0 && replies.at(-1)?.body !== 'more'
    return isDone ? null : { method: 'GET', url: `http://x/${replies.length}`, headers: {} }
  },
  failure: (reply): Failure | null => {
    if (reply.body === 'empty') return failure('once', 'empty_reply')
    return reply.body === 'rubbish' ? failure('garbled', 'unreadable') : failureOfStatus(reply)
  },
  read: (replies) => {
    const text = replies.map(({ body }) => body).join(' ')
    if (text === 'rubbish') return failedReading('unreadable')
    return text === 'empty' ? emptyReading() : emptyReading({ outcome: 'ok', finish: 'complete', text })
  },
  ...overrides,
})

/** Collects from a script of exchanges, the last one again and again; a clock that moves 10 ms an exchange. */
async function run(script: Sent[], options: Partial<CollectOptions> = {}, asked = platform()) {
  const pausesMs: number[] = []
  const urls: string[] = []
  let clock = 0
  const collected = await collect(asked, question, {
    send: async ({ url }) => {
      clock += 10
      urls.push(url)
      return script[Math.min(urls.length, script.length) - 1]!
    },
    sleep: async (milliseconds) => {
      clock += milliseconds
      pausesMs.push(milliseconds)
    },
    random: () => 0.5,
    now: () => clock,
    ...options,
  })
  return { ...collected, pausesMs, urls }
}

suite('Collecting one answer', () => {
  test('takes one exchange when all is well', async () => {
    const { reading, tries, latencyMs, failure, replies } = await run([sent(replyOf(200, 'hello'))])
    assert.deepEqual([reading.text, tries, latencyMs, failure, replies.length], ['hello', 1, 10, null, 1])
  })

  test('waits 1, 2, 4 seconds between four tries, and then gives the failure back', async () => {
    const { tries, pausesMs, failure, reading, replies } = await run([sent(replyOf(503))])
    assert.deepEqual([tries, pausesMs, failure?.code, replies.length], [4, [1000, 2000, 4000], 'overloaded', 1])
    assert.deepEqual([reading.outcome, reading.errorCode], ['failed', 'overloaded'])
  })

  test('spreads its waits by chance, and never waits less than the platform asked for', async () => {
    const pauses = async (random: number, reply: Reply) => (await run([sent(reply)], { random: () => random })).pausesMs
    assert.deepEqual(await pauses(0, replyOf(500)), [500, 1000, 2000])
    assert.deepEqual(await pauses(1, replyOf(500)), [1500, 3000, 6000])
    assert.deepEqual(await pauses(0, replyOf(429, '', { 'retry-after': '7' })), [7000, 7000, 7000])
    assert.deepEqual(await pauses(1, replyOf(429, '', { 'retry-after': '7' })), [7700, 7700, 7700])
  })

  test('answers after a failed try with the time of the good one alone', async () => {
    const network: Sent = { reply: null, failure: failure('wait', 'network') }
    const {
      reading,
      tries,
      latencyMs,
      failure: end,
    } = await run([network, sent(replyOf(529)), sent(replyOf(200, 'hello'))])
    assert.deepEqual([reading.text, tries, latencyMs, end], ['hello', 3, 10, null])
  })

  test('hands a wait that is too long to its caller', async () => {
    const { tries, pausesMs, failure } = await run([sent(replyOf(429, '', { 'retry-after': '60' }))], {
      maxWaitMs: 10_000,
    })
    assert.deepEqual([tries, pausesMs, failure?.kind, failure?.retryAfterMs], [1, [], 'wait', 60_500])
  })

  test('does not try again what will not change', async () => {
    for (const status of [400, 401, 404, 422]) assert.equal((await run([sent(replyOf(status))])).tries, 1)
  })

  test('starts afresh once for an empty or unreadable reply, and takes the second as it is', async () => {
    const mended = await run([sent(replyOf(200, 'rubbish')), sent(replyOf(200, 'hello'))])
    assert.deepEqual([mended.reading.text, mended.tries, mended.replies.length], ['hello', 2, 1])
    const empty = await run([sent(replyOf(200, 'empty'))])
    assert.deepEqual([empty.reading.outcome, empty.tries, empty.failure?.code], ['empty', 2, 'empty_reply'])
    const rubbish = await run([sent(replyOf(200, 'rubbish'))])
    assert.deepEqual([rubbish.reading.outcome, rubbish.reading.errorCode, rubbish.tries], ['failed', 'unreadable', 2])
  })

  test('a fresh try asks from the beginning', async () => {
    const { urls, reading } = await run([
      sent(replyOf(200, 'more')),
      sent(replyOf(200, 'empty')),
      sent(replyOf(200, 'hello')),
    ])
    assert.deepEqual([urls, reading.text], [['http://x/0', 'http://x/1', 'http://x/0'], 'hello'])
  })

  test('goes on for five more rounds at most', async () => {
    const { tries, replies, reading } = await run([sent(replyOf(200, 'more'))])
    assert.deepEqual([tries, replies.length, reading.outcome], [6, 6, 'ok'])
    const short = await run([sent(replyOf(200, 'more')), sent(replyOf(200, 'end'))])
    assert.deepEqual([short.reading.text, short.latencyMs], ['more end', 20])
  })

  test('a refusal that an adapter reads from an error stays a refusal', async () => {
    const refusing = platform({ read: () => emptyReading({ outcome: 'refused', finish: 'content_filter' }) })
    const { reading, failure } = await run([sent(replyOf(400))], {}, refusing)
    assert.deepEqual([reading.outcome, failure?.code], ['refused', 'bad_request'])
  })

  test('stops at shutdown: neither waits on nor asks again', async () => {
    const shutdown = new AbortController()
    const sleep = async () => shutdown.abort()
    const { tries, failure } = await run([sent(replyOf(503))], { sleep, signal: shutdown.signal })
    assert.deepEqual([tries, failure?.kind, failure?.code], [1, 'wait', 'aborted'])
  })
})
