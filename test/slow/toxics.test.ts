import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, createClient, type Client } from '@sightline/sdk'
import { openFaultProxy, type Fault, type FaultProxy } from '../support/fault-proxy.ts'
import { seedBrand, openTestApp, runEnd, startedRun, type Tenant, type TestApp } from '../support/test-app.ts'
import { TEST_SECRET } from '../support/database.ts'
import { asOwner, liftMinuteLimit } from '../support/owner.ts'
import { allAnswers, differencesOf, quiet } from '../support/pipeline.ts'
import { serverOf, type ServerProcess } from '../support/server-process.ts'

const generous = { timeout: 120_000 }
const CALL_EVERY_MS = 50
const WARM_UP_MS = 1_000
const TOXIC_MS = 400
const HEALTHY_MS = 300

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
  let house: TestApp
  let tenant: Tenant
  let brandId: string
  let proxy: FaultProxy
  let server: ServerProcess
  let folder: string
  let client: Client
  let databasePort: number

  before(async () => {
    house = await openTestApp({ lab: { seed: 5, delayMs: 20 }, works: false })
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    ;({ brandId } = await seedBrand(tenant.client, house.lab, 5))
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
    client = createClient({ baseUrl: `${server.address}/api/v1`, apiKey: tenant.key, fetch: fetchOnce })
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

  /** Some calls a second until it is told to end: reads, and writes that are remembered. */
  function keepCalling(when: string) {
    const seen = { answered: 0, refused: 0, wrong: [] as string[], accepted: [] as string[], doubtful: [] as string[] }
    const over = new AbortController()
    const calls: Promise<void>[] = []
    const ask = async (call: () => Promise<unknown>, text?: string): Promise<void> => {
      try {
        await call()
        seen.answered += 1
        if (text !== undefined) seen.accepted.push(text)
      } catch (error) {
        seen.refused += 1
        if (text !== undefined) seen.doubtful.push(text)
        if (!(error instanceof ApiError && error.status === 503)) seen.wrong.push(String(error))
      }
    }
    const calling = (async () => {
      for (let number = 0; !over.signal.aborted; number += 1) {
        const text = `asked ${when} ${number}`
        const write = () => client.createPrompts({ params: { id: brandId }, body: { prompts: [{ text }] } })
        calls.push(number % 4 === 0 ? ask(write, text) : ask(() => client.listBrands({})))
        await sleep(CALL_EVERY_MS)
      }
    })()
    return {
      end: async () => {
        over.abort()
        await calling
        await Promise.all(calls)
        return seen
      },
    }
  }

  test(
    'R5 R16 under every toxic a call is answered or 503, what was accepted is there once, the run ends, and nothing stays open',
    generous,
    async () => {
      // What is opened once and kept is open then.
      await runEnd(tenant.client, (await startedRun(tenant.client, brandId, { platforms: ['chatgpt'] })).id)
      const healthy = keepCalling('before them')
      await sleep(WARM_UP_MS)
      assert.equal((await healthy.end()).refused, 0)
      const before = await open()
      const { id } = await startedRun(tenant.client, brandId, { platforms: ['chatgpt'], repeats: 10 })
      const calling = keepCalling('under toxics')
      for (const { fault, isEndedByReset } of toxics) {
        proxy.afflict('', fault)
        await sleep(TOXIC_MS)
        proxy.heal()
        if (isEndedByReset === true) proxy.leadTo(databasePort)
        await sleep(HEALTHY_MS)
      }
      const { answered, refused, wrong, accepted, doubtful } = await calling.end()
      console.log(`${answered} calls answered, ${refused} refused with 503`)
      assert.deepEqual(wrong, [])
      const run = await runEnd(tenant.client, id)
      await quiet(house)
      const answers = await allAnswers(tenant.client, brandId, { runId: id })
      assert.equal(new Set(answers.map((answer) => answer.id)).size, run.planned)
      assert.deepEqual(await differencesOf(house, tenant, brandId), [])
      const written = (await asOwner(house, 'select text from prompt where brand_id = $1', [brandId])) as {
        text: string
      }[]
      const times = Map.groupBy(written, ({ text }) => text)
      const isWritten = (text: string): number => times.get(text)?.length ?? 0
      assert.ok(accepted.length > 0)
      assert.deepEqual(
        [accepted.filter((text) => isWritten(text) !== 1), doubtful.filter((text) => isWritten(text) > 1)],
        [[], []],
      )
      // What is idle is given up after ten seconds; what was lost would stay.
      for (
        let now = await open();
        now.connections > before.connections || now.handles > before.handles;
        now = await open()
      )
        await sleep(250)
    },
  )
})

/** A connection a call: what the process has open is then its own affair. */
const fetchOnce: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers)
  headers.set('connection', 'close')
  return fetch(input, { ...init, headers })
}
