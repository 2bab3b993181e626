import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { Client } from 'pg'
import type { BrandScore } from '@sightline/sdk'
import { ask, assertErrorShape, readLimits, type Reply } from './support/http.ts'
import { openTestApp, seedBrand, runEnd, startedRun, type Tenant, type TestApp } from './support/test-app.ts'
import { asOwner, liftMinuteLimit } from './support/owner.ts'

/** Doors remember scores; what they serve is what the database has by then. Each door here has a memory of its own. */
describe('a score that doors remember', () => {
  let house: TestApp
  let tenant: Tenant
  let brandId: string
  let origins: string[]
  let owner: Client
  const closers: (() => Promise<unknown>)[] = []

  before(async () => {
    house = await openTestApp({ lab: { seed: 7 } })
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    ;({ brandId } = await seedBrand(tenant.client, house.lab, 2))
    await runEnd(tenant.client, (await startedRun(tenant.client, brandId, { repeats: 1 })).id)
    origins = await Promise.all([openDoor(), openDoor(), openDoor()])
    owner = new Client({ connectionString: house.database.ownerUrl })
    await owner.connect()
  })
  after(async () => {
    await owner.end()
    for (const close of closers) await close()
    await house.close()
  })

  async function openDoor(): Promise<string> {
    const rest = house.app.createRest()
    await rest.listen({ host: '127.0.0.1', port: 0 })
    closers.push(() => rest.close())
    return `http://127.0.0.1:${(rest.server.address() as AddressInfo).port}`
  }
  const read = (origin: string, key = tenant.key, id = brandId): Promise<Reply> =>
    ask(`${origin}/api/v1/brands/${id}/score`, { key })
  const numberIn = ({ text }: Reply) => (JSON.parse(text) as BrandScore).composite
  /** Writes another composite into the stored text, as the score job would, and resolves when it is committed. */
  const write = (composite: number) =>
    owner.query(
      `update current_score set score = regexp_replace(score, '"composite":\\d+', '"composite":' || $2::int)
       where brand_id = $1 and time_window = '7d'`,
      [brandId, composite],
    )

  test('a call that begins after a commit sees it, whichever door it comes to', async () => {
    for (let composite = 1; composite <= 100; composite += 1) {
      await write(composite)
      for (const origin of origins) assert.equal(numberIn(await read(origin)), composite)
    }
  })

  test('while it changes under load no call sees less than what was committed before it began', async () => {
    let committed = 1_000
    await write(committed)
    const over = new AbortController()
    const readers = Array.from({ length: 12 }, async (_, index) => {
      const seen = new Set<number>()
      while (!over.signal.aborted) {
        const before = committed
        const found = numberIn(await read(origins[index % 3]!))
        assert.ok(found >= before && found <= committed + 1, `${found} after ${before}, before ${committed}`)
        seen.add(found)
      }
      return seen.size
    })
    for (let round = 0; round < 150; round += 1) {
      await write(committed + 1)
      committed += 1
    }
    over.abort()
    for (const different of await Promise.all(readers)) assert.ok(different > 1)
  })

  test('the same text under the same tag is sent from memory and from the database', async () => {
    const [first, second] = [await read(origins[0]!), await read(origins[0]!)]
    const stored = await owner.query<{ score: string }>(
      `select score from current_score where brand_id = $1 and time_window = '7d'`,
      [brandId],
    )
    for (const { text } of [first, second]) assert.equal(text, stored.rows[0]?.score)
    assert.equal(first.headers.get('etag'), second.headers.get('etag'))
    assert.equal(readLimits(second)['month']?.remaining, readLimits(first)['month']!.remaining - 1)
  })

  test('a brand that the key may not see stays unknown, though its score is remembered', async () => {
    const other = await tenant.client.createBrand({ body: { name: 'Other' } })
    const limited = await tenant.newKey(['scores:read'], [other.id])
    const neighbour = await house.tenant()
    for (const key of [limited, neighbour.key])
      for (const origin of origins) assertErrorShape(await read(origin, key), 404, 'resource_not_found')
  })

  test('at the ceiling a remembered score is refused as any other', async () => {
    const free = await house.tenant({ plan: 'free' })
    await liftMinuteLimit(house, free)
    const { id } = await free.client.createBrand({ body: { name: 'Free' } })
    await asOwner(
      house,
      `insert into current_score (organization_id, brand_id, time_window, score, relative_trend, computed_at)
       select $1, $2, time_window, score, relative_trend, computed_at from current_score where brand_id = $3`,
      [free.organizationId, id, brandId],
    )
    const statuses: number[] = []
    for (let call = 0; call < 102; call += 1) statuses.push((await read(origins[0]!, free.key, id)).status)
    assert.equal(statuses.filter((status) => status === 200).length, 99)
    assert.deepEqual(statuses.slice(99), [429, 429, 429])
  })

  test('a score that is gone is gone at once', async () => {
    for (const origin of origins) assert.equal((await read(origin)).status, 200)
    await tenant.client.deleteBrand({ params: { id: brandId } })
    for (const origin of origins) assertErrorShape(await read(origin), 404, 'resource_not_found')
  })
})
