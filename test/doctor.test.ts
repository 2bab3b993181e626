import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { doctorCommand } from '../packages/server/src/commands/doctor.ts'
import { readConfig } from '../packages/server/src/config.ts'
import type { Finding } from '../packages/server/src/doctor/finding.ts'
import { thisMachine } from '../packages/server/src/doctor/machine.ts'
import { sampledDays } from '../packages/server/src/store/scoring/sampled-days.ts'
import { query } from './support/cluster-processes.ts'
import { TEST_SECRET } from './support/database.ts'
import { databaseFaults } from './support/planted-database-faults.ts'
import { machineFaults, type Planted } from './support/planted-machine-faults.ts'
import { schemaFaults } from './support/planted-schema-faults.ts'
import { seedBrand, openTestApp, runEnd, startedRun, type Tenant, type TestApp } from './support/test-app.ts'
import { asOwner } from './support/owner.ts'
import { quiet } from './support/pipeline.ts'
import { enqueue } from '../packages/server/src/base/queue/jobs.ts'

describe('doctor', { timeout: 240_000 }, () => {
  let house: TestApp
  let tenant: Tenant
  let brandId: string
  let folder: string
  // Known when the tests begin; they are named before.
  const ground = {
    folder: '',
    secret: TEST_SECRET,
    ownerUrl: '',
    role: '',
    sql: (statement: string, values: unknown[] = []) => asOwner(house, statement, values),
  }

  before(async () => {
    house = await openTestApp({ lab: { seed: 5 } })
    tenant = await house.tenant()
    ;({ brandId } = await seedBrand(tenant.client, house.lab, 3))
    await runEnd(tenant.client, (await startedRun(tenant.client, brandId, { platforms: ['chatgpt', 'claude'] })).id)
    await tenant.client.createWebhook({ body: { url: 'https://hooks.example.com/in', events: ['score.changed'] } })
    const collectedAt = new Date(Date.now() - 100 * 86_400_000).toISOString()
    const answers = [{ prompt: 'best tool of then', platform: 'chatgpt', text: 'Take any.', collectedAt }]
    const { runId } = await tenant.client.importAnswers({ params: { id: brandId }, body: { answers } })
    await runEnd(tenant.client, runId!)
    await quiet(house)
    folder = await mkdtemp(join(tmpdir(), 'sightline-doctor-'))
    ground.folder = folder
    ground.ownerUrl = house.database.ownerUrl
    ground.role = new URL(house.database.url).username
  })
  after(async () => {
    await house.close()
    await rm(folder, { recursive: true, force: true })
  })

  const { sql } = ground

  async function examined({ environment = {}, machine = {} }: Planted = {}): Promise<{
    code: number
    findings: Finding[]
    text: string
  }> {
    const config = readConfig({
      DATABASE_URL: house.database.ownerUrl,
      SIGHTLINE_SECRET: TEST_SECRET,
      SIGHTLINE_DATA_DIR: folder,
      PORT: '0',
      ...environment,
    })
    let out = ''
    const terminal = { out: (text: string) => void (out += text), err: () => {}, isInteractive: false }
    const code = await doctorCommand(
      { config, terminal, version: 'test' },
      { json: true },
      { ...thisMachine, ...machine },
    )
    const { findings, good } = JSON.parse(out) as { findings: Finding[]; good: boolean }
    assert.equal(good, code === 0)
    return { code, findings, text: out }
  }

  const wrongOf = (findings: Finding[]): string[] =>
    findings.filter(({ status }) => status !== 'good').map(({ check }) => check)

  const faults = [...machineFaults(ground), ...databaseFaults(ground), ...schemaFaults(ground)]

  test('finds a good installation good', async () => {
    const { code, findings } = await examined()
    assert.deepEqual(
      findings.filter(({ status }) => status !== 'good'),
      [],
    )
    assert.equal(code, 0)
  })

  for (const { fault, plant, check, status = 'fault', says, beside = [] } of faults)
    test(`finds ${fault}, says what to do, and nothing else is wrong`, async () => {
      const planted = await plant()
      try {
        const { code, findings, text } = await examined(planted)
        const found = findings.find((one) => one.check === check && one.status !== 'good')
        assert.equal(found?.status, status, JSON.stringify(findings))
        assert.match(found.says, says)
        assert.ok((found.remedy ?? '').length > 10)
        // What stands above it is sound; where there is no database, no more can be seen.
        const others = wrongOf(findings).filter((other) => other !== check && other !== 'database')
        assert.deepEqual(others, beside)
        if (others.length === 0 && status === 'warning' && wrongOf(findings).length === 1) assert.equal(code, 0)
        if (status === 'fault') assert.equal(code, 1)
        for (const hidden of [TEST_SECRET, 'hidden', new URL(house.database.ownerUrl).password])
          assert.ok(!text.includes(hidden))
      } finally {
        await planted.undo?.()
      }
    })

  test('finds that no worker is alive while jobs wait', async () => {
    const alone = await openTestApp({ platforms: [], works: false })
    await enqueue(alone.app.database.systemDb, [{ task: 'recommend', payload: {}, delayMs: -600_000 }])
    const { findings } = await examined({ environment: { DATABASE_URL: alone.database.ownerUrl } })
    const found = findings.find(({ check }) => check === 'workers')
    assert.equal(found?.status, 'fault')
    assert.match(found.says, /None is alive, and 1 jobs wait, the oldest for 10 minutes/)
    await alone.close()
  })

  test('a sample of counts has each end, no day twice, and whichever day lies between', async () => {
    const { organizationId } = tenant
    const [prompt] = (await sql('select id from prompt where brand_id = $1 limit 1', [brandId])) as { id: string }[]
    const other = (await tenant.client.createBrand({ body: { name: 'Sampled' } })).id
    const days = Array.from({ length: 60 }, (_, index) =>
      new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    )
    assert.ok(prompt)
    await sql(
      `insert into rollup (organization_id, brand_id, day, platform, prompt_id, ok, not_triggered, refused, empty, failed, simulated, entities)
       select $1, $2, day::date, 'chatgpt', $3, 1, 0, 0, 0, 0, 0, '{}' from unnest($4::text[]) as day`,
      [organizationId, other, prompt.id, days],
    )
    const draw = (parts: number) =>
      house.app.database.snapshot(organizationId, (db) => sampledDays(db, organizationId, other, parts))
    assert.deepEqual(await draw(60), days)
    const seen = new Set<string>()
    for (let draws = 0; draws < 2_000 && seen.size < days.length; draws += 1) {
      const drawn = await draw(6)
      assert.deepEqual([drawn[0], drawn.at(-1), new Set(drawn).size], [days[0], days.at(-1), drawn.length])
      for (const day of drawn) seen.add(day)
    }
    assert.equal(seen.size, days.length)
    await tenant.client.deleteBrand({ params: { id: other } })
  })

  test('changes nothing: a database without a schema stays without one', async () => {
    const name = `doctor_empty_${process.pid}`
    await sql(`create database ${name}`)
    const { href } = Object.assign(new URL(house.database.ownerUrl), { pathname: `/${name}` })
    const { findings } = await examined({ environment: { DATABASE_URL: href } })
    assert.match(findings.find(({ check }) => check === 'schema')!.says, /none yet: the first start/)
    assert.deepEqual(await query(href, `select from pg_tables where schemaname = 'public'`), [])
    await sql(`drop database ${name} with (force)`)
  })

  test('every planted fault stands in docs/operating.md, and nothing else does', async () => {
    const page = await readFile(new URL('../docs/operating.md', import.meta.url), 'utf8')
    const part = page.slice(page.indexOf('## What doctor finds'))
    const listed = [...part.matchAll(/^\| `([^`]+)` \| ([^|]+) \|/gm)].map(
      ([, check, fault]) => `${check}: ${fault!.trim()}`,
    )
    const planted = [
      ...faults.map(({ check, fault }) => `${check}: ${fault}`),
      'workers: no worker alive while jobs wait',
      // test/slow/pooler.test.ts
      'pooler: a pooler in transaction mode in between',
    ]
    assert.deepEqual(listed.toSorted(), planted.toSorted())
    assert.ok(planted.length >= 20)
  })
})
