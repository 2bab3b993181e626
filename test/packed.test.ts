import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { packServer } from '../scripts/pack.ts'
import { freshDatabase, TEST_SECRET, type TestDatabase } from './support/database.ts'
import { eventually } from './support/eventually.ts'

/** Outside of the checkout: what it needs, it brings. */
describe('the service as it is packed', { timeout: 120_000 }, () => {
  let folder: string
  let database: TestDatabase

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-packed-'))
    database = await freshDatabase()
    await packServer(folder)
  })
  after(async () => {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })

  test('runs alone, migrates, serves, works with metrics and traces on, and stops with 0; it writes nowhere', async () => {
    const none = join(folder, 'nowhere')
    const child = spawn(process.execPath, [join(folder, 'dist/main.js'), 'start', '--port', '0'], {
      cwd: '/',
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        DATABASE_URL: database.ownerUrl,
        SIGHTLINE_SECRET: TEST_SECRET,
        SIGHTLINE_DATA_DIR: none,
        SIGHTLINE_METRICS_PORT: '0',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
        OPENAI_API_KEY: 'of-the-test',
      },
    })
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
    while (!/API key/.test(out))
      await Promise.race([once(child.stdout, 'data'), once(child, 'close').then(() => assert.fail(out))])
    const [, address = ''] = /Address\s+(http:\/\/[^/\s]+)/.exec(out)!
    const [, operations = ''] = /Operations\s+(http:\S+)\/metrics/.exec(out)!
    const [, key = ''] = /API key\s+(\w+)/.exec(out)!
    const me = await fetch(`${address}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } })
    assert.equal(me.status, 200)
    assert.equal((await fetch(`${operations}/readyz`)).status, 200)
    assert.match(
      await (await fetch(`${operations}/metrics`)).text(),
      /sightline_http_requests_total\{operation="getMe"/,
    )
    const call = async (path: string, body?: object): Promise<Record<string, unknown>> => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const asked = body && { method: 'POST', body: JSON.stringify(body) }
      return (await (await fetch(`${address}/api/v1${path}`, { headers, ...asked })).json()) as Record<string, unknown>
    }
    const { id } = await call('/brands', { name: 'Fernhold' })
    const answers = [{ prompt: 'which tool', platform: 'chatgpt', text: 'Fernhold is a good one.' }]
    const { runId } = await call(`/brands/${String(id)}/answers`, { answers })
    await eventually(async () => (await call(`/runs/${String(runId)}`))['status'] === 'completed')
    const { data } = await call(`/brands/${String(id)}/answers?mentioned=true`)
    assert.equal((data as unknown[]).length, 1, 'the threads that read answers are packed as well')
    const closed = once(child, 'close')
    child.kill('SIGTERM')
    assert.deepEqual(await closed, [0, null])
    await assert.rejects(stat(none), { code: 'ENOENT' })
  })
})
