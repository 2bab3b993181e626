import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signatureHeaders, signingKey } from './sign.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const message = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  at: new Date(1_614_265_330_000),
  body: Buffer.from('{"test": 2432232314}'),
}

test('W1 the known answer of Standard Webhooks', () => {
  assert.deepEqual(signatureHeaders(message, [signingKey(secret)]), {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('W5 each secret signs, in the order given', () => {
  const other = `whsec_${Buffer.from('another secret of 24 bytes').toString('base64')}`
  const alone = (one: string) => signatureHeaders(message, [signingKey(one)])['webhook-signature']
  assert.equal(
    signatureHeaders(message, [other, secret].map(signingKey))['webhook-signature'],
    `${alone(other)} ${alone(secret)}`,
  )
})

test('a timestamp is in whole seconds, never ahead', () => {
  const at = new Date(1_614_265_330_999)
  assert.equal(signatureHeaders({ ...message, at }, [signingKey(secret)])['webhook-timestamp'], '1614265330')
})
