import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@sightline/sdk'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { liftMinuteLimit } from './support/owner.ts'
import { quiet } from './support/pipeline.ts'
import { toldTo } from './support/score-steps.ts'
import { enqueue } from '../packages/server/src/base/queue/jobs.ts'
import { makeDue } from './support/queue.ts'

const generous = { timeout: 180_000 }
const FIRST_MONDAY = Date.UTC(2025, 8, 1)
const QUESTIONS = Array.from({ length: 6 }, (_, index) => `which tool helps a team with purpose ${index + 1}`)
const url = 'https://hooks.example.com/sightline'

type Market = { tenant: Tenant; client: Client; brandId: string; week(number: number, named: number): Promise<void> }

describe('which moves a subscription is told of', generous, () => {
  let house: TestApp

  before(async () => {
    house = await openTestApp({ works: true })
  })
  after(() => house.close())

  /** Two answers to each of six questions a week, of which so many name the competitor beside the brand. */
  async function openMarket(): Promise<Market> {
    const tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    const { client } = tenant
    const { id: brandId } = await client.createBrand({ body: { name: 'Fernhold' } })
    const params = { id: brandId }
    await client.addCompetitor({ params, body: { name: 'Quorvane' } })
    await client.createPrompts({ params, body: { prompts: QUESTIONS.map((text) => ({ text })) } })
    const week = async (number: number, named: number): Promise<void> => {
      const answers = QUESTIONS.flatMap((prompt, question) =>
        [0, 1].map((repeat) => ({
          prompt,
          platform: 'chatgpt',
          text:
            question + QUESTIONS.length * repeat < named
              ? '1. **Fernhold**: a tool.\n2. **Quorvane**: another.'
              : '1. **Fernhold**: a tool.',
          collectedAt: new Date(FIRST_MONDAY + (7 * number + 1 + 2 * repeat) * 86_400_000).toISOString(),
        })),
      )
      await client.importAnswers({ params, body: { answers } })
      await quiet(house)
    }
    return { tenant, client, brandId, week }
  }

  const alertsOf = async ({ client, brandId }: Market) =>
    (await client.listEvents({ query: { type: 'competitor.alert', brandId } })).data.flatMap((event) =>
      event.type === 'competitor.alert' ? [event.data] : [],
    )

  test('a move that may be chance is told to those who ask for its size, said to be so, and to no others', async () => {
    const market = await openMarket()
    const { client, tenant } = market
    const subscribe = async (more: { threshold?: number; onlySignificant?: boolean }): Promise<string> =>
      (await client.createWebhook({ body: { url, events: ['competitor.alert'], ...more } })).id
    const [asks, sure, high] = [
      await subscribe({ threshold: 5 }),
      await subscribe({ threshold: 5, onlySignificant: true }),
      await subscribe({ threshold: 40 }),
    ]
    await market.week(0, 6)
    await market.week(1, 7)
    const [alert, ...others] = await alertsOf(market)
    assert.deepEqual(others, [])
    // 6 of 12, then 7 of 12 at the second place, worth 0.9.
    assert.deepEqual(
      [alert?.move, alert?.previous, alert?.current, alert?.delta, alert?.significant],
      ['score_moved', 45, 53, 7.5, false],
    )
    assert.deepEqual(
      (await toldTo(tenant, asks)).map(({ data }) => 'fingerprint' in data && data.fingerprint),
      [alert?.fingerprint],
    )
    assert.deepEqual(await toldTo(tenant, sure), [])
    assert.deepEqual(await toldTo(tenant, high), [])
  })

  test('where nobody asks for a size, a move that may be chance is no event', async () => {
    const market = await openMarket()
    await market.client.createWebhook({ body: { url, events: ['competitor.alert'] } })
    await market.client.createWebhook({ body: { url, events: ['score.changed'], threshold: 1 } })
    await market.week(0, 6)
    await market.week(1, 7)
    assert.deepEqual(await alertsOf(market), [])
    await market.week(2, 12)
    await market.week(3, 0)
    assert.deepEqual(
      (await alertsOf(market)).map(({ move, delta }) => [move, Math.sign(delta)]),
      [['score_moved', -1]],
    )
  })

  test('while half of the answers are still read with other names, nothing is told; afterwards it is', async () => {
    const market = await openMarket()
    const { organizationId } = market.tenant
    await market.week(0, 12)
    const key = `re-extract:${market.brandId}`
    const payload = { organizationId, brandId: market.brandId, after: '' }
    await enqueue(house.app.database.systemDb, [{ task: 're-extract', payload, key, delayMs: 3_600_000 }])
    await market.week(1, 0)
    assert.deepEqual(await alertsOf(market), [])
    await makeDue(house.app.database, key)
    await quiet(house)
    await makeDue(house.app.database, `moves:${market.brandId}`)
    await quiet(house)
    assert.deepEqual(
      (await alertsOf(market)).map(({ move }) => move),
      ['score_moved'],
    )
  })
})
