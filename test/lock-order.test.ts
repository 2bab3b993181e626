import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { sessionOperations } from '@sightline/sdk'
import { Client } from 'pg'
import { operate } from '../packages/server/src/commands/with-app.ts'
import { collect } from '../packages/server/src/pipeline/measuring/collect.ts'
import type { Pipeline } from '../packages/server/src/pipeline/context.ts'
import { extract, reExtract } from '../packages/server/src/pipeline/reading/extract.ts'
import { startRun } from '../packages/server/src/pipeline/measuring/start-run.ts'
import { applyAnswerRetention } from '../packages/server/src/pipeline/measuring/answer-retention.ts'
import { runScheduled } from '../packages/server/src/operations/measuring/scheduled.ts'
import { lockBrand } from '../packages/server/src/store/measuring/brands.ts'
import { saveSituations, saveStandings } from '../packages/server/src/store/advising/moves.ts'
import { createPipeline } from '../packages/server/src/wiring/work.ts'
import { TEST_SECRET } from './support/cluster.ts'
import { seedBrand, labPlatformsOf, openTestApp, startedRun, type Tenant, type TestApp } from './support/test-app.ts'
import { asOwner } from './support/owner.ts'
import { eventually } from './support/eventually.ts'

const DAY_MS = 86_400_000

/**
 * What writes below a brand and what deletes it meet half-way: the first has taken some of its rows when a gate stops it, a
 * table that the owner holds; the second begins and waits; then the gate opens. Where they take rows in different orders, each
 * waits for the other.
 */
describe('what writes below a brand and what deletes it never wait in a ring', { timeout: 60_000 }, () => {
  let house: TestApp
  let pipeline: Pipeline
  let tenant: Tenant
  let brandId: string
  let competitorId: string
  /** Holds the gate. */
  let owner: Client

  before(async () => {
    house = await openTestApp({ lab: { seed: 5 }, works: false })
    const log = { info: () => {}, error: () => {} }
    const platforms = labPlatformsOf(house.lab!)
    const options = { url: house.database.url, secret: TEST_SECRET, platforms, log, version: 'test' }
    const { database, services, threads } = house.app
    pipeline = createPipeline(options, database, { services, threads }, new AbortController().signal)
    owner = new Client({ connectionString: house.database.ownerUrl })
    await owner.connect()
  })
  after(async () => {
    await owner.end()
    await house.close()
  })
  beforeEach(async () => {
    tenant = await house.tenant()
    const furnished = await seedBrand(tenant.client, house.lab, 2)
    brandId = furnished.brandId
    competitorId = furnished.competitorIds[0]!
  })
  afterEach(() => owner.query('rollback'))

  const deleteBrand = () => tenant.client.deleteBrand({ params: { id: brandId } })
  const deleteOrganization = () =>
    operate(house.app, tenant.organizationId, sessionOperations.deleteOrganization, { body: { confirm: 'Test' } })

  /** A planned run. @returns the first step of it, to be begun */
  async function run(): Promise<{ id: string; start: () => Promise<void> }> {
    const { id } = await startedRun(tenant.client, brandId, { platforms: ['chatgpt'] })
    return { id, start: () => startRun(pipeline, { organizationId: tenant.organizationId, runId: id }) }
  }

  /** A running run. @returns for each of its slots what asks its question and stores the answer */
  async function slots(): Promise<{ runId: string; collects: (() => Promise<void>)[] }> {
    const { id, start } = await run()
    await start()
    const { organizationId } = tenant
    const rows = (await asOwner(house, 'select id from slot where run_id = $1', [id])) as { id: string }[]
    return { runId: id, collects: rows.map((slot) => () => collect(pipeline, { organizationId, slotId: slot.id })) }
  }

  async function lookedThrough(): Promise<void> {
    const { runId, collects } = await slots()
    for (const one of collects) await one()
    await extract(pipeline, { organizationId: tenant.organizationId, runId })
    // As scoring leaves it.
    await asOwner(house, 'delete from stale_day')
  }

  /** The daily round, years later: nothing is kept so long. */
  const round = () =>
    applyAnswerRetention({ database: house.app.database, now: () => new Date(Date.now() + 1_000 * DAY_MS) }, tenant)

  /** @returns how many deadlocks the database has ended */
  async function deadlocksWhen(
    gate: string,
    first: () => Promise<unknown>,
    second: () => Promise<unknown>,
  ): Promise<number> {
    const before = await deadlocks()
    await owner.query('begin')
    await owner.query(`lock table ${gate} in share mode`)
    const one = first()
    await untilWaiting(1)
    const other = second()
    await untilWaiting(2)
    await owner.query('commit')
    await Promise.all([one, other])
    return (await deadlocks()) - before
  }

  async function deadlocks(): Promise<number> {
    const [row] = (await asOwner(
      house,
      'select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()',
    )) as { deadlocks: number }[]
    return row!.deadlocks
  }

  async function untilWaiting(count: number): Promise<void> {
    const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await eventually(async () => (await asOwner(house, text)).length >= count)
  }

  test('an answer that is stored, and its brand’s deletion', async () => {
    const { collects } = await slots()
    assert.equal(await deadlocksWhen('answer', collects[0]!, deleteBrand), 0)
  })

  test('a brand’s deletion, and an answer that comes meanwhile: nobody wants it any more', async () => {
    const { runId, collects } = await slots()
    assert.equal(await deadlocksWhen('competitor', deleteBrand, collects[0]!), 0)
    assert.deepEqual(await asOwner(house, 'select from answer where run_id = $1', [runId]), [])
  })

  test('a brand’s deletion, and questions that are added meanwhile: there is no brand for them any more', async () => {
    const add = () =>
      assert.rejects(
        tenant.client.createPrompts({ params: { id: brandId }, body: { prompts: [{ text: 'Which?' }] } }),
        {
          code: 'resource_not_found',
        },
      )
    assert.equal(await deadlocksWhen('competitor', deleteBrand, add), 0)
  })

  test('a run’s cancelling, and an answer that was asked for before: it is kept', async () => {
    const { runId, collects } = await slots()
    const cancel = () => tenant.client.cancelRun({ params: { id: runId } })
    assert.equal(await deadlocksWhen('audit_entry', cancel, collects[0]!), 0)
    assert.equal((await asOwner(house, 'select from answer where run_id = $1', [runId])).length, 1)
  })

  test('an answer that is stored, and its organization’s deletion', async () => {
    const { collects } = await slots()
    // The request for extraction that this leaves is one row that both want.
    await collects[0]!()
    assert.equal(await deadlocksWhen('answer', collects[1]!, deleteOrganization), 0)
  })

  test('an organization’s first answers that are looked through, and its deletion', async () => {
    const { runId, collects } = await slots()
    await collects[0]!()
    const first = () => extract(pipeline, { organizationId: tenant.organizationId, runId })
    assert.equal(await deadlocksWhen('change_clock', first, deleteOrganization), 0)
  })

  test('an organization’s daily round, and its deletion', async () => {
    await lookedThrough()
    await asOwner(house, `update organization set plan = 'free', anchor_at = '2020-01-01' where organization_id = $1`, [
      tenant.organizationId,
    ])
    assert.equal(await deadlocksWhen('organization', round, deleteOrganization), 0)
  })

  test('a run that is planned, and its brand’s deletion', async () => {
    const { start } = await run()
    assert.equal(await deadlocksWhen('slot', start, deleteBrand), 0)
  })

  test('answers that are looked through anew, and their brand’s deletion', async () => {
    await lookedThrough()
    const { organizationId } = tenant
    const again = () => reExtract(pipeline, { organizationId, brandId, after: '' })
    assert.equal(await deadlocksWhen('stale_day', again, deleteBrand), 0)
  })

  test('a competitor’s standing and move that are kept, and its deletion', async () => {
    const { organizationId } = tenant
    const day = '2026-01-01'
    const standings = [{ competitorId, order: 'above' as const, since: day, panel: '' }]
    const move = { move: 'score_moved' as const, direction: 'up' as const, began: day, lastSeen: day }
    const { database } = house.app
    await database.transaction(organizationId, (db) => saveStandings(db, organizationId, brandId, standings))
    // As `tellMoves` does.
    const tell = () =>
      database.transaction(organizationId, async (db) => {
        await lockBrand(db, organizationId, brandId)
        await saveStandings(db, organizationId, brandId, standings)
        await saveSituations(db, organizationId, brandId, [{ fingerprint: 'one', competitorId, ...move }])
      })
    const remove = () => tenant.client.removeCompetitor({ params: { id: brandId, cid: competitorId } })
    assert.equal(await deadlocksWhen('competitor_situation', tell, remove), 0)
  })

  test('a brand’s deletion, and its schedule’s turn', async () => {
    await tenant.client.setSchedule({
      params: { id: brandId },
      body: { isOn: true, hour: 6, days: [1], platforms: ['chatgpt'] },
    })
    await asOwner(house, 'update schedule set next_run_at = now() where brand_id = $1', [brandId])
    const { organizationId } = tenant
    const turn = () => runScheduled(house.app.services, { organizationId, brandId })
    assert.equal(await deadlocksWhen('competitor', deleteBrand, turn), 0)
  })
})
