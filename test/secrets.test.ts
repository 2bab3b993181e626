import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createClient, sessionOperations } from '@sightline/sdk'
import { createLog } from '../packages/server/src/base/log.ts'
import { runInProcess, start, type Running } from './support/command-line.ts'
import { placesOf } from './support/database-search.ts'
import { fullFixture } from './support/full-fixture.ts'
import { ask } from './support/http.ts'
import { openTestApp, type TestApp } from './support/test-app.ts'

const generous = { timeout: 240_000 }

/** The ways in which a secret could be kept: as it is, and as the bytes of a column are shown. */
function formsOf(secret: string): string[] {
  const text = secret.replace(/^(sl_live_|whsec_|.*sl_invite_\w{26}_)/, '')
  return [text, Buffer.from(text).toString('hex'), Buffer.from(text, 'base64').toString('hex')].map((form) =>
    // What is known of a key on purpose: its first characters and its last.
    form.slice(6, -6),
  )
}

describe('secrets after a run with everything', generous, () => {
  let house: TestApp

  before(async () => {
    house = await openTestApp({ lab: { seed: 41 } })
  })
  after(() => house.close())

  test('A14: a dump of the whole database and what the process said of itself hold none of them', async () => {
    const { tenant, owner, ids, secrets } = await fullFixture(house)
    const { client } = tenant
    const scope = ['brands:read' as const]
    const repeated = { body: { name: 'Repeated', scopes: scope }, idempotencyKey: 'once' }
    const issued = await owner.ask(sessionOperations.createKey, repeated)
    const invited = await owner.ask(sessionOperations.inviteMember, {
      body: { email: 'repeated@acme.example' },
      idempotencyKey: 'once',
    })
    const headers = { 'idempotency-key': 'once' }
    const body = { url: 'https://hooks.example.com/other', events: ['score.changed'] }
    const created = await ask(`${house.baseUrl}/webhooks`, { method: 'POST', key: tenant.key, body, headers })
    const rotated = await ask(`${house.baseUrl}/webhooks/${ids['whk']}/rotate-secret`, {
      method: 'POST',
      key: tenant.key,
      headers,
    })
    await owner.ask(sessionOperations.revokeKey, { params: { id: issued.key.id } })
    await client.testWebhook({ params: { id: ids['whk']! }, body: {} })
    await mistake(house, tenant.key)
    const all: Record<string, string> = {
      ...secrets,
      tenant: tenant.key,
      issued: issued.secret,
      invited: invited.secret,
      created: secretOf(created.text),
      rotated: secretOf(rotated.text),
    }
    const said = printed(house)
    for (const [name, secret] of Object.entries(all)) {
      assert.ok(secret.length > 40, name)
      for (const form of formsOf(secret)) {
        assert.deepEqual(await placesOf(house, form), [], name)
        assert.ok(!said.includes(form), `${name} in the log`)
      }
    }
    assert.deepEqual((await placesOf(house, ids['key']!)).toSorted(), [
      'public.api_key',
      'public.audit_entry',
      'public.credential',
    ])
  })
})

describe('secrets of a service that was killed', generous, () => {
  let folder: string
  let server: Running

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-secrets-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  test('A14: no file of the data folder and no line of the log holds a key, of ours or of a platform', async () => {
    const platformKey = 'sk-of-a-platform-that-is-not-there'
    const environment = {
      SIGHTLINE_DATA_DIR: folder,
      SIGHTLINE_LOG: 'info',
      OPENAI_API_KEY: platformKey,
      // Nobody listens there: every question fails, and the failures are logged.
      OPENAI_BASE_URL: 'http://127.0.0.1:9',
    }
    server = start(['start', '--port', '0'], environment)
    const baseUrl = (await server.says(/Address +(http:\/\/\S+\/api\/v1)/))[1]!
    const first = (await server.says(/API key +(sl_live_\w+)/))[1]!
    const issued = JSON.parse((await runInProcess(['key', 'create', '--json'], environment)).out) as { key: string }
    const invitation = await runInProcess(['member', 'invite', 'ada@acme.example', '--json'], environment)
    const { link } = JSON.parse(invitation.out) as { link: string }
    const client = createClient({ baseUrl, apiKey: issued.key })
    const { id } = await client.createBrand({ body: { name: 'Fernhold' } })
    await client.createPrompts({ params: { id }, body: { prompts: [{ text: 'best tool' }] } })
    const webhook = await client.createWebhook({
      body: { url: 'https://hooks.example.com/a', events: ['score.changed'] },
    })
    await client.startRun({ params: { id }, body: {} })
    await mistake({ baseUrl }, issued.key)
    // The launcher and the service; the database goes on, with their pipes in hand.
    const exited = once(server.child, 'exit')
    process.kill(-server.child.pid!, 'SIGKILL')
    await exited
    const err = server.err()
    const secrets = { first, issued: issued.key, link, webhook: webhook.secret, platform: platformKey }
    const contents = await contentsOf(folder)
    assert.ok(contents.length > 500, 'the database and its log are among them')
    for (const [name, secret] of Object.entries(secrets))
      for (const form of formsOf(secret)) {
        assert.ok(!err.includes(form), `${name} in the log`)
        assert.ok(!invitation.err.includes(form), name)
        for (const [path, content] of contents) assert.ok(!content.includes(form), `${name} in ${path}`)
      }
    // The last to leave the database stops it.
    await runInProcess(['org', 'list'], environment)
  })
})

/** The log as the process prints it: what a caller wrote into an address is in it, without its secrets. */
function printed({ log }: TestApp): string {
  const lines: string[] = []
  const { info } = createLog('info', (line) => void lines.push(line))
  for (const { event, facts } of log) info(event, facts)
  assert.ok(lines.some((line) => line.includes('request.answered')))
  return lines.join('\n')
}

/** Keys where none belong: an address, a body, a header that is cut, a body that is not read. */
async function mistake({ baseUrl }: Pick<TestApp, 'baseUrl'>, key: string): Promise<void> {
  const wrong = [
    await ask(`${baseUrl}/brands?api_key=${key}`),
    await ask(`${baseUrl}/${key}`, { key }),
    await ask(`${baseUrl}/brands`, { method: 'POST', key, body: { name: key, apiKey: key } }),
    await ask(`${baseUrl}/brands`, { method: 'POST', key, body: `{"name":"${key}` }),
    await ask(`${baseUrl}/brands`, { key: `${key}x` }),
    await ask(`${baseUrl}/brands/${key}`, { key }),
  ]
  for (const { status, text } of wrong) {
    assert.ok(status >= 400 && status < 500)
    assert.ok(!text.includes(key), text)
  }
}

const secretOf = (text: string): string => (JSON.parse(text) as { secret: string }).secret

/** The server still tidies up: a file that is gone holds nothing. */
async function contentsOf(folder: string): Promise<[string, Buffer][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(
    paths.map(async (path): Promise<[string, Buffer]> => [path, await readFile(path).catch(() => Buffer.alloc(0))]),
  )
}
