import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { newId } from './ids.ts'
import type { SightlineEvent } from './resources/events.ts'
import { verifyWebhook, verifyWebhookSignature, type WebhookErrorCode } from './webhook-signature.ts'

/** The known answer of the Standard Webhooks libraries. */
const known = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  body: '{"test": 2432232314}',
  headers: {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
  now: new Date(1_614_265_330_000),
}
const otherSignature = 'v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc='
const otherSecret = `whsec_${Buffer.from('another secret of thirty-two by.').toString('base64')}`

type Call = Partial<{
  body: string | Uint8Array
  headers: Record<string, string | string[] | undefined> | Headers
  secret: string | string[]
  now: Date
}>
const verify = (changed: Call): Promise<void> => {
  const { body, headers, secret, now } = { ...known, ...changed }
  return verifyWebhookSignature(body, headers, secret, { now })
}
const refused = (changed: Call, code: WebhookErrorCode): Promise<void> =>
  assert.rejects(verify(changed), { name: 'WebhookVerificationError', code })
const withHeader = (name: string, value: string | undefined) => ({ headers: { ...known.headers, [name]: value } })
const secondsLater = (seconds: number) => ({ now: new Date(known.now.getTime() + seconds * 1_000) })

describe('the test list of Standard Webhooks', () => {
  test('W1 the known answer holds', () => verify({}))

  test('a missing or empty header, each, is refused', async () => {
    for (const name of Object.keys(known.headers))
      for (const value of [undefined, '']) await refused(withHeader(name, value), 'missing_header')
  })

  test('W2 a bad signature, body, id or timestamp is refused', async () => {
    await refused(withHeader('webhook-signature', otherSignature), 'signature_mismatch')
    await refused({ body: '{"test":2432232314}' }, 'signature_mismatch')
    await refused({ body: '{"test": 2432232315}' }, 'signature_mismatch')
    await refused(withHeader('webhook-id', 'msg_p5jXN8AQM9LWM0D4loKWxJel'), 'signature_mismatch')
    await refused(withHeader('webhook-timestamp', '1614265331'), 'signature_mismatch')
    await refused({ secret: otherSecret }, 'signature_mismatch')
  })

  test('a partial signature is refused', async () => {
    const whole = known.headers['webhook-signature']
    for (const part of ['v1,', 'v1', whole.slice(0, 20), whole.slice(0, 8), whole.slice(3), `v2${whole.slice(2)}`])
      await refused(withHeader('webhook-signature', part), 'signature_mismatch')
  })

  test('W3 300 seconds either way are accepted, 301 are not', async () => {
    await verify(secondsLater(300))
    await verify(secondsLater(-300))
    await refused(secondsLater(301), 'timestamp_too_old')
    await refused(secondsLater(-301), 'timestamp_too_new')
  })

  test('a timestamp that is no number of seconds is refused, milliseconds too', async () => {
    for (const odd of ['x', '1614265330.5', '-1', '0x60', '1e9', ' ', 'NaN'])
      await refused(withHeader('webhook-timestamp', odd), 'invalid_timestamp')
    await refused(withHeader('webhook-timestamp', '1614265330000'), 'invalid_timestamp')
  })

  test('one good signature among several is enough; commas do not separate', async () => {
    const good = known.headers['webhook-signature']
    await verify(withHeader('webhook-signature', `${otherSignature} v1a,ed25519 v1,? ${good}`))
    await refused(withHeader('webhook-signature', `${otherSignature},${good}`), 'signature_mismatch')
  })

  test('the secret works with and without its prefix', async () => {
    await verify({ secret: known.secret.slice('whsec_'.length) })
    await refused({ secret: '' }, 'invalid_secret')
    await refused({ secret: 'whsec_' }, 'invalid_secret')
    await refused({ secret: 'whsec_not base64 !' }, 'invalid_secret')
  })

  test('an empty body has a signature too', async () => {
    const signature = new Webhook(known.secret).sign(known.headers['webhook-id'], known.now, '')
    await verify({ body: '', ...withHeader('webhook-signature', signature) })
    await refused({ body: '' }, 'signature_mismatch')
  })
})

test('header names are read in any case, from Headers, objects and Node’s lists', async () => {
  const entries = Object.entries(known.headers)
  await verify({ headers: new Headers(known.headers) })
  await verify({ headers: Object.fromEntries(entries.map(([name, value]) => [name.toUpperCase(), value])) })
  await verify({ headers: Object.fromEntries(entries.map(([name, value]) => [name, [value]])) })
})

test('W5 either of two secrets fits while one is rotated', async () => {
  await verify({ secret: [otherSecret, known.secret] })
  await verify({ secret: [known.secret, otherSecret] })
  await refused({ secret: [] }, 'signature_mismatch')
})

test('bytes are taken as they are; what was parsed already is refused with a hint', async () => {
  await verify({ body: new TextEncoder().encode(known.body) })
  const latin = new Uint8Array([0x7b, 0xff, 0x7d])
  const mac = createHmac('sha256', Buffer.from(known.secret.slice(6), 'base64'))
  mac.update(`${known.headers['webhook-id']}.1614265330.`).update(latin)
  await verify({ body: latin, ...withHeader('webhook-signature', `v1,${mac.digest('base64')}`) })
  await refused({ body: JSON.parse(known.body) as string }, 'body_not_raw')
})

test('what the official library signs is accepted, and what it refuses is refused, whatever the body', async () => {
  const texts = fc.string({ unit: 'grapheme', maxLength: 200 })
  const secrets = fc.uint8Array({ minLength: 24, maxLength: 64 }).map((bytes) => Buffer.from(bytes).toString('base64'))
  const property = fc.asyncProperty(texts, texts, secrets, fc.nat({ max: 3 }), async (body, other, secret, change) => {
    const now = new Date()
    const official = new Webhook(secret)
    const headers = {
      'webhook-id': `evt_${change === 1 ? 'x' : 'y'}`,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': official.sign('evt_y', now, body),
    }
    const received = change === 2 ? other : body
    const isGood = await Promise.resolve()
      .then(() => official.verify(received, headers))
      // It parses what it has verified; a body that is no JSON is authentic all the same.
      .then(
        () => true,
        (error: unknown) => error instanceof SyntaxError,
      )
    const isAccepted = await verifyWebhookSignature(received, headers, secret, { now }).then(
      () => true,
      () => false,
    )
    assert.equal(isAccepted, isGood)
  })
  await fc.assert(property)
})

describe('an event', () => {
  const event: SightlineEvent = {
    id: newId('event', 0),
    type: 'recommendation.new',
    timestamp: '2026-11-20T08:00:00.000Z',
    apiVersion: 'v1',
    sequence: 1,
    data: {
      brandId: newId('brand', 0),
      recommendationId: newId('recommendation', 0),
      kind: 'source_gap',
      title: 'Größer “Co”',
      effort: 'low',
      estimatedLift: 4,
      liftRange: [2, 6],
      window: '7d',
      answers: 300,
      simulated: false,
    },
  }
  const deliver = (body: string) => {
    const now = new Date()
    const signature = new Webhook(known.secret).sign(event.id, now, body)
    const timestamp = String(Math.floor(now.getTime() / 1_000))
    const headers = { 'webhook-id': event.id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
    return verifyWebhook(body, headers, known.secret)
  }

  test('comes back typed, with fields that a newer service adds', async () => {
    const received = await deliver(JSON.stringify({ ...event, later: 1 }))
    assert.deepEqual(received, { ...event, later: 1 })
    assert.ok(received.type === 'recommendation.new' && received.data.title === 'Größer “Co”')
  })

  test('that is none is refused though its signature holds', async () => {
    for (const body of ['', 'no json', '{}', '[]', 'null', JSON.stringify({ ...event, type: 'later.kind' })])
      await assert.rejects(deliver(body), { code: 'invalid_event' })
  })
})
