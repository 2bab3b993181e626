import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ApiError } from '@sightline/sdk'
import { badTargets, goodTargets, resolverOf } from './support/bad-targets.ts'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { liftMinuteLimit } from './support/owner.ts'

const generous = { timeout: 120_000 }

describe('W32 addresses that no webhook may have, by the front door', generous, () => {
  const targets = badTargets()
  let house: TestApp
  let tenant: Tenant

  before(async () => {
    house = await openTestApp({ outbound: { resolve: resolverOf(targets) } })
    tenant = await house.tenant({ plan: 'agency' })
    await liftMinuteLimit(house, tenant)
  })
  after(() => house.close())

  const subscribe = (url: string) => tenant.client.createWebhook({ body: { url, events: ['score.changed'] } })

  test('each is refused when a webhook is made, with one code and a reason; nothing is made', async () => {
    for (const { url, onlyAtSend } of targets) {
      if (onlyAtSend) continue
      await assert.rejects(subscribe(url), refusalOf(url), url)
    }
    assert.deepEqual((await tenant.client.listWebhooks({ query: {} })).data, [])
  })

  test('each is refused when a webhook is changed, which stays as it was', async () => {
    const [url = ''] = goodTargets
    const { id } = await subscribe(url)
    for (const { url: bad, onlyAtSend } of targets) {
      if (onlyAtSend) continue
      await assert.rejects(tenant.client.updateWebhook({ params: { id }, body: { url: bad } }), refusalOf(bad), bad)
    }
    assert.equal((await tenant.client.getWebhook({ params: { id } })).url, url)
  })

  test('good ones are taken, and those whose name has no address yet', async () => {
    for (const url of goodTargets) assert.equal((await subscribe(url)).url, url)
  })

  /** What is empty or too long does not even have the form of an address. */
  const refusalOf =
    (url: string) =>
    (error: unknown): boolean => {
      assert.ok(error instanceof ApiError)
      assert.equal(error.status, 422)
      assert.equal(error.code, url === '' || url.length > 2_048 ? 'validation_failed' : 'webhook_url_not_allowed')
      assert.match(error.message, /url/)
      return true
    }
})
