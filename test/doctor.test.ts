import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { doctorCommand } from '../packages/server/src/commands/doctor.ts'
import { readConfig } from '../packages/server/src/config.ts'
import type { Finding } from '../packages/server/src/doctor/finding.ts'
import { thisMachine } from '../packages/server/src/doctor/machine.ts'
import { query } from './support/cluster-processes.ts'
import { TEST_SECRET } from './support/database.ts'
import { databaseFaults } from './support/planted-database-faults.ts'
import { machineFaults, type Planted } from './support/planted-machine-faults.ts'
import { furnish, openTestHouse, runEnd, startedRun, type Tenant, type TestHouse } from './support/house.ts'
import { asOwner } from './support/owner.ts'
import { quiet } from './support/pipeline.ts'

describe('doctor', { timeout: 240_000 }, () => {
  let house: TestHouse
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
    house = await openTestHouse({ lab: { seed: 5 } })
    tenant = await house.tenant()
    ;({ brandId } = await furnish(tenant.client, house.lab, 3))
    await runEnd(tenant.client, (await startedRun(tenant.client, brandId, { platforms: ['chatgpt', 'claude'] })).id)
    await tenant.client.createWebhook({ body: { url: 'https://hooks.example.com/in', events: ['score.changed'] } })
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

  const faults = [...machineFaults(ground), ...databaseFaults(ground)]

  test('finds a good installation good', async () => {
    const { code, findings } = await examined()
    assert.deepEqual(wrongOf(findings), [])
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
    const alone = await openTestHouse({ platforms: [], works: false })
    await asOwner(alone, `select graphile_worker.add_job('recommend', '{}', run_at => now() - interval '10 minutes')`)
    const { findings } = await examined({ environment: { DATABASE_URL: alone.database.ownerUrl } })
    const found = findings.find(({ check }) => check === 'workers')
    assert.equal(found?.status, 'fault')
    assert.match(found.says, /None is alive, and 1 jobs wait, the oldest for 10 minutes/)
    await alone.close()
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
    ]
    assert.deepEqual(listed.toSorted(), planted.toSorted())
    assert.ok(planted.length >= 20)
  })
})
