import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { newId } from '@sightline/sdk'
import { ask, assertErrorShape, readLimits, type Asked, type Reply } from './support/http.ts'
import { seedBrand, openTestApp, runEnd, startedRun, type Tenant, type TestApp } from './support/test-app.ts'
import { asOwner, liftMinuteLimit } from './support/owner.ts'

describe('answers that a caller has already', () => {
  let house: TestApp
  let tenant: Tenant
  let brandId: string
  let nowMs = Date.parse('2026-10-31T12:10:00.000Z')

  before(async () => {
    house = await openTestApp({ lab: { seed: 7 }, now: () => new Date(nowMs) })
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    ;({ brandId } = await seedBrand(tenant.client, house.lab, 2))
    await runEnd(tenant.client, (await startedRun(tenant.client, brandId, { repeats: 1 })).id)
  })
  after(() => house.close())

  const read = (path: string, tag?: string, asked: Asked = {}) =>
    ask(`${house.baseUrl}${path}`, {
      key: tenant.key,
      ...asked,
      headers: { ...asked.headers, ...(tag !== undefined && { 'if-none-match': tag }) },
    })
  const tagOf = ({ headers }: Reply) => headers.get('etag') ?? ''
  const remaining = (reply: Reply) => readLimits(reply)['month']?.remaining
  const namesOf = ({ headers }: Reply) =>
    [...headers.keys()].filter((name) => !/^(connection|keep-alive|content-type|content-length)$/.test(name))
  const paths = () => [
    '/brands',
    `/brands/${brandId}`,
    `/brands/${brandId}/score`,
    `/brands/${brandId}/score?window=3d`,
    '/visibility/scores',
    `/brands/${brandId}/answers?limit=5`,
    '/platforms',
    '/usage',
  ]

  test('a read answers with the strong tag of its very bytes, the same for the same bytes', async () => {
    for (const path of paths()) {
      const [one, other] = [await read(path), await read(path)]
      assert.equal(one.status, 200, one.text)
      assert.equal(tagOf(one), `"${hash('sha256', one.text, 'base64url').slice(0, 27)}"`)
      if (path === '/usage') continue
      assert.equal(other.text, one.text, path)
      assert.equal(tagOf(other), tagOf(one))
    }
  })

  test('its tag in If-None-Match is answered 304: no body, every header of the 200, and not counted', async () => {
    for (const path of paths()) {
      const whole = await read(path)
      const again = await read(path, tagOf(whole))
      assert.equal(again.status, 304, path)
      assert.equal(again.text, '')
      assert.deepEqual(namesOf(again), namesOf(whole))
      assert.equal(tagOf(again), tagOf(whole))
      assert.equal(again.headers.get('cache-control'), 'private, no-cache')
      assert.equal(remaining(again), remaining(whole))
      assert.deepEqual(Object.keys(readLimits(again)), ['minute', 'month'])
    }
  })

  test('a 304 stands in no count: usage before and after is the same', async () => {
    const tag = tagOf(await read('/brands'))
    const before = await tenant.client.getUsage()
    for (let index = 0; index < 5; index += 1) assert.equal((await read('/brands', tag)).status, 304)
    assert.deepEqual(await tenant.client.getUsage(), before)
  })

  test('what has changed is answered whole, with another tag, and counted', async () => {
    const path = `/brands/${brandId}`
    const old = await read(path)
    await tenant.client.updateBrand({ params: { id: brandId }, body: { aliases: ['Renewed'] } })
    const fresh = await read(path, tagOf(old))
    assert.equal(fresh.status, 200)
    assert.notEqual(tagOf(fresh), tagOf(old))
    // The change itself was counted too.
    assert.equal(remaining(fresh), remaining(old)! - 2)
  })

  test('any of several tags, weak or strong, and * stand for the answer; what is no list of tags does not', async () => {
    const tag = tagOf(await read('/brands'))
    const known = [tag, `W/${tag}`, `"a", ${tag}`, `${tag},"b"`, `"a,b" , W/${tag} ,`, '*', ' * ']
    for (const sent of known) assert.equal((await read('/brands', sent)).status, 304, sent)
    const unknown = ['""', '"a"', tag.slice(1, -1), `w/${tag}`, `x${tag}`, `${tag}x`, `"${tag}"`, `${tag} *`, '**', ',']
    for (const sent of unknown) assert.equal((await read('/brands', sent)).status, 200, sent)
    const long = Array.from({ length: 400 }, (_, index) => `"${'x'.repeat(20)}${index}"`).join(',')
    assert.equal((await read('/brands', long)).status, 200)
    assert.equal((await read('/brands', `${long},${tag}`)).status, 304)
  })

  test('HEAD tells the tag of GET, and is answered 304 too', async () => {
    const get = await read('/brands')
    const head = await read('/brands', undefined, { method: 'HEAD' })
    assert.deepEqual([head.status, tagOf(head)], [200, tagOf(get)])
    assert.equal((await read('/brands', tagOf(get), { method: 'HEAD' })).status, 304)
  })

  test('errors have no tag, * makes nothing of them, and they count as ever', async () => {
    const left = remaining(await read('/brands'))!
    const missing = await read(`/brands/${newId('brand', 0)}`, '*')
    assertErrorShape(missing, 404, 'resource_not_found')
    assert.equal(tagOf(missing), '')
    assert.equal(remaining(missing), left - 1)
    const wrong = await read('/brands?limit=0', '*')
    assertErrorShape(wrong, 400, 'invalid_parameter')
    assert.equal(remaining(wrong), left - 2)
    assertErrorShape(
      await ask(`${house.baseUrl}/brands`, { headers: { 'if-none-match': '*' } }),
      401,
      'missing_api_key',
    )
  })

  test('a write is no read: it has its effect whatever tag is sent', async () => {
    const created = await read('/brands', '*', { method: 'POST', body: { name: 'Written' } })
    assert.equal(created.status, 201)
    assert.equal(tagOf(created), '')
  })

  test('a page that has a next one keeps its tag within the hour, though its cursor is signed', async () => {
    const page = await read('/brands?limit=1')
    assert.match(page.headers.get('link') ?? '', /rel="next"/)
    nowMs += 5 * 60_000
    const later = await read('/brands?limit=1', tagOf(page))
    assert.equal(later.status, 304)
    assert.equal(later.headers.get('link'), page.headers.get('link'))
  })

  test('at the ceiling an unchanged answer is still 304, a changed one 429', async () => {
    const free = await house.tenant({ plan: 'free' })
    await liftMinuteLimit(house, free)
    const { id } = await free.client.createBrand({ body: { name: 'Fernhold' } })
    const path = `/brands/${id}`
    const tag = tagOf(await read(path, undefined, { key: free.key }))
    await asOwner(house, 'update usage_period set calls = 100 where organization_id = $1', [free.organizationId])
    const unchanged = await read(path, tag, { key: free.key })
    assert.deepEqual([unchanged.status, remaining(unchanged)], [304, 0])
    await asOwner(house, `update brand set aliases = '{Other}' where organization_id = $1`, [free.organizationId])
    const changed = await read(path, tag, { key: free.key })
    assert.deepEqual(assertErrorShape(changed, 429, 'quota_exceeded').violatedPolicies, ['month'])
  })
})
