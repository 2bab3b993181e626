import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ApiError, type BrandScore } from '@sightline/sdk'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { firstWeek, twoWeeks } from './support/two-weeks.ts'

describe('two weeks of answers compared, computed by hand', () => {
  let house: TestApp
  let client: Tenant['client']
  let params: { id: string }
  let score: BrandScore

  before(async () => {
    house = await openTestApp({ works: true })
    const { tenant, brandId } = await twoWeeks(house)
    client = tenant.client
    params = { id: brandId }
    score = await client.getBrandScore({ params })
  })
  after(() => house.close())

  test('without spans it is the score’s trend', async () => {
    const { a, b, change, overlapDays } = await client.compareScores({ params })
    assert.deepEqual([a.score, b.score, overlapDays], [69, 60, 0])
    assert.deepEqual({ from: a.from, to: a.to }, firstWeek)
    assert.equal(change?.delta, score.trend.delta)
    assert.equal(change?.relative, '-13.0%')
    assert.deepEqual(change?.interval, score.trend.interval)
    assert.equal(change?.pairs, 4)
  })

  test('two spans of days, a topic, a platform: each as a hand computes it', async () => {
    const days = { a: '2025-11-03..2025-11-09', b: '2025-11-10..2025-11-16' }
    const whole = await client.compareScores({ params, query: days })
    assert.deepEqual(whole, await client.compareScores({ params }))
    // Topic teams is the first question: (0.95 + 0.81) ÷ 2 = 88, (0.5 + 0) ÷ 2 = 25. One prompt gives no interval.
    const { a, b, change } = await client.compareScores({ params, query: { ...days, topic: 'teams' } })
    assert.deepEqual([a.score, b.score, change?.delta, change?.interval], [88, 25, -63, null])
    const chatgpt = await client.compareScores({ params, query: { ...days, platform: 'chatgpt' } })
    assert.deepEqual([chatgpt.a.score, chatgpt.b.score, chatgpt.change?.delta], [48, 70, 22.5])
  })

  test('days without an answer are null, never 0', async () => {
    const { a, change } = await client.compareScores({ params, query: { a: '2024-01-01..2024-01-31', b: '7d' } })
    assert.deepEqual([a.score, a.interval, a.sample.answers, change], [null, null, 0, null])
  })

  test('spans that overlap say by how much', async () => {
    const { overlapDays } = await client.compareScores({ params, query: { a: '2w', b: '7d' } })
    assert.equal(overlapDays, 7)
  })

  test('spans of no form, backwards or too long are refused', async () => {
    for (const b of [
      'x',
      '0d',
      '999d',
      '2025-11-09..2025-11-03',
      '2025-02-30..2025-03-01',
      '2020-01-01..2025-01-01',
      'previous',
    ])
      await assert.rejects(client.compareScores({ params, query: { b } }), refusesSpan, b)
  })
})

const refusesSpan = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.code === 'invalid_parameter' &&
  error.body?.details.some(({ path }) => path === 'b') === true
