import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { createClient } from '@sightline/sdk'
import { backUp } from '../../packages/server/src/backup/back-up.ts'
import { restore } from '../../packages/server/src/backup/restore.ts'
import { createEncryption } from '../../packages/server/src/base/encryption.ts'
import { migrate } from '../../packages/server/src/base/db/migrate.ts'
import { query } from '../support/cluster-processes.ts'
import { runInProcess } from '../support/command-line.ts'
import { testCluster, TEST_SECRET } from '../support/database.ts'
import { seedBrand, runEnd, startedRun, type Tenant, type TestApp } from '../support/test-app.ts'
import { quiet } from '../support/pipeline.ts'
import { openApp } from '../support/product.ts'

const FIXTURES = new URL('../fixtures/', import.meta.url)
const encryption = createEncryption(TEST_SECRET)
const secret = TEST_SECRET

/** As hosted servers give it: an owner who may create roles and looks over no wall. */
const OWNER = `backup_${process.pid}`
const PASSWORD = 'of the owner'

describe('backup and restore', { timeout: 240_000 }, () => {
  let folder: string
  let adminUrl: string
  let count = 0
  let ownerUrl: string
  let house: TestApp
  let tenant: Tenant
  let brandId: string
  let file: string
  let restoredUrl: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-backup-'))
    ;({ adminUrl } = await testCluster())
    await query(adminUrl, `create role ${OWNER} login createrole password '${PASSWORD}'`)
    ownerUrl = await emptyDatabase()
    const { applicationUrl: url } = await migrate(ownerUrl, secret)
    house = await openApp({ url, ownerUrl, drop: async () => {} }, { lab: { seed: 21 } })
    tenant = await house.tenant({ name: 'Tabs\tand \\N and\nlines' })
    ;({ brandId } = await seedBrand(tenant.client, house.lab, 4))
    await runEnd(tenant.client, (await startedRun(tenant.client, brandId, { platforms: ['chatgpt', 'claude'] })).id)
    const body = { url: 'https://hooks.example.com/in', events: ['score.changed' as const] }
    await tenant.client.createWebhook({ body })
    const schedule = { on: true, hour: 3, days: [1 as const], repeats: 1 }
    await tenant.client.setSchedule({ params: { id: brandId }, body: schedule }).catch(() => {})
    await quiet(house)
    file = join(folder, 'first.tar.zst')
    await backUp(file, { ownerUrl, encryption, version: '0.1.0' })
  })
  after(async () => {
    await house.close()
    for (let number = 1; number <= count; number += 1)
      await query(adminUrl, `drop database if exists ${OWNER}_${number} with (force)`)
    await rm(folder, { recursive: true, force: true })
  })

  async function emptyDatabase(): Promise<string> {
    count += 1
    const name = `${OWNER}_${count}`
    await query(adminUrl, `create database ${name} owner ${OWNER}`)
    return Object.assign(new URL(adminUrl), { pathname: `/${name}`, username: OWNER, password: PASSWORD }).href
  }

  const options = (into: string) => ({ ownerUrl: into, secret, encryption, acceptsOtherSecret: false })

  /** Every row of every table, as text, seen over the walls. */
  async function contents(url: string): Promise<Record<string, string[]>> {
    const over = Object.assign(new URL(adminUrl), { pathname: new URL(url).pathname }).href
    const tables = await query<{ name: string }>(
      over,
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
         and c.relname <> 'schema_migration'`,
    )
    const found: Record<string, string[]> = {}
    for (const { name } of tables)
      found[name] = (await query<{ row: string }>(over, `select t::text as row from ${name} t order by 1`)).map(
        ({ row }) => row,
      )
    return found
  }

  test('a restored database has the same rows in every table, of every tenant', async () => {
    restoredUrl = await emptyDatabase()
    const { end } = await restore(file, options(restoredUrl))
    const [was, is] = [await contents(ownerUrl), await contents(restoredUrl)]
    assert.deepEqual(is, was)
    assert.ok(was['answer']!.length > 0 && was['job']!.length > 0)
    for (const [name, { rows }] of Object.entries(end.tables))
      assert.equal(rows, was[name.replace('public.', '')]!.length, name)
  })

  test('R15 the product goes on there: its key works, verify says equal, new rows get new numbers', async () => {
    const into = restoredUrl
    const env = { DATABASE_URL: into, SIGHTLINE_SECRET: secret, SIGHTLINE_DATA_DIR: join(folder, 'none') }
    const verified = await runInProcess(['verify', '--json'], env)
    const { equal, answers } = JSON.parse(verified.out) as { equal: boolean; answers: number }
    assert.deepEqual({ equal, answers }, { equal: true, answers: 4 * 2 })
    await assert.rejects(stat(env.SIGHTLINE_DATA_DIR), { code: 'ENOENT' })
    const { applicationUrl: url } = await migrate(into, secret)
    const restored = await openApp({ url, ownerUrl: into, drop: async () => {} }, { platforms: [], works: true })
    const client = createClient({ baseUrl: restored.baseUrl, apiKey: tenant.key })
    const [before, after] = [tenant.client, client].map((one) => one.getBrandScore({ params: { id: brandId } }))
    assert.deepEqual(await after, await before)
    // Its audit row has a number, and its sealed secret opens.
    const { data } = await client.listWebhooks({})
    await client.updateWebhook({ params: { id: data[0]!.id }, body: { description: 'restored' } })
    assert.ok((await client.createBrand({ body: { name: 'After' } })).id)
    await restored.close()
    await assert.rejects(restore(file, options(into)), /not empty\. Restore into a new one/)
  })

  test('a backup is of one moment, taken while others write', async () => {
    const moment = join(folder, 'moment.tar.zst')
    const ending = new AbortController()
    // A prompt and the row that tells of it are written in one transaction.
    const writing = (async () => {
      for (let number = 0; !ending.signal.aborted; number += 1)
        await tenant.client.createPrompts({
          params: { id: brandId },
          body: { prompts: [{ text: `number ${number}` }] },
        })
    })()
    await backUp(moment, { ownerUrl, encryption, version: '0.1.0' })
    ending.abort()
    await writing
    const into = await emptyDatabase()
    await restore(moment, options(into))
    const { prompt, audit_entry: audit } = await contents(into)
    const told = (audit ?? []).filter((row) => row.includes('prompt.create'))
    assert.equal(prompt!.filter((row) => row.includes('"number')).length, told.length - 1)
  })

  test('one that was cut off, changed, of another secret or no backup is refused, and nothing is left behind', async () => {
    const into = await emptyDatabase()
    const bytes = await readFile(file)
    const changed = zstdDecompressSync(bytes)
    const at = changed.indexOf('lines')
    changed.write('LINES', at)
    const cases: [name: string, content: Buffer, error: RegExp][] = [
      ['cut', bytes.subarray(0, bytes.length - 5_000), /cut off|unexpected end/],
      ['shortened', zstdCompressSync(zstdDecompressSync(bytes).subarray(0, -8_192)), /cut off: its end is missing/],
      ['changed', zstdCompressSync(changed), /public\.organization are not those that were backed up/],
      ['text', Buffer.from('no backup'), /cannot be read as a backup/],
      ['empty', Buffer.alloc(0), /no backup of Sightline|cannot be read/],
    ]
    for (const [name, content, error] of cases) {
      const path = join(folder, name)
      await writeFile(path, content)
      await assert.rejects(restore(path, options(into)), error, name)
    }
    const other = 'quite another secret than before'
    await assert.rejects(
      restore(file, { ...options(into), secret: other, encryption: createEncryption(other) }),
      /made with another SIGHTLINE_SECRET\. Set that one; with --other-secret/,
    )
    const { organization, answer } = await contents(into)
    assert.deepEqual([organization, answer], [[], []])
  })

  test('any tar that knows zstd reads it; only its owner may; no secret of the installation is in it', async () => {
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.endsWith('.partial')),
      [],
    )
    const plain = zstdDecompressSync(await readFile(file))
    const listed = await promisify(execFile)('tar', ['-tf', await plainFile(plain)])
    assert.match(listed.stdout, /^manifest\.json\n(tables\/\S+\.copy\n)+end\.json\n$/)
    for (const hidden of [TEST_SECRET, tenant.key]) assert.ok(!plain.includes(hidden))
  })

  const plainFile = async (content: Buffer): Promise<string> => {
    await writeFile(join(folder, 'plain.tar'), content)
    return join(folder, 'plain.tar')
  }

  test('on the command line: written once, told with what it needs, and one that is there is not written over', async () => {
    const env = { DATABASE_URL: ownerUrl, SIGHTLINE_SECRET: secret }
    const path = join(folder, 'told.tar.zst')
    const told = await runInProcess(['backup', path], env)
    assert.equal(told.code, 0, told.err)
    assert.match(told.out, /Wrote .*told\.tar\.zst: \d+ rows of \d+ tables, as they stood at /)
    assert.match(told.out, /worth nothing without the secret: keep SIGHTLINE_SECRET elsewhere/)
    const again = await runInProcess(['backup', path], env)
    assert.deepEqual([again.code, again.out], [2, ''])
    const into = { ...env, DATABASE_URL: await emptyDatabase() }
    const restored = await runInProcess(['restore', path], into)
    assert.equal(restored.code, 0, restored.err)
    assert.match(restored.out, /API keys that were revoked since are valid again \(sightline key list\)/)
  })

  test('the database of an early version is brought up: its rows are served, its key works, verify says equal', async () => {
    const facts = JSON.parse(await readFile(new URL('schema-0005.json', FIXTURES), 'utf8')) as {
      key: string
      brandId: string
      composite: number
      answers: number
    }
    const into = await emptyDatabase()
    const path = new URL('schema-0005.tar.zst', FIXTURES).pathname
    const { applied, manifest } = await restore(path, options(into))
    assert.equal(manifest.schema.migrations.at(-1)!.name, '0005_webhooks.sql')
    assert.ok(applied.includes('0006_recommendations.sql'))
    const { applicationUrl: url } = await migrate(into, secret)
    const upgraded = await openApp({ url, ownerUrl: into, drop: async () => {} }, { platforms: [], works: true })
    const client = createClient({ baseUrl: upgraded.baseUrl, apiKey: facts.key })
    const { data } = await client.listAnswers({ params: { id: facts.brandId }, query: { limit: 100 } })
    assert.equal(data.length, facts.answers)
    assert.ok(data.some(({ collectedAt }) => collectedAt.startsWith('2026-09-30T10:00:00')))
    // As `sightline start` begins: its detector is newer than that version's.
    const organizations = await query<{ id: string }>(into, 'select organization_id as id from organization')
    assert.equal(await upgraded.app.renewAnswers(organizations.map(({ id }) => id)), 1)
    await quiet(upgraded)
    await upgraded.close()
    const env = { DATABASE_URL: into, SIGHTLINE_SECRET: secret }
    const verified = JSON.parse((await runInProcess(['verify', '--json'], env)).out) as {
      equal: boolean
      answers: number
    }
    assert.deepEqual([verified.equal, verified.answers], [true, facts.answers])
  })
})
