import assert from 'node:assert/strict'
import { everyProblem, type ProblemBody, type ProblemCode } from '@sightline/sdk'
import { parseList } from 'structured-headers'

/** An answer as it came over the wire. */
export type Reply = { status: number; headers: Headers; text: string }

export type Asked = { method?: string; key?: string; body?: unknown; headers?: Record<string, string> }

/** Asks the product, and holds its answer against what every answer must be. */
export const ask = async (url: string, asked: Asked = {}): Promise<Reply> => holdAnswer(await askAnybody(url, asked))

/** Asks a server that need not be the product; a body that is no string and no bytes is sent as JSON. */
export async function askAnybody(url: string, { method = 'GET', key, body, headers = {} }: Asked = {}): Promise<Reply> {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  const response = await fetch(url, {
    method,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    // Node's fetch takes any bytes; its type wants them backed by a plain ArrayBuffer.
    ...(body !== undefined && { body: isRaw ? (body as string) : JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** For the product's own client: its answers go through the same check. */
export const heldFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  holdAnswer({ status: response.status, headers: response.headers, text: await response.clone().text() })
  return response
}

/** Ids of this test run's answers: each is an answer's own. */
const seenIds = new Set<string>()

/**
 * What every answer of the product must be, whatever was asked and whichever test asked it (D11, E28): limits
 * as structured headers, an id of its own, and from 400 on the one shape.
 */
export function holdAnswer(reply: Reply): Reply {
  readLimits(reply)
  const requestId = reply.headers.get('x-request-id') ?? ''
  assert.match(requestId, /^req_[0-9a-z]{26}$/)
  assert.ok(!seenIds.has(requestId), `${requestId} names two answers`)
  seenIds.add(requestId)
  // HEAD has no body.
  if (reply.status < 400 || reply.text === '') return reply
  assert.equal(reply.headers.get('content-type'), 'application/json; charset=utf-8')
  const body = JSON.parse(reply.text) as ProblemBody
  assert.deepEqual(Object.keys(body), ['error'])
  const { error } = body
  const known = Object.entries(everyProblem).find(([code]) => code === error.code)
  assert.ok(known, `${error.code} is in the catalogue`)
  assert.equal(known[1].status, reply.status)
  assert.equal(error.status, reply.status)
  assert.equal(error.requestId, requestId)
  assert.ok(typeof error.message === 'string' && error.message.length > 0)
  for (const { path, code, message } of error.details)
    for (const text of [path, code, message]) assert.equal(typeof text, 'string')
  return reply
}

/** What every answer of 400 and above must be, whoever gave it: the product, the framework or Node. */
export function assertErrorShape(reply: Reply, status: number, code: ProblemCode): ProblemBody['error'] {
  assert.equal(reply.status, status, `${reply.status} ${reply.text.slice(0, 300)}`)
  assert.equal(reply.headers.get('content-type'), 'application/json; charset=utf-8')
  const { error } = JSON.parse(reply.text) as ProblemBody
  assert.equal(error.code, code, error.message)
  assert.equal(error.status, status)
  assert.equal(everyProblem[code].status, status)
  assert.ok(error.message.length > 0)
  assert.ok(Array.isArray(error.details))
  assert.match(error.docUrl, new RegExp(`/errors#${code}$`))
  assert.match(error.requestId, /^req_[0-9a-z]{26}$/)
  assert.equal(reply.headers.get('x-request-id'), error.requestId)
  assert.doesNotMatch(reply.text, /node_modules|\.ts:\d|select |insert into|postgres:/i, 'nothing from inside')
  if (status === 401) assert.equal(reply.headers.get('www-authenticate'), 'Bearer')
  if (status === 405) assert.ok(reply.headers.get('allow'))
  if (status === 429 || status === 503) {
    assert.ok(Number(reply.headers.get('retry-after')) > 0)
    assert.equal(error.retryAfterSeconds, Number(reply.headers.get('retry-after')))
  }
  const limits = readLimits(reply)
  if (status === 429) assertViolations(error, limits)
  return error
}

/** D13: each refusal names the policies that refuse, and waiting as long as it says is enough for all of them. */
function assertViolations(
  { violatedPolicies = [], retryAfterSeconds = 0 }: ProblemBody['error'],
  limits: Limits,
): void {
  assert.ok(violatedPolicies.length > 0)
  for (const name of violatedPolicies) {
    const violated = limits[name]
    assert.ok(violated, `${name} is one of the policies`)
    assert.equal(violated.remaining, 0)
    assert.ok(retryAfterSeconds >= violated.resetsInSeconds)
  }
}

export type Limit = { quota: number; windowSeconds: number; remaining: number; resetsInSeconds: number }
export type Limits = { [name: string]: Limit }

/** The limits that an answer tells, after holding its headers against the structured-field grammar and each other. */
export function readLimits({ headers }: Reply): Limits {
  const policies = new Map(parseList(headers.get('ratelimit-policy') ?? '').map(([name, facts]) => [name, facts]))
  const standing = new Map(parseList(headers.get('ratelimit') ?? '').map(([name, facts]) => [name, facts]))
  assert.ok(policies.size > 0, 'a policy is told')
  assert.deepEqual([...policies.keys()], [...standing.keys()], 'each policy has its standing')
  const limits: Limits = {}
  for (const [name, facts] of policies) {
    const now = standing.get(name)
    const limit = {
      quota: count(facts.get('q')),
      windowSeconds: count(facts.get('w')),
      remaining: count(now?.get('r')),
      resetsInSeconds: count(now?.get('t')),
    }
    assert.ok(limit.remaining <= limit.quota)
    assert.ok(limit.resetsInSeconds <= limit.windowSeconds)
    limits[String(name)] = limit
  }
  // A person's session has a minute and no month.
  const main = limits['month'] ?? limits['ip'] ?? limits['minute']
  assert.equal(count(Number(headers.get('x-ratelimit-limit'))), main?.quota)
  assert.equal(count(Number(headers.get('x-ratelimit-remaining'))), main?.remaining)
  assert.ok(count(Number(headers.get('x-ratelimit-reset'))) > 1_500_000_000)
  return limits
}

function count(value: unknown): number {
  assert.ok(typeof value === 'number' && Number.isInteger(value) && value >= 0, `${String(value)} is a count`)
  return value
}
