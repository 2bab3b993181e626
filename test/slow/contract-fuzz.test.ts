import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assert as check, asyncProperty } from 'fast-check'
import { readContract } from '../support/contract.ts'
import { everyOperation, pathOf } from '../support/every-operation.ts'
import { planted } from '../support/gap-market.ts'
import { callsOf } from '../support/hostile.ts'
import { ask } from '../support/http.ts'
import { seedBrand, openTestApp, runEnd } from '../support/test-app.ts'
import { liftMinuteLimit } from '../support/owner.ts'

/** About 300 requests over all operations; a failure prints the seed that repeats it. */
const REQUESTS = Number(process.env['SIGHTLINE_FUZZ_REQUESTS'] ?? 300)

test('whatever is sent to an operation, the answer is documented, in its schema, and never a fault of ours', async (t) => {
  const house = await openTestApp({ works: true })
  t.after(() => house.close())
  const tenant = await house.tenant()
  await liftMinuteLimit(house, tenant)
  const contract = await readContract(house.baseUrl)
  const { brandId, promptIds, competitorIds } = await seedBrand(tenant.client, null)
  const texts = ['Fernhold is the best.', 'Take Quorvane or Fernhold.', 'Neither.']
  const answers = texts.map((text) => ({ prompt: 'best project tool', platform: 'chatgpt', text }))
  const { runId } = await tenant.client.importAnswers({ params: { id: brandId }, body: { answers } })
  await runEnd(tenant.client, runId!)
  const { data } = await tenant.client.listAnswers({ params: { id: brandId }, query: { limit: 1 } })
  const webhook = await tenant.client.createWebhook({
    body: { url: 'https://hooks.example.com/sightline', events: ['score.changed'] },
  })
  const delivery = await tenant.client.testWebhook({ params: { id: webhook.id }, body: {} })
  const ids = {
    brd: brandId,
    cmp: competitorIds[0]!,
    prm: promptIds[0]!,
    run: runId!,
    ans: data[0]!.id,
    whk: webhook.id,
    dlv: delivery.id,
    rec: await planted(house, tenant, brandId),
  }

  for (const operation of everyOperation) {
    // What is deleted once would make every later request a 404.
    const realIds = operation.method === 'DELETE' ? {} : ids
    const property = asyncProperty(callsOf(contract.of(operation), realIds), async ({ params, query, body }) => {
      const reply = await ask(`${house.baseUrl}${pathOf(operation, params)}${query && `?${query}`}`, {
        method: operation.method,
        key: tenant.key,
        body,
      })
      assert.ok(reply.status < 500, `${operation.id}: ${reply.status} ${JSON.stringify(house.log.at(-1))}`)
      contract.hold(operation, reply)
    })
    await check(property, { numRuns: Math.ceil(REQUESTS / everyOperation.length) })
  }
})
