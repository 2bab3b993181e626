import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Answer, BrandScore } from '@sightline/sdk'
import { seedBrand, openTestApp, runEnd, startedRun, type Tenant, type TestApp } from './support/test-app.ts'

describe('a run over all platforms of the lab', () => {
  let house: TestApp
  let tenant: Tenant
  let brandId: string
  let score: BrandScore
  let answers: Answer[]
  /** On platforms that count. */
  let counted: Answer[]

  before(async () => {
    house = await openTestApp({ lab: { seed: 11 } })
    tenant = await house.tenant()
    ;({ brandId } = await seedBrand(tenant.client, house.lab, 6))
    const run = await runEnd(tenant.client, (await startedRun(tenant.client, brandId, { repeats: 2 })).id)
    assert.equal(run.status, 'completed')
    assert.equal(run.planned, 6 * 9 * 2)
    assert.equal(run.stored, run.planned)
    score = await tenant.client.getBrandScore({ params: { id: brandId } })
    answers = (await tenant.client.listAnswers({ params: { id: brandId }, query: { limit: 200, include: 'text' } }))
      .data
    counted = answers.filter(({ platform }) => score.weights[platform] !== 0)
  })
  after(() => house.close())

  test('gives a score with its interval, and says that it is simulated', () => {
    assert.equal(score.simulated, true)
    assert.equal(score.platforms.length, 9)
    assert.ok(score.interval && score.interval[0]! <= score.composite && score.composite <= score.interval[1]!)
    for (const platform of score.platforms) assert.equal(platform.surface, 'simulated')
  })

  test('stores each planned answer exactly once, labelled simulated', () => {
    assert.equal(answers.length, 108)
    assert.equal(new Set(answers.map(({ id }) => id)).size, 108)
    for (const answer of answers) assert.equal(answer.surface, 'simulated')
  })

  test('the sample of the score is the number of its valid answers', () => {
    assert.equal(score.sample.answers, counted.filter(({ outcome }) => outcome === 'ok').length)
    assert.equal(score.sample.notTriggered, counted.filter(({ outcome }) => outcome === 'not_triggered').length)
  })

  test('a platform without five prompts and ten valid answers is shown, counts nothing, and is not behind the score', async () => {
    const few = score.platforms.filter(({ provisional }) => provisional)
    assert.deepEqual(
      few.map(({ slug, sample }) => [slug, sample.prompts < 5 || sample.answers < 10, score.weights[slug]]),
      [['google-aio', true, 0]],
    )
    const { matching } = await tenant.client.listAnswers({
      params: { id: brandId },
      query: { countedIn: 'score', outcome: 'ok', from: score.asOf, to: score.asOf, count: 'true' },
    })
    assert.equal(matching, score.sample.answers)
  })

  test('every mention stands at its offsets in the text it was found in', () => {
    const mentions = answers.flatMap((answer) =>
      answer.mentions.map((mention) => ({ ...mention, text: answer.text ?? '' })),
    )
    assert.ok(mentions.length > 50)
    for (const { text, start, end, surface } of mentions) assert.equal(text.slice(start, end), surface)
  })

  test('every mention says by which rule it is an option or none, and what made its sentiment', () => {
    const isOption = new Set(['entry', 'label', 'example', 'recommended', 'compared'])
    const mentions = answers.flatMap((answer) => answer.mentions)
    for (const { listed, listingRule, sentiment, sentimentRule } of mentions) {
      assert.ok(listingRule && sentimentRule)
      assert.equal(isOption.has(listingRule.rule), listed)
      assert.match(listingRule.says, /^[A-Z].{20,}\.$/)
      const { rule, praise, blame, says } = sentimentRule
      assert.equal(
        { praise: 'positive', blame: 'negative', both: 'mixed', faint: 'neutral', no_words: 'neutral' }[rule],
        sentiment,
      )
      assert.ok(
        rule === 'no_words' ? praise + blame === 0 : says.includes(`praise around it: ${praise}, of blame: ${blame}`),
      )
    }
    assert.ok(new Set(mentions.map(({ listingRule }) => listingRule?.rule)).size > 1)
  })

  test('what a platform sent stays to be read, word for word', async () => {
    const chosen = answers.find(({ platform, outcome }) => platform === 'chatgpt' && outcome === 'ok')
    const { answerId, replies } = await tenant.client.getAnswerReply({ params: { id: chosen?.id ?? '' } })
    assert.equal(answerId, chosen?.id)
    const firstWords = JSON.stringify(chosen?.text?.slice(0, 40)).slice(1, -1)
    assert.ok(
      replies?.some((reply) => reply.includes(firstWords)),
      'the text stands in what was sent',
    )
    const stranger = await house.tenant()
    await assert.rejects(stranger.client.getAnswerReply({ params: { id: chosen?.id ?? '' } }), { status: 404 })
  })

  test('a person can recompute the score from the answers alone', () => {
    const byPlatform = Map.groupBy(
      counted.filter(({ outcome }) => outcome === 'ok'),
      ({ platform }) => platform,
    )
    const scores = [...byPlatform.values()].map((ofPlatform) => {
      const byPrompt = [...Map.groupBy(ofPlatform, ({ promptId }) => promptId).values()]
      return 100 * mean(byPrompt.map((ofPrompt) => mean(ofPrompt.map(valueOf))))
    })
    assert.equal(Math.floor(mean(scores) + 0.5), score.composite)
  })

  test('both doors to the score tell the same numbers', async () => {
    const map = await tenant.client.getVisibilityScores()
    assert.equal(map.compositeScore, score.composite)
    for (const platform of score.platforms) assert.equal(map.platformScores[platform.key], platform.score)
  })

  const valueOf = (answer: Answer): number => answer.places.find(({ entityId }) => entityId === brandId)?.value ?? 0
})

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
