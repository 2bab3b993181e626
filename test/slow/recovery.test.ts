import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@sightline/sdk'
import { migrate } from '../../packages/server/src/base/db/migrate.ts'
import { query, queryWhenBack } from '../support/cluster-processes.ts'
import { TEST_SECRET } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { openFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { postgresServer, type PostgresServer } from '../support/postgres-server.ts'
import { seedBrand, openApp, runEnd, startedRun, type Tenant, type TestApp } from '../support/product.ts'
import { liftMinuteLimit } from '../support/owner.ts'
import { allAnswers, differencesOf } from '../support/pipeline.ts'

const generous = { timeout: 300_000 }

describe('a database that restarts, is cut off, and is replaced by its standby', generous, () => {
  let primary: PostgresServer
  let standby: PostgresServer
  let proxy: FaultProxy
  let house: TestApp
  let tenant: Tenant
  let brandId: string
  /** Of the server that is the primary at the time. */
  let ownerUrl: string

  before(async () => {
    primary = await postgresServer()
    await primary.start()
    await query(primary.url(), 'create database sightline')
    ownerUrl = primary.url('sightline')
    const { applicationUrl } = await migrate(ownerUrl, TEST_SECRET)
    await primary.stop('fast')
    standby = await primary.standby()
    await primary.start()
    await standby.start()
    // What is acknowledged is on both: a failover loses nothing (docs/operating.md).
    await query(primary.url(), `alter system set synchronous_standby_names = '*'`)
    await query(primary.url(), 'select pg_reload_conf()')
    proxy = await openFaultProxy('127.0.0.1', primary.port)
    const url = Object.assign(new URL(applicationUrl), { port: String(proxy.port) }).href
    house = await openApp({ url, ownerUrl, drop: async () => {} }, { lab: { seed: 5, delayMs: 20 } })
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    ;({ brandId } = await seedBrand(tenant.client, house.lab, 6))
  })
  after(async () => {
    await house.close()
    await proxy.close()
    await standby.remove()
    await primary.remove()
  })

  const PLATFORMS = ['chatgpt', 'claude']

  /** A run and writes over the API while something happens: every answer once, every accepted write kept, all counts right. */
  async function survives(happens: () => Promise<void>): Promise<{ refused: number; accepted: number }> {
    const { id } = await startedRun(tenant.client, brandId, { platforms: PLATFORMS, repeats: 2 })
    const over = new AbortController()
    const accepted: string[] = []
    let refused = 0
    const writing = (async () => {
      for (let number = 0; !over.signal.aborted; number += 1) {
        const text = `written ${id} ${number}`
        await tenant.client.createPrompts({ params: { id: brandId }, body: { prompts: [{ text }] } }).then(
          () => accepted.push(text),
          (error: unknown) => {
            assert.ok(error instanceof ApiError && error.status === 503, String(error))
            refused += 1
          },
        )
        await sleep(20)
      }
    })()
    await eventually(async () => (await tenant.client.getRun({ params: { id } })).stored >= 3)
    await happens()
    await served()
    const run = await runEnd(tenant.client, id)
    over.abort()
    await writing
    const answers = await allAnswers(tenant.client, brandId, { runId: id })
    assert.equal(run.status, 'completed')
    assert.equal(answers.length, run.planned)
    assert.equal(new Set(answers.map((answer) => answer.id)).size, run.planned)
    const kept = await query<{ text: string }>(ownerUrl, `select text from prompt where text like 'written%'`)
    const texts = new Set(kept.map(({ text }) => text))
    assert.deepEqual(
      accepted.filter((text) => !texts.has(text)),
      [],
    )
    assert.deepEqual(await differencesOf(house, tenant, brandId), [])
    return { refused, accepted: accepted.length }
  }

  async function served(): Promise<void> {
    for (;;)
      try {
        await tenant.client.listBrands({})
        return
      } catch {
        await sleep(50)
      }
  }

  test(
    'R4 the database restarts under load: callers hear 503, and no accepted write and no answer is lost',
    generous,
    async () => {
      const { refused, accepted } = await survives(async () => {
        await primary.stop('immediate')
        const error = await tenant.client.listBrands({}).then(
          () => null,
          (reason: unknown) => reason,
        )
        assert.ok(error instanceof ApiError && error.status === 503, String(error))
        await primary.start()
        await queryWhenBack(ownerUrl, 'select 1')
      })
      console.log(`${refused} writes refused, ${accepted} kept`)
    },
  )

  test('R5 every connection terminated in mid-run, twice: all is done once', generous, async () => {
    await survives(async () => {
      for (let time = 0; time < 2; time += 1) {
        await query(
          ownerUrl,
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'sightline' and application_name like 'sightline%'`,
        )
        await sleep(300)
      }
    })
  })

  test(
    'R5 the answer is lost that tells a worker which job it took: the job is done all the same',
    generous,
    async () => {
      const before = house.log.length
      await survives(async () => {
        proxy.afflict('sightline queue', { kind: 'reset', from: 'server', at: '"runId"' })
        await proxy.struck()
        proxy.heal()
      })
      // A run may end without the job that was lost: it is given back a while later.
      await eventually(
        () => house.log.slice(before).some(({ event }) => event === 'worker.jobs_released'),
        'the job is given back',
      )
    },
  )

  test(
    'R5 the connections on which workers hear of new jobs are half-open, dead without a word: the jobs are done all the same',
    generous,
    async () => {
      // From the first notification on; they stay connected, and nothing comes on them any more.
      proxy.afflict('sightline queue listener', { kind: 'blackHole', from: 'server', at: 'sightline:jobs' })
      const { id } = await startedRun(tenant.client, brandId, { platforms: PLATFORMS })
      await proxy.struck()
      const { planned, stored } = await runEnd(tenant.client, id)
      assert.equal(stored, planned)
      proxy.heal()
    },
  )

  test(
    'R6 the primary dies and its standby takes over: the processes go on there, and nothing acknowledged is lost',
    generous,
    async () => {
      await survives(async () => {
        await primary.stop('immediate')
        await standby.promote()
        await query(standby.url(), `alter system set synchronous_standby_names = ''`)
        await query(standby.url(), 'select pg_reload_conf()')
        ownerUrl = standby.url('sightline')
        proxy.leadTo(standby.port)
      })
    },
  )
})
