import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sightline } from './support/command-line.ts'
import { freshDatabase, TEST_SECRET } from './support/database.ts'
import { openFaultProxy } from './support/fault-proxy.ts'

test(
  'R4 a process that loses the database while it starts ends, instead of serving without one',
  { timeout: 60_000 },
  async (t) => {
    const { ownerUrl } = await freshDatabase()
    const url = new URL(ownerUrl)
    const proxy = await openFaultProxy(url.hostname, Number(url.port))
    const folder = await mkdtemp(join(tmpdir(), 'sightline-outage-'))
    t.after(async () => {
      await proxy.close()
      await rm(folder, { recursive: true, force: true })
    })
    // Its door is open by then.
    proxy.afflict('sightline heartbeat', { kind: 'reset', from: 'client' })
    const { code, err } = await sightline(['start', '--port', '0', '--data-dir', folder], {
      DATABASE_URL: Object.assign(url, { port: String(proxy.port) }).href,
      SIGHTLINE_SECRET: TEST_SECRET,
      OPENAI_API_KEY: 'simulated',
    })
    assert.equal(code, 1, err)
  },
)
