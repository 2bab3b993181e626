import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ApiError, createClient, type Client, type Dataset } from '@sightline/sdk'
import { nextChange } from '../packages/server/src/base/db/change-clock.ts'
import { markStale, takeStaleDays } from '../packages/server/src/store/scoring/daily-results.ts'
import { openTestApp, runEnd, type Tenant, type TestApp } from './support/test-app.ts'
import { asOwner } from './support/owner.ts'
import { everyPage } from './support/pages.ts'
import { verified } from './support/pipeline.ts'

type Row = Awaited<ReturnType<Client['exportRows']>>['data'][number]
const DATASETS: Dataset[] = ['scores', 'platform-results', 'share-of-voice', 'mentions', 'citations', 'events']

describe('exports', () => {
  let house: TestApp
  let tenant: Tenant
  let client: Client
  let id: string
  let quorvane: string

  before(async () => {
    house = await openTestApp({ works: true })
    tenant = await house.tenant()
    client = tenant.client
    id = (await client.createBrand({ body: { name: 'Fernhold', domains: ['fernhold.example'] } })).id
    quorvane = (await client.addCompetitor({ params: { id }, body: { name: 'Quorvane' } })).id
    await importTexts(['Fernhold and Quorvane.', 'Quorvane only.', '=SUM(A1) names nobody.'], '2026-01-01')
    await importTexts(['Fernhold only.'], '2026-01-02')
  })
  after(() => house.close())

  async function importTexts(texts: string[], day: string): Promise<void> {
    const { runId } = await client.importAnswers({
      params: { id },
      body: {
        answers: texts.map((text) => ({
          text,
          platform: 'chatgpt',
          prompt: '=best tool',
          collectedAt: `${day}T08:00:00Z`,
          citations: [{ url: 'https://fernhold.example/a' }, { url: 'https://other.test/b' }],
        })),
      },
    })
    await runEnd(client, runId ?? '')
  }

  const walk = (dataset: Dataset, query: { limit?: number; updatedSince?: string } = {}): Promise<Row[]> =>
    everyPage((cursor) => client.exportRows({ params: { dataset }, query: { ...query, cursor } }))
  /** What a loader keeps that upserts by id and drops what is deleted. */
  const loaded = (rows: Row[], into = new Map<string, Row>()): Map<string, Row> => {
    for (const row of rows)
      if (row.deletedAt === null) into.set(row.id, row)
      else into.delete(row.id)
    return into
  }

  test('scores, results and share of voice of a day are those of its answers alone', async () => {
    const scores = await walk('scores')
    assert.deepEqual(
      scores.map((row) => 'scoringVersion' in row && [row.day, row.platform, row.score, row.answers]),
      [
        ['2026-01-01', null, 33.33, 3],
        ['2026-01-01', 'chatgpt', 33.33, 3],
        ['2026-01-02', null, 100, 1],
        ['2026-01-02', 'chatgpt', 100, 1],
      ],
    )
    const results = await walk('platform-results')
    assert.deepEqual(
      results.map((row) => 'placeSum' in row && [row.day, row.entityName, row.named, row.placeSum, row.cited]),
      [
        ['2026-01-01', 'Fernhold', 1, 1, 3],
        ['2026-01-01', 'Quorvane', 2, 3, 0],
        ['2026-01-02', 'Fernhold', 1, 1, 1],
        ['2026-01-02', 'Quorvane', 0, 0, 0],
      ],
    )
    const shares = await walk('share-of-voice')
    assert.deepEqual(
      shares.map((row) => 'share' in row && [row.day, row.entityName, row.share, row.named]),
      [
        ['2026-01-01', 'Fernhold', 33, 1],
        ['2026-01-01', 'Quorvane', 67, 2],
        ['2026-01-02', 'Fernhold', 100, 1],
        ['2026-01-02', 'Quorvane', 0, 0],
      ],
    )
  })

  test('mentions and citations are one row an answer and entity, or page; formulas stay text (E24)', async () => {
    const mentions = await walk('mentions')
    assert.deepEqual(mentions.map((row) => 'place' in row && `${row.entityName} ${row.place}`).toSorted(byText), [
      'Fernhold 1',
      'Fernhold 1',
      'Quorvane 1',
      'Quorvane 2',
    ])
    const citations = await walk('citations')
    assert.equal(citations.length, 8)
    const own = citations.filter((row) => 'owner' in row && row.owner === 'own')
    assert.equal(own.length, 4)
    for (const row of own) assert.ok('owner' in row && row.prompt === '=best tool')
  })

  for (const dataset of DATASETS)
    test(`${dataset}: ascending by updatedAt and id, each row once at any page size (F1, F3)`, async () => {
      const whole = await walk(dataset, { limit: 1_000 })
      assert.ok(whole.length > 0)
      const keys = whole.map((row) => `${row.updatedAt} ${row.id}`)
      assert.deepEqual(keys, keys.toSorted())
      assert.equal(new Set(whole.map((row) => row.id)).size, whole.length)
      for (const limit of [1, 3]) assert.deepEqual(await walk(dataset, { limit }), whole)
      const last = whole.at(-1)
      const since = await walk(dataset, { updatedSince: last?.updatedAt ?? '' })
      assert.deepEqual(
        since,
        whole.filter((row) => row.updatedAt >= (last?.updatedAt ?? '')),
      )
    })

  for (const dataset of DATASETS)
    test(`${dataset}: every row has the fields of its schema`, async () => {
      const schema = await client.getExportSchema({ params: { dataset } })
      assert.equal(schema.primaryKey, 'id')
      const names = schema.fields.map(({ name }) => name).toSorted()
      for (const row of await walk(dataset)) {
        assert.deepEqual(Object.keys(row).toSorted(), names)
        for (const { name, type, nullable } of schema.fields) {
          const value: unknown = row[name as keyof Row]
          if (value === null) assert.ok(nullable, name)
          else assert.equal(typeof value, type === 'integer' ? 'number' : type, name)
        }
      }
    })

  test('a walk is frozen: what comes in between waits for the next one, and nothing is lost', async () => {
    const first = await client.exportRows({ params: { dataset: 'mentions' }, query: { limit: 2 } })
    await importTexts(['Fernhold and Quorvane again.'], '2026-01-01')
    const rest = await client.exportRows({
      params: { dataset: 'mentions' },
      query: { limit: 2, cursor: first.pagination.nextCursor ?? '' },
    })
    assert.equal(rest.pagination.nextCursor, null)
    const walked = [...first.data, ...rest.data]
    assert.equal(walked.length, 4)
    const next = await walk('mentions', { updatedSince: walked.at(-1)?.updatedAt ?? '' })
    assert.equal(loaded(next, loaded(walked)).size, 6)
  })

  test('a transaction that began earlier and commits later is not skipped (F4)', async () => {
    const { database } = house.app
    const begun = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const slow = database.transaction(tenant.organizationId, async (db) => {
      const stamp = await nextChange(db, tenant.organizationId)
      begun.resolve()
      await mayEnd.promise
      await db
        .updateTable('source_use')
        .set({ exported_at: stamp })
        .where('organization_id', '=', tenant.organizationId)
        .where('day', '=', '2026-01-02')
        .execute()
      return stamp
    })
    await begun.promise
    const fast = importTexts(['Quorvane, meanwhile.'], '2026-01-03')
    const seen = await walk('mentions')
    mayEnd.resolve()
    const stamp = await slow
    await fast
    const bookmark = seen.at(-1)?.updatedAt ?? ''
    assert.ok(bookmark < stamp.toISOString())
    const next = await walk('mentions', { updatedSince: bookmark })
    assert.ok(next.some((row) => row.day === '2026-01-02'))
    assert.ok(next.some((row) => row.day === '2026-01-03'))
  })

  test('corrections come again, what is gone comes with deletedAt, and a loader ends with what a new one would', async () => {
    const kept = new Map<Dataset, Map<string, Row>>()
    const bookmarks = new Map<Dataset, string>()
    for (const dataset of DATASETS) {
      const rows = await walk(dataset)
      kept.set(dataset, loaded(rows))
      bookmarks.set(dataset, rows.at(-1)?.updatedAt ?? '')
    }
    await client.removeCompetitor({ params: { id, cid: quorvane } })
    await client.updateBrand({ params: { id }, body: { domains: ['other.test'] } })
    await until(async () => (await walk('mentions')).some((row) => row.deletedAt !== null))
    await until(async () => (await walk('share-of-voice')).some((row) => row.deletedAt !== null))
    await until(async () =>
      (await walk('citations')).some((row) => 'owner' in row && row.owner === 'own' && row.domain === 'other.test'),
    )
    for (const dataset of DATASETS) {
      const rows = await walk(dataset, { updatedSince: bookmarks.get(dataset) ?? '' })
      const byUpdates = loaded(rows, kept.get(dataset))
      const anew = loaded(await walk(dataset))
      assert.deepEqual(byUpdates, anew)
    }
    const gone = (await walk('mentions')).filter((row) => 'entityKind' in row && row.entityId === quorvane)
    assert.ok(gone.length > 0)
    for (const row of gone) assert.equal(row.deletedAt, row.updatedAt)
  })

  test('verify makes the daily rows anew and sees what was changed', async () => {
    const { database } = house.app
    const verify = () => verified(house.app, tenant.organizationId, id)
    assert.deepEqual((await verify()).differences, [])
    await database.transaction(tenant.organizationId, (db) =>
      db
        .deleteFrom('daily_result')
        .where('organization_id', '=', tenant.organizationId)
        .where('dataset', '=', 'scores')
        .where('day', '=', '2026-01-02')
        .execute(),
    )
    assert.deepEqual((await verify()).differences, [{ brandId: id, what: 'export', where: '2026-01-02' }])
  })

  test('a day whose counts change while its rows are made is not forgotten', async () => {
    const { database } = house.app
    const { organizationId } = tenant
    const { id: brandId } = await client.createBrand({ body: { name: 'Counted meanwhile' } })
    const day = '2026-01-09'
    await database.transaction(organizationId, (db) => markStale(db, organizationId, brandId, [day]))
    const [marked, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let isCounted = false
    const counting = database.transaction(organizationId, async (db) => {
      await markStale(db, organizationId, brandId, [day])
      marked.resolve()
      await mayEnd.promise
      isCounted = true
    })
    await marked.promise
    let isTaken = false
    const making = database.transaction(organizationId, async (db) => {
      const days = await takeStaleDays(db, organizationId, brandId)
      isTaken = true
      return { days, seesCounts: isCounted }
    })
    await until(async () => isTaken || (await asOwner(house, `select from pg_locks where not granted`)).length > 0)
    mayEnd.resolve()
    await counting
    const { days, seesCounts } = await making
    const left = await database.transaction(organizationId, (db) => takeStaleDays(db, organizationId, brandId))
    assert.deepEqual([...days, ...left], [day])
    assert.ok(seesCounts || left.length > 0)
  })

  test('days and brands narrow it; another organization and another scope see nothing', async () => {
    const days = await client.exportRows({
      params: { dataset: 'mentions' },
      query: { from: '2026-01-02', to: '2026-01-02' },
    })
    assert.ok(days.data.length > 0 && days.data.every(({ day }) => day === '2026-01-02'))
    const { id: second } = await client.createBrand({ body: { name: 'Other' } })
    const narrow = createClient({ baseUrl: house.baseUrl, apiKey: await tenant.newKey(['results:read'], [second]) })
    const other = await house.tenant()
    for (const dataset of DATASETS) {
      assert.deepEqual((await narrow.exportRows({ params: { dataset } })).data, [])
      assert.deepEqual((await other.client.exportRows({ params: { dataset } })).data, [])
      await assert.rejects(other.client.exportRows({ params: { dataset }, query: { brandId: id } }), isProblem(404))
    }
    const reader = createClient({ baseUrl: house.baseUrl, apiKey: await tenant.newKey(['scores:read']) })
    await assert.rejects(reader.exportRows({ params: { dataset: 'scores' } }), isProblem(403))
    await assert.rejects(client.exportRows({ params: { dataset: 'scores' }, query: { limit: 1_001 } }), isProblem(400))
  })
})

const byText = (one: unknown, other: unknown): number => (String(one) < String(other) ? -1 : 1)
const isProblem = (status: number) => (error: unknown) => error instanceof ApiError && error.status === status

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50))
}
