import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from './log.ts'
import { mintKey } from './operations/api-key.ts'

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
