import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openTestApp, type TestApp } from './support/test-app.ts'
import { QUESTIONS, twoWeeks, type TwoWeeks } from './support/two-weeks.ts'

describe('where a lead comes from', () => {
  let house: TestApp
  let weeks: TwoWeeks

  before(async () => {
    house = await openTestApp({ works: true })
    weeks = await twoWeeks(house)
  })
  after(() => house.close())

  test('is told on request by platform, topic and prompt, as a hand counts it', async () => {
    const { client } = weeks.tenant
    const params = { id: weeks.brandId }
    const competitorIds = weeks.competitorIds[0]
    const { headToHead } = await client.compareCompetitors({ params, query: { competitorIds, include: 'parts' } })
    const parts = headToHead[0]?.parts
    assert.deepEqual(
      parts?.platforms.map(({ slug, label, lead }) => [slug, label, lead.delta, lead.significant]),
      [
        ['chatgpt', 'ChatGPT', 20, false],
        ['claude', 'Claude', 0, false],
      ],
    )
    assert.deepEqual(
      parts?.topics.map(({ topic, prompts, lead }) => [topic, prompts, lead.delta, lead.interval]),
      [['teams', 1, -25, null]],
    )
    assert.deepEqual(parts?.prompts, [
      {
        promptId: weeks.promptIds[1],
        prompt: QUESTIONS[1],
        topic: null,
        answers: 2,
        named: 2,
        competitorNamed: 1,
        delta: 45,
      },
      {
        promptId: weeks.promptIds[0],
        prompt: QUESTIONS[0],
        topic: 'teams',
        answers: 3,
        named: 1,
        competitorNamed: 1,
        delta: -25,
      },
    ])
    assert.equal(parts?.promptCount, 2)
    const plain = await client.compareCompetitors({ params, query: { competitorIds } })
    assert.equal(plain.headToHead[0]?.parts, null)
  })
})
