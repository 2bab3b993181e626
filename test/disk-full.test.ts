import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { readConfig } from '../packages/server/src/config.ts'
import { examine } from '../packages/server/src/doctor/doctor.ts'
import { thisMachine } from '../packages/server/src/doctor/machine.ts'
import { migrate } from '../packages/server/src/base/db/migrate.ts'
import { query } from './support/cluster-processes.ts'
import { TEST_SECRET } from './support/database.ts'
import { ask, assertErrorShape } from './support/http.ts'
import { postgresServer } from './support/postgres-server.ts'
import { openApp } from './support/product.ts'
import { liftMinuteLimit } from './support/owner.ts'
import { eventually } from './support/eventually.ts'

const run = promisify(execFile)

test(
  'R7 the database’s disk is full: writes are 507, reads work, and once there is room all goes on by itself',
  { timeout: 60_000 },
  async (t) => {
    const place = await mkdtemp(join(tmpdir(), 'sightline-small-disk-'))
    const closers: (() => Promise<unknown>)[] = [() => rm(place, { recursive: true, force: true })]
    t.after(async () => {
      for (const close of closers.toReversed()) await close()
    })
    try {
      await run('mount', ['-t', 'tmpfs', '-o', 'size=300m,mode=0755', 'tmpfs', place])
    } catch (error) {
      t.skip(`a small file system cannot be mounted here, which needs root: ${String(error)}`)
      return
    }
    closers.push(() => run('umount', ['-l', place]))
    const server = await postgresServer({ place })
    closers.push(server.remove)
    await server.start()
    await query(server.url(), 'create database sightline')
    const ownerUrl = server.url('sightline')
    const { applicationUrl } = await migrate(ownerUrl, TEST_SECRET)
    const house = await openApp({ url: applicationUrl, ownerUrl, drop: async () => {} })
    closers.push(house.close)
    const tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    const { id } = await tenant.client.createBrand({ body: { name: 'Fernhold' } })
    const prompts = `${house.baseUrl}/brands/${id}/prompts`
    let number = 0
    const write = () => {
      number += 1
      const texts = Array.from({ length: 50 }, (_, index) => ({
        text: `${number} ${index} ${'which tool '.repeat(20)}`,
      }))
      return ask(prompts, { method: 'POST', key: tenant.key, body: { prompts: texts } })
    }
    const read = () => ask(prompts, { key: tenant.key })
    // A file of its log that is empty: without room for the next one the server itself would stop.
    await query(server.url(), 'select pg_switch_wal()')
    assert.equal((await write()).status, 201)

    const ballast = join(place, 'ballast')
    await fill(place, ballast)
    // What has room in pages that are there already may still be written.
    let accepted = 1
    let refused = await write()
    for (; refused.status === 201; refused = await write()) accepted += 1
    assertErrorShape(refused, 507, 'insufficient_storage')
    assert.equal((await read()).status, 200)
    assertErrorShape(await write(), 507, 'insufficient_storage')
    assert.equal((await ask(`${house.origin}/healthz`)).status, 200)
    assert.match(await doctorSays(ownerUrl), /writing: The database refuses to write: .*No space left/)

    await rm(ballast)
    await eventually(async () => (await write()).status === 201)
    const [row] = await query<{ kept: number }>(ownerUrl, 'select count(*)::int as kept from prompt')
    assert.equal(row?.kept, (accepted + 1) * 50, 'what was accepted is there, and nothing of what was refused')
  },
)

/** What doctor finds wrong. */
async function doctorSays(ownerUrl: string): Promise<string> {
  const config = readConfig({ DATABASE_URL: ownerUrl, SIGHTLINE_SECRET: TEST_SECRET, PORT: '0' })
  const findings = await examine(config, thisMachine)
  return findings.flatMap(({ status, check, says }) => (status === 'fault' ? [`${check}: ${says}`] : [])).join('\n')
}

async function fill(place: string, file: string): Promise<void> {
  const { bavail, bsize } = await statfs(place)
  await writeFile(file, Buffer.alloc(bavail * bsize)).catch(() => {})
}
