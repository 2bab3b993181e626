import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, describe, test } from 'node:test'
import { createClient, type BrandScore } from '@sightline/sdk'
import { postmasterOf, untilDead } from '../support/cluster-processes.ts'
import { runInProcess, start, type Ended, type Environment, type Running } from '../support/command-line.ts'
import { eventually } from '../support/eventually.ts'

const generous = { timeout: 480_000 }
const ADDRESS = /Address +(http:\/\/\S+\/api\/v1)/

describe('a server started on the command line', generous, () => {
  let folder: string
  let environment: Environment
  let server: Running
  let baseUrl: string
  let key: string
  let secrets: string[]

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-start-'))
    environment = { SIGHTLINE_DATA_DIR: folder, SIGHTLINE_LOG: 'info', OPENAI_API_KEY: 'sk-openai-of-the-test' }
    server = start(['start', '--port', '0'], environment)
    baseUrl = (await server.says(ADDRESS))[1]!
    key = (await server.says(/API key +(sl_live_\w+)/))[1]!
    secrets = await Promise.all(
      ['secret', 'postgres.password'].map(async (name) => (await readFile(join(folder, name), 'utf8')).trim()),
    )
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const beside = (...args: string[]): Promise<Ended> => runInProcess(args, environment)

  test('prints an address and a first key that work at once', async () => {
    const { organization } = await createClient({ baseUrl, apiKey: key }).getMe()
    assert.equal(organization.name, 'My organization')
    assert.doesNotMatch(server.out(), /SIMULATED/)
  })

  test('serves a key that was issued beside it, and refuses it from its revocation on', async () => {
    const org = JSON.parse((await beside('org', 'create', '--name', 'Beside', '--json')).out) as { id: string }
    const issued = JSON.parse((await beside('key', 'create', '--org', org.id, '--json')).out) as {
      id: string
      key: string
    }
    const client = createClient({ baseUrl, apiKey: issued.key })
    assert.equal((await client.getMe()).organization.id, org.id)
    const revoked = await beside('key', 'revoke', issued.id, '--org', org.id)
    assert.equal(revoked.code, 0, revoked.err)
    // The notification may still be under way when the command has ended.
    await eventually(async () => !(await client.getMe().then(Boolean, () => false)))
    await assert.rejects(client.getMe(), { status: 401, code: 'api_key_revoked' })
  })

  test('goes on while commands join its database and leave it', async () => {
    for (const command of [['migrate'], ['verify'], ['doctor'], ['org', 'list']]) {
      const { code, err } = await beside(...command)
      assert.equal(code, 0, err)
    }
    assert.ok(await createClient({ baseUrl, apiKey: key }).getMe())
  })

  test('a second one on its port is told so and ends with 2; the first one goes on', async () => {
    const { port } = new URL(baseUrl)
    const { code, out, err } = await beside('start', '--port', port)
    assert.equal(code, 2)
    assert.equal(out, '')
    assert.match(err, new RegExp(`Port ${port} is taken\\. Is Sightline running already\\? Choose another with --port`))
    assert.ok(await createClient({ baseUrl, apiKey: key }).getMe())
  })

  test('a second one on another port works on the same data', async () => {
    const second = start(['start', '--port', '0', '--role', 'api'], environment)
    const address = (await second.says(ADDRESS))[1]!
    assert.notEqual(address, baseUrl)
    const { key: known } = await createClient({ baseUrl: address, apiKey: key }).getMe()
    assert.equal(known.id, (await createClient({ baseUrl, apiKey: key }).getMe()).key.id)
    assert.equal((await second.stop()).code, 0)
    assert.ok(await createClient({ baseUrl, apiKey: key }).getMe())
  })

  test('SIGTERM ends it with 0, its database with it, and no secret was ever logged', async () => {
    const postmaster = await postmasterOf(join(folder, 'postgres', 'cluster'))
    const { code, err } = await server.stop()
    assert.equal(code, 0, err)
    await untilDead(postmaster!)
    assert.equal(await postmasterOf(join(folder, 'postgres', 'cluster')), null)
    await assert.rejects(fetch(`${baseUrl}/me`))
    assert.match(err, /"event":"started"/)
    for (const secret of [key, ...secrets, environment['OPENAI_API_KEY']!]) assert.ok(!err.includes(secret))
    for (const secret of [...secrets, environment['OPENAI_API_KEY']!]) assert.ok(!server.out().includes(secret))
  })

  test('started again it knows its key, and one press of Ctrl-C ends it in order', async () => {
    const again = start(['start', '--port', '0'], environment)
    const address = (await again.says(ADDRESS))[1]!
    assert.ok(await createClient({ baseUrl: address, apiKey: key }).getMe())
    const postmaster = await postmasterOf(join(folder, 'postgres', 'cluster'))
    // A terminal tells the whole group, and the launcher passes it on once more.
    const closed = new Promise((resolve) => again.child.once('close', resolve))
    process.kill(-again.child.pid!, 'SIGINT')
    assert.equal(await closed, 0)
    await untilDead(postmaster!)
  })

  // Other commands that open it: before its database is ready, as a terminal does it, and while it works.
  for (const [when, workMs] of [
    ['while its database starts', 0],
    ['while it works', 1_500],
  ] as const)
    test(`a command that is interrupted ${when} leaves no database behind`, async () => {
      // Far more than any machine answers until then.
      const questions = Array.from({ length: 25 }, (_, number) => ['--prompt', `question ${number}`]).flat()
      const asking = ['--org', 'My organization', '--brand', 'Slow', ...questions, '--repeats', '10']
      const measuring = start(['measure', '--demo', ...asking], environment)
      await untilPostmaster(join(folder, 'postgres', 'cluster'), measuring)
      await sleep(workMs)
      const { code, out } = await measuring.stop('SIGINT')
      assert.deepEqual({ code, out }, { code: 130, out: '' })
      assert.equal(await postmasterOf(join(folder, 'postgres', 'cluster')), null)
    })

  test('Ctrl-C in a terminal, which tells everybody twice, leaves no database behind', async () => {
    const doctor = start(['doctor'], environment)
    await untilPostmaster(join(folder, 'postgres', 'cluster'), doctor)
    const closed = new Promise((resolve) => doctor.child.once('close', resolve))
    process.kill(-doctor.child.pid!, 'SIGINT')
    assert.equal(await closed, 130)
    assert.equal(await postmasterOf(join(folder, 'postgres', 'cluster')), null)
  })
})

describe('the demo started on the command line', generous, () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-demo-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  test('the call it prints answers with a score that is marked simulated; stopped meanwhile, it goes on', async () => {
    const environment = { SIGHTLINE_DATA_DIR: folder }
    const server = start(['start', '--port', '0'], environment)
    const { url, key } = await firstCall(server)
    assert.match(server.out(), /every answer is SIMULATED and measures nothing real/)
    const score = await scoreOf(url, key)
    assert.equal(score.simulated, true)
    assert.ok(score.composite >= 0 && score.composite <= 100)
    for (const { surface } of score.platforms) assert.equal(surface, 'simulated')
    const stopped = await server.stop()
    assert.equal(stopped.code, 0, stopped.err)
    assert.doesNotMatch(stopped.err, /^ +at |rror/m)

    const again = start(['start', '--demo', '--port', '0'], environment)
    const known = await firstCall(again)
    assert.equal(known.key, key)
    assert.equal(new URL(known.url).pathname, new URL(url).pathname)
    assert.equal((await scoreOf(known.url, key)).simulated, true)
    assert.equal((await again.stop()).code, 0)
  })
})

/** The call to copy, as printed. */
async function firstCall(server: Running): Promise<{ url: string; key: string }> {
  const [, url = '', key = ''] = await server.says(/curl -s (\S+) -H 'Authorization: Bearer (\w+)'/)
  return { url, key }
}

async function scoreOf(url: string, key: string): Promise<BrandScore> {
  for (;;) {
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
    if (response.status === 200) return (await response.json()) as BrandScore
    // A machine that is busy with ninety days at once may need a second try.
    assert.ok(response.status === 404 || response.status === 503, `${response.status}`)
    await sleep(200)
  }
}

async function untilPostmaster(clusterDir: string, running: Running): Promise<number> {
  for (;;) {
    assert.equal(running.child.exitCode, null, running.err())
    const pid = await postmasterOf(clusterDir)
    if (pid !== null) return pid
    await sleep(20)
  }
}
