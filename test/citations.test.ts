import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ApiError, createClient, type Client } from '@sightline/sdk'
import { openTestApp, runEnd, type Tenant, type TestApp } from './support/test-app.ts'
import { everyPage } from './support/pages.ts'
import { unrecorded } from './support/statements.ts'
import { verified } from './support/pipeline.ts'

type Line = { text: string; platform?: string; day?: string; urls?: string[]; prompt?: string }

/** Six answers: what is cited in them can be counted by hand. */
const LINES: Line[] = [
  { text: 'Fernhold is fine.', urls: ['https://www.fernhold.example/a', 'https://reviews.test/one'] },
  { text: 'Quorvane is fine.', urls: ['https://reviews.test/one', 'https://blog.reviews.test/two'] },
  { text: 'Quorvane and Taskmoor.', urls: ['https://reviews.test/one?utm_source=x', 'https://forum.test/x'] },
  { text: 'Taskmoor only.', urls: ['https://forum.test/x', 'https://quorvane.example/'], platform: 'perplexity' },
  { text: 'Fernhold, Quorvane.', urls: ['https://forum.test/y'], day: '2026-01-02' },
  { text: 'Nobody.', day: '2026-01-03' },
]

async function importLines(client: Client, brandId: string, lines: Line[]): Promise<void> {
  const { runId, rejected } = await client.importAnswers({
    params: { id: brandId },
    body: {
      answers: lines.map(({ text, platform = 'chatgpt', day = '2026-01-01', urls = [], prompt = 'best tool' }) => ({
        text,
        platform,
        prompt,
        collectedAt: `${day}T08:00:00Z`,
        citations: urls.map((url) => ({ url })),
      })),
    },
  })
  assert.deepEqual(rejected, [])
  await runEnd(client, runId ?? '')
}

async function makeBrand(client: Client): Promise<{ id: string; quorvane: string; taskmoor: string }> {
  const { id } = await client.createBrand({ body: { name: 'Fernhold', domains: ['fernhold.example'] } })
  const rival = async (name: string, domains: string[]) =>
    (await client.addCompetitor({ params: { id }, body: { name, domains } })).id
  return { id, quorvane: await rival('Quorvane', ['quorvane.example']), taskmoor: await rival('Taskmoor', []) }
}

describe('the sources of a brand’s answers', () => {
  let house: TestApp
  let tenant: Tenant
  let client: Client
  let brand: Awaited<ReturnType<typeof makeBrand>>
  const params = () => ({ id: brand.id })

  before(async () => {
    house = await openTestApp({ works: true })
    tenant = await house.tenant()
    client = tenant.client
    brand = await makeBrand(client)
    await importLines(client, brand.id, LINES)
  })
  after(() => house.close())

  test('domains are counted once an answer, most cited first, with their share of valid answers', async () => {
    const { data, from, to } = await client.listCitations({ params: params() })
    assert.deepEqual([from, to], ['2025-12-07', '2026-01-03'])
    assert.deepEqual(
      data.map(({ domain, answers, citations, owner }) => [domain, answers, citations, owner]),
      [
        ['forum.test', 3, 3, 'third_party'],
        ['reviews.test', 3, 4, 'third_party'],
        ['fernhold.example', 1, 1, 'own'],
        ['quorvane.example', 1, 1, 'competitor'],
      ],
    )
    const [forum, reviews, , rival] = data
    assert.deepEqual(forum?.share, { value: 0.5, numerator: 3, denominator: 6 })
    assert.deepEqual(forum?.platforms, ['chatgpt', 'perplexity'])
    assert.deepEqual([forum?.firstDay, forum?.lastDay], ['2026-01-01', '2026-01-02'])
    assert.equal(reviews?.url, null)
    assert.equal(rival?.entityId, brand.quorvane)
  })

  test('pages stand for themselves under their canonical address', async () => {
    const { data } = await client.listCitations({ params: params(), query: { groupBy: 'page' } })
    assert.deepEqual(data.map(({ url, answers }) => [url, answers]).slice(0, 2), [
      ['https://reviews.test/one', 3],
      ['https://forum.test/x', 2],
    ])
    assert.equal(data.length, 6)
  })

  test('a domain leads to its pages, and each page to the prompts and answers that draw on it', async () => {
    const { data } = await client.listCitations({ params: params(), query: { groupBy: 'page', domain: 'forum.test' } })
    assert.deepEqual(
      data.map(({ url }) => url),
      ['https://forum.test/x', 'https://forum.test/y'],
    )
    const [page] = data
    const answers = await Promise.all(page!.answerIds.map((id) => client.getAnswer({ params: { id } })))
    assert.equal(answers.length, 2)
    assert.ok(answers.every(({ citations }) => citations.some(({ url }) => url === page!.url)))
    assert.deepEqual(page!.promptIds.toSorted(), [...new Set(answers.map(({ promptId }) => promptId))].toSorted())
  })

  test('platform, owner and days narrow both the counts and the denominator', async () => {
    const perplexity = await client.listCitations({ params: params(), query: { platform: 'perplexity' } })
    assert.deepEqual(
      perplexity.data.map(({ domain, share }) => [domain, share.numerator, share.denominator]),
      [
        ['forum.test', 1, 1],
        ['quorvane.example', 1, 1],
      ],
    )
    const own = await client.listCitations({ params: params(), query: { owner: 'own' } })
    assert.deepEqual(
      own.data.map(({ domain, share }) => [domain, share.numerator, share.denominator]),
      [['fernhold.example', 1, 6]],
    )
    const days = await client.listCitations({ params: params(), query: { from: '2026-01-02', to: '2026-01-03' } })
    assert.deepEqual(
      days.data.map(({ domain, share }) => [domain, share.numerator, share.denominator]),
      [['forum.test', 1, 2]],
    )
  })

  test('a window together with days, days in the wrong order and over-long spans are refused', async () => {
    const refused = [
      { window: '7d', from: '2026-01-01' },
      { from: '2026-01-03', to: '2026-01-01' },
      { from: '2020-01-01', to: '2026-01-01' },
    ]
    for (const query of refused)
      await assert.rejects(
        client.listCitations({ params: params(), query }),
        (error) => error instanceof ApiError && error.code === 'invalid_parameter',
      )
  })

  test('gaps are third parties’ sources behind answers that name rivals without the brand', async () => {
    const { data, answers } = await client.listCitationGaps({ params: params() })
    assert.equal(answers, 6)
    // reviews.test: answers 2 and 3 name rivals only, answer 1 the brand. forum.test: 3 and 4 against 5.
    assert.deepEqual(
      data.map((gap) => [gap.domain, gap.answersWithCompetitors, gap.answersWithoutBrand, gap.answersWithBrand]),
      [
        ['forum.test', 3, 2, 1],
        ['reviews.test', 2, 2, 1],
      ],
    )
    assert.deepEqual(
      data[0]?.competitors.map(({ name, answers: naming }) => [name, naming]),
      [
        ['Taskmoor', 2],
        ['Quorvane', 1],
      ],
    )
    assert.equal(data[0]?.answerIds.length, 2)
    for (const answerId of data[0]?.answerIds ?? []) {
      const answer = await client.getAnswer({ params: { id: answerId } })
      assert.ok(answer.citations.some(({ domain }) => domain === 'forum.test'))
    }
    const wide = await client.listCitationGaps({ params: params(), query: { minCompetitors: 3 } })
    assert.deepEqual(wide.data, [])
  })

  test('a walk gives each source once, in order, whatever comes in between (F1, F2)', async () => {
    const whole = (await client.listCitations({ params: params(), query: { groupBy: 'page' } })).data
    const walked = await everyPage(
      (cursor) => client.listCitations({ params: params(), query: { groupBy: 'page', limit: 1, cursor } }),
      // Each new answer would push the last page to the front, and bring one that was never there.
      (page) =>
        importLines(client, brand.id, [
          { text: `later ${page}`, urls: ['https://forum.test/y', `https://new.test/${page}`], day: '2026-01-03' },
        ]),
    )
    assert.deepEqual(walked, whole)
  })

  test('a cursor of one grouping is refused by another (F6)', async () => {
    const first = await client.listCitations({ params: params(), query: { limit: 1 } })
    const cursor = first.pagination.nextCursor ?? ''
    for (const query of [{ groupBy: 'page', cursor } as const, { owner: 'own', cursor } as const])
      await assert.rejects(
        client.listCitations({ params: params(), query }),
        (error) => error instanceof ApiError && error.code === 'invalid_cursor',
      )
  })

  test('new domains of a competitor move its pages over without asking anybody again', async () => {
    await client.updateCompetitor({
      params: { id: brand.id, cid: brand.taskmoor },
      body: { domains: ['forum.test'] },
    })
    const ownerOf = async (): Promise<unknown> =>
      (await client.listCitations({ params: params() })).data.find(({ domain }) => domain === 'forum.test')
    await until(async () => ((await ownerOf()) as { owner: string }).owner === 'competitor')
    assert.equal(((await ownerOf()) as { entityId: string }).entityId, brand.taskmoor)
    const gaps = await client.listCitationGaps({ params: params() })
    assert.ok(gaps.data.every(({ domain }) => domain !== 'forum.test'))
  })

  test('verify recomputes sources and owners from the raw answers, and sees what was changed', async () => {
    const verify = () => verified(house.app, tenant.organizationId, brand.id)
    // The score of what was read anew above may still be under way.
    await until(async () => (await verify()).differences.length === 0)
    await house.app.database.transaction(tenant.organizationId, (db) =>
      db
        .updateTable('source_page')
        .set({ owner: 'own' })
        .where('organization_id', '=', tenant.organizationId)
        .where('site', '=', 'reviews.test')
        .execute(),
    )
    const { differences } = await verify()
    assert.equal(differences.length, 3)
    assert.ok(differences.every(({ what }) => what === 'source'))
  })

  test('another organization sees none of it (B)', async () => {
    const other = await house.tenant()
    for (const read of [other.client.listCitations, other.client.listCitationGaps, other.client.listSearches])
      await assert.rejects(read({ params: params() }), (error) => error instanceof ApiError && error.status === 404)
    const rows = await unrecorded(() =>
      house.app.database.transaction(other.organizationId, async (db) => [
        ...(await db.selectFrom('source_use').selectAll().execute()),
        ...(await db.selectFrom('source_page').selectAll().execute()),
        ...(await db.selectFrom('change_clock').selectAll().execute()),
      ]),
    )
    assert.deepEqual(rows, [])
    const narrow = createClient({ baseUrl: house.baseUrl, apiKey: await tenant.newKey(['scores:read']) })
    await assert.rejects(
      narrow.listCitations({ params: params() }),
      (error) => error instanceof ApiError && error.code === 'insufficient_scope',
    )
  })

  test('a brand without answers has empty lists, not errors', async () => {
    const { id } = await client.createBrand({ body: { name: 'Nobody yet' } })
    const { data, from, to } = await client.listCitations({ params: { id } })
    assert.deepEqual([data, from, to], [[], null, null])
    assert.deepEqual((await client.listSearches({ params: { id } })).platforms, [])
  })
})

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 30))
}
