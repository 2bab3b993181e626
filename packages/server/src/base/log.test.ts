import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from './log.ts'
import { mintKey } from '../operations/accounts/authenticate.ts'

test('a log line holds no key, secret or password, wherever it stands', () => {
  const lines: string[] = []
  const log = createLog('info', (line) => lines.push(line))
  const key = mintKey().text
  log.error('failed', {
    error: `Error: 401 for Authorization: Bearer sk-abc123 at https://api.example/?api_key=hidden1&q=x`,
    url: 'postgres://app:hidden2@db.example:5432/x',
    deep: [{ key, webhook: 'whsec_aGlkZGVu', link: 'https://a.example/invitations/sl_invite_01kab_hidden3' }],
  })
  assert.equal(lines.length, 1)
  for (const secret of [key, 'sk-abc123', 'hidden1', 'hidden2', 'hidden3', 'whsec_aGlkZGVu'])
    assert.ok(!lines[0]?.includes(secret), secret)
  assert.equal((JSON.parse(lines[0] ?? '') as { event: string }).event, 'failed')
})

test('a secret is known by the name of its fact, by its form, and by being one of this installation', () => {
  const lines: string[] = []
  const own = 'of this "installation" äé'
  const log = createLog('info', (line) => lines.push(line), [own, 'short'])
  log.error('failed', {
    headers: { 'Set-Cookie': 'hidden1', cookie: 'hidden2', Authorization: 'hidden3', 'x-api-key': 'hidden4' },
    nested: [{ newPassword: 'hidden5', clientSecret: 'hidden6', accessToken: 'hidden7' }],
    error: `Error: sent "Cookie: __Host-session=hidden8; b=hidden9" with pplx-0123456789hidden and xai-0123456789hidden`,
    stack: `${own} at https://a.example/?token=hidden10&password=hidden11, basic aGlkZGVu, ${encodeURIComponent(own)}`,
    pem: '-----BEGIN PRIVATE KEY-----\nhidden12\n-----END PRIVATE KEY-----',
    kept: 'short tokens: 12, secrets: none, key: brand',
  })
  const [line = ''] = lines
  assert.doesNotMatch(line, /hidden|installation|aGlkZGVu/)
  assert.match(line, /"kept":"short tokens: 12, secrets: none, key: brand"/)
  assert.ok(JSON.parse(line))
})

test('it says no more than its level', () => {
  for (const [level, events] of [
    ['silent', []],
    ['error', ['bad']],
    ['info', ['good', 'bad']],
  ] as const) {
    const lines: string[] = []
    const log = createLog(level, (line) => lines.push(line))
    log.info('good')
    log.error('bad')
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as { event: string }).event),
      events,
    )
  }
})
