import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client, Page } from '@sightline/sdk'
import { ask, assertErrorShape } from './support/http.ts'
import { openTestApp, runEnd, type Tenant, type TestApp } from './support/test-app.ts'
import { liftMinuteLimit } from './support/owner.ts'

type Query = { limit?: number; cursor?: string }
type List = (query: Query) => Promise<Page<{ id: string }>>

/** Follows a list to its end. `between` runs after each page but the last. */
async function walk(list: List, limit: number, between: (seen: string[]) => Promise<unknown> = async () => {}) {
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page: Page<{ id: string }> = await list({ limit, ...(cursor !== null && { cursor }) })
    assert.ok(page.data.length <= limit)
    assert.equal(page.pagination.hasMore, page.pagination.nextCursor !== null)
    assert.ok(page.data.length > 0 || seen.length === 0, 'no empty last page')
    seen.push(...page.data.map(({ id }) => id))
    cursor = page.pagination.nextCursor
    if (cursor !== null) await between(seen)
  } while (cursor !== null)
  return seen
}

const newPrompts = (count: number, word: string) =>
  Array.from({ length: count }, (_, index) => ({ text: `best ${word} number ${index}` }))

async function importMany(client: Client, brandId: string, count: number, collectedAt: string | null, word = 'tool') {
  const answers = Array.from({ length: count }, (_, index) => ({
    prompt: `best ${word}`,
    platform: 'chatgpt',
    text: `Answer ${index} about ${word}.`,
    externalId: `${word}-${index}`,
    collectedAt,
  }))
  const imported = await client.importAnswers({ params: { id: brandId }, body: { answers } })
  assert.equal(imported.accepted, count)
  await runEnd(client, imported.runId!)
}

describe('lists', () => {
  let house: TestApp
  let tenant: Tenant
  let client: Client
  let brandId: string

  before(async () => {
    house = await openTestApp({ works: true })
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    client = tenant.client
    brandId = (await client.createBrand({ body: { name: 'Fernhold' } })).id
    await client.createPrompts({ params: { id: brandId }, body: { prompts: newPrompts(120, 'tool') } })
    await importMany(client, brandId, 150, '2026-10-31T12:00:00.000Z')
  })
  after(() => house.close())

  const prompts = (query: Query) => client.listPrompts({ params: { id: brandId }, query })
  const answers = (query: Query) => client.listAnswers({ params: { id: brandId }, query })
  const brands = (query: Query) => client.listBrands({ query })
  let brandCount = 0
  const newBrand = async () => (await client.createBrand({ body: { name: `Brand ${(brandCount += 1)}` } })).id

  test('F1, F3: a thousand prompts, and 500 answers of one instant, come exactly once and in one order at 1, 7 and 100 a page', async () => {
    const id = await newBrand()
    for (let part = 0; part < 5; part += 1)
      await client.createPrompts({ params: { id }, body: { prompts: newPrompts(200, `thing ${part}`) } })
    await importMany(client, id, 500, '2026-10-31T12:00:00.000Z', 'thing 0')
    const ofBrand: [List, number, number[]][] = [
      [(query) => client.listPrompts({ params: { id }, query }), 1_000, [1, 7, 100]],
      [(query) => client.listAnswers({ params: { id }, query }), 500, [7, 100]],
    ]
    for (const [list, count, sizes] of ofBrand) {
      const all = await walk(list, 200)
      assert.equal(new Set(all).size, all.length)
      assert.ok(all.length >= count && all.length <= count + 1, `${all.length} entries`)
      for (const limit of sizes) assert.deepEqual(await walk(list, limit), all)
      // Prompts come oldest first, answers newest first.
      const oldestFirst = all.toSorted((one, other) => (one < other ? -1 : 1))
      assert.deepEqual(all, count === 1_000 ? oldestFirst : oldestFirst.toReversed())
    }
  })

  test('F2: answers imported and names changed during the walk neither hide nor repeat one that was there', async () => {
    const present = (await answers({ limit: 200 })).data.map(({ id }) => id)
    let round = 0
    const seen = await walk(answers, 40, async () => {
      round += 1
      await importMany(client, brandId, 5, round % 2 === 0 ? '2026-10-30T12:00:00.000Z' : null, `later ${round}`)
      await client.updateBrand({ params: { id: brandId }, body: { aliases: [`Alias ${round}`] } })
    })
    assert.equal(new Set(seen).size, seen.length)
    assert.deepEqual(
      present.filter((id) => !seen.includes(id)),
      [],
    )
  })

  test('F2: prompts added and changed during the walk neither hide nor repeat one that was there', async () => {
    const present = (await prompts({ limit: 200 })).data.map(({ id }) => id)
    let round = 0
    const seen = await walk(prompts, 50, async (before) => {
      round += 1
      const change = { params: { id: brandId, pid: before[0]! }, body: { topic: `topic ${round}` } }
      await client.updatePrompt(change)
      await client.createPrompts({ params: { id: brandId }, body: { prompts: newPrompts(3, `more ${round}`) } })
    })
    assert.equal(new Set(seen).size, seen.length)
    assert.deepEqual(seen.slice(0, present.length), present)
  })

  test('F5: a page holds 50 unless told, at most 200, and no other size is taken for one of these', async () => {
    assert.equal((await prompts({})).data.length, 50)
    assert.equal((await prompts({})).pagination.limit, 50)
    for (const limit of ['0', '-1', '201', '1e9', 'abc', '1.5', '', 'null', 'Infinity', '0x10', ' 5', '1e1', '+5'])
      for (const path of ['/brands', `/brands/${brandId}/prompts`, `/brands/${brandId}/answers`, '/runs']) {
        const query = new URLSearchParams({ limit }).toString()
        const reply = await ask(`${house.baseUrl}${path}?${query}`, { key: tenant.key })
        assertErrorShape(reply, 400, 'invalid_parameter')
      }
  })

  test('F6: a cursor that was changed, cut or made up is 400 invalid_cursor', async () => {
    const { nextCursor } = (await prompts({ limit: 1 })).pagination
    const [content = '', signature = ''] = nextCursor!.split('.')
    const other = (await prompts({ limit: 2 })).pagination.nextCursor!
    const wrong = [
      nextCursor!.slice(0, -1),
      nextCursor!.slice(1),
      `${nextCursor}x`,
      `${nextCursor}.x`,
      content,
      `${content}.`,
      `.${signature}`,
      `${other.split('.')[0]}.${signature}`,
      `${Buffer.from(`["' or 1=1 --",9999999999999]`).toString('base64url')}.${signature}`,
      'x',
      '.',
      '..',
      '😀',
      '__proto__',
    ]
    for (const cursor of wrong) {
      const query = new URLSearchParams({ limit: '1', cursor }).toString()
      const reply = await ask(`${house.baseUrl}/brands/${brandId}/prompts?${query}`, { key: tenant.key })
      assertErrorShape(reply, 400, 'invalid_cursor')
    }
    for (const cursor of ['', 'x'.repeat(1_025)]) {
      const reply = await ask(`${house.baseUrl}/brands?cursor=${cursor}`, { key: tenant.key })
      assertErrorShape(reply, 400, 'invalid_parameter')
    }
  })

  test('F6: a cursor is worth nothing in another list, under another filter, for another brand', async () => {
    const { nextCursor } = (await prompts({ limit: 1 })).pagination
    const second = await newBrand()
    const elsewhere = [
      `/brands?limit=1`,
      `/brands/${brandId}/answers?limit=1`,
      `/brands/${brandId}/competitors?limit=1`,
      `/brands/${brandId}/prompts?limit=1&status=active`,
      `/brands/${second}/prompts?limit=1`,
      '/runs?limit=1',
    ]
    for (const path of elsewhere) {
      const reply = await ask(`${house.baseUrl}${path}&cursor=${nextCursor}`, { key: tenant.key })
      assertErrorShape(reply, 400, 'invalid_cursor')
    }
    assert.equal((await prompts({ limit: 5, cursor: nextCursor! })).data.length, 5, 'the page size may change')
    await client.deleteBrand({ params: { id: second } })
  })

  test('F6: a cursor of one organization is worth nothing to another', async () => {
    const [one, other] = [await house.tenant(), await house.tenant()]
    for (const { client: theirs } of [one, other])
      for (const name of ['Fernhold', 'Quorvane']) await theirs.createBrand({ body: { name } })
    const { nextCursor } = (await one.client.listBrands({ query: { limit: 1 } })).pagination
    const reply = await ask(`${house.baseUrl}/brands?limit=1&cursor=${nextCursor}`, { key: other.key })
    assertErrorShape(reply, 400, 'invalid_cursor')
  })

  test('F7: an empty list, a full page and one entry more say rightly whether there is more', async () => {
    const fresh = await house.tenant()
    const list: List = (query) => fresh.client.listBrands({ query })
    assert.deepEqual(await list({}), {
      data: [],
      pagination: { limit: 50, hasMore: false, nextCursor: null, next: null },
    })
    for (const name of ['One', 'Two', 'Three']) await fresh.client.createBrand({ body: { name } })
    assert.equal((await list({ limit: 3 })).pagination.hasMore, false)
    assert.equal((await list({ limit: 4 })).pagination.hasMore, false)
    const { data, pagination } = await list({ limit: 2 })
    assert.equal(data.length, 2)
    assert.equal(pagination.hasMore, true)
    assert.equal((await walk(list, 2)).length, 3)
    assert.equal((await walk(list, 3)).length, 3)
  })

  test('F8: a walk goes on when the last entry it saw is deleted', async () => {
    const created = [await newBrand(), await newBrand(), await newBrand(), await newBrand()]
    const present = (await brands({ limit: 200 })).data.map(({ id }) => id)
    const seen = await walk(brands, 2, async (before) => {
      const last = before.at(-1)!
      if (last !== brandId) await client.deleteBrand({ params: { id: last } })
    })
    assert.deepEqual(seen, present)
    for (const id of created) await client.deleteBrand({ params: { id } })
  })

  test('the next page’s address is absolute, stands in the Link header too, and works as it is', async () => {
    const reply = await ask(`${house.baseUrl}/brands/${brandId}/prompts?limit=7&status=active`, { key: tenant.key })
    const { pagination } = JSON.parse(reply.text) as Page<{ id: string }>
    assert.ok(pagination.next?.startsWith(`${house.baseUrl}/brands/${brandId}/prompts?`))
    assert.equal(reply.headers.get('link'), `<${pagination.next}>; rel="next"`)
    const next = await ask(pagination.next!, { key: tenant.key })
    assert.equal(next.status, 200)
    assert.equal((JSON.parse(next.text) as Page<{ id: string }>).data.length, 7)
    const single = await ask(`${house.baseUrl}/brands/${brandId}`, { key: tenant.key })
    assert.equal(single.headers.get('link'), null)
  })
})

describe('cursors grow old', () => {
  test('F6: after seven days a cursor is 400 invalid_cursor and says so', async (t) => {
    let nowMs = Date.parse('2026-10-31T12:00:00.000Z')
    const house = await openTestApp({ now: () => new Date(nowMs) })
    t.after(() => house.close())
    const { client, key } = await house.tenant()
    for (const name of ['One', 'Two']) await client.createBrand({ body: { name } })
    const { nextCursor } = (await client.listBrands({ query: { limit: 1 } })).pagination
    nowMs += 7 * 86_400_000
    assert.equal((await client.listBrands({ query: { limit: 1, cursor: nextCursor! } })).data.length, 1)
    nowMs += 1
    const { message } = assertErrorShape(
      await ask(`${house.baseUrl}/brands?limit=1&cursor=${nextCursor}`, { key }),
      400,
      'invalid_cursor',
    )
    assert.match(message, /expired/)
  })
})
