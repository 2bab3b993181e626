import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, createClient, type Client } from '@sightline/sdk'
import { openFaultProxy, type Fault, type FaultProxy } from './support/fault-proxy.ts'
import { furnish, openTestHouse, runEnd, startedRun, type Tenant, type TestHouse } from './support/house.ts'
import { TEST_SECRET } from './support/database.ts'
import { asOwner, liftMinuteLimit } from './support/owner.ts'
import { allAnswers, differencesOf, quiet } from './support/pipeline.ts'
import { serverOf, type ServerProcess } from './support/server-process.ts'

const generous = { timeout: 120_000 }
const CALL_EVERY_MS = 50
const TOXIC_MS = 600
const HEALTHY_MS = 400

/** What a network does, one after another; what was swallowed is ended afterwards, as TCP does in its own time. */
const toxics: { fault: Fault; isEndedByReset?: boolean }[] = [
  { fault: { kind: 'slice', bytes: 7 } },
  { fault: { kind: 'latency', milliseconds: 80 } },
  { fault: { kind: 'reset' } },
  { fault: { kind: 'cut', from: 'server', afterBytes: 900 } },
  { fault: { kind: 'hold' } },
  { fault: { kind: 'blackHole' }, isEndedByReset: true },
]

describe('a process between which and its database the network fails again and again', generous, () => {
  let house: TestHouse
  let tenant: Tenant
  let brandId: string
  let proxy: FaultProxy
  let server: ServerProcess
  let folder: string
  let client: Client
  let databasePort: number

  before(async () => {
    house = await openTestHouse({ lab: { seed: 5, delayMs: 20 }, works: false })
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    ;({ brandId } = await furnish(tenant.client, house.lab, 5))
    const url = new URL(house.database.ownerUrl)
    databasePort = Number(url.port)
    proxy = await openFaultProxy(url.hostname, databasePort)
    folder = await mkdtemp(join(tmpdir(), 'sightline-toxics-'))
    server = await serverOf(folder, {
      DATABASE_URL: Object.assign(url, { port: String(proxy.port) }).href,
      SIGHTLINE_SECRET: TEST_SECRET,
      SIGHTLINE_LOG: 'silent',
      OPENAI_API_KEY: 'simulated',
      OPENAI_BASE_URL: house.lab!.baseUrls.openai,
    })
    client = createClient({ baseUrl: `${server.address}/api/v1`, apiKey: tenant.key })
  })
  after(async () => {
    await server.kill()
    await proxy.close()
    await house.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Connections to the database, and all that the process has open. */
  async function open(): Promise<{ connections: number; handles: number }> {
    const [row] = await asOwner(
      house,
      `select count(*)::int as connections from pg_stat_activity
       where datname = current_database() and application_name like 'sightline%'`,
    )
    const handles = (await readdir(`/proc/${server.pid}/fd`)).length
    return { ...(row as { connections: number }), handles }
  }

  test(
    'R5 R16 calls and runs under every toxic: answered or 503, all that was accepted is there once, nothing stays open',
    generous,
    async () => {
      const atRest = await open()
      const used = async () => (await tenant.client.getUsage()).calls.used
      const usedBefore = await used()
      const accepted: string[] = []
      const doubtful: string[] = []
      let answered = 0
      let inDoubt = 0
      const told = (error: unknown): void => {
        assert.ok(error instanceof ApiError && error.status === 503, String(error))
        inDoubt += 1
      }
      const calls: Promise<unknown>[] = []
      const { id } = await startedRun(client, brandId, { platforms: ['chatgpt'], repeats: 10 })
      answered += 1
      const over = new AbortController()
      const calling = (async () => {
        for (let number = 0; !over.signal.aborted; number += 1) {
          const text = `asked under toxics ${number}`
          const write = client.createPrompts({ params: { id: brandId }, body: { prompts: [{ text }] } })
          if (number % 4 === 0)
            calls.push(
              write.then(
                () => void ((answered += 1), accepted.push(text)),
                (error: unknown) => void (doubtful.push(text), told(error)),
              ),
            )
          else calls.push(client.listBrands({}).then(() => (answered += 1), told))
          await sleep(CALL_EVERY_MS)
        }
      })()
      for (const { fault, isEndedByReset } of toxics) {
        proxy.afflict('', fault)
        await sleep(TOXIC_MS)
        proxy.heal()
        if (isEndedByReset === true) proxy.leadTo(databasePort)
        await sleep(HEALTHY_MS)
      }
      over.abort()
      await calling
      await Promise.all(calls)
      const run = await runEnd(tenant.client, id)
      await quiet(house)
      assert.equal(run.stored, run.planned)
      assert.equal(
        new Set((await allAnswers(tenant.client, brandId, { runId: id })).map((answer) => answer.id)).size,
        run.planned,
      )
      assert.deepEqual(await differencesOf(house, tenant, brandId), [])
      const rows = (await asOwner(
        house,
        `select text, count(*)::int as times from prompt where brand_id = $1 group by text`,
        [brandId],
      )) as {
        text: string
        times: number
      }[]
      const times = new Map(rows.map((row) => [row.text, row.times]))
      assert.deepEqual(
        accepted.filter((text) => times.get(text) !== 1),
        [],
      )
      assert.deepEqual(
        doubtful.filter((text) => (times.get(text) ?? 0) > 1),
        [],
      )
      console.log(`${answered} calls answered, ${inDoubt} refused with 503`)
      for (;;) {
        const { connections, handles } = await open()
        // What is idle is given up after ten seconds; what is lost would stay.
        if (connections <= atRest.connections && handles <= atRest.handles) break
        await sleep(250)
      }
      assert.ok(answered > 0 && usedBefore > 0)
    },
  )
})
