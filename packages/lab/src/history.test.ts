import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createDemoMarket, demo, demoDays } from './demo-market.ts'
import { addDays, daysBetween } from './days.ts'
import { composeAnswers } from './history.ts'

const today = '2026-11-20'

suite('history', () => {
  test('gives every day, prompt, platform and repeat once, within the day, labelled simulated', () => {
    const market = createDemoMarket({ today })
    const prompts = market.prompts.slice(0, 3)
    const answers = [...composeAnswers(market, { from: addDays(today, -2), to: today, prompts, repeats: 2 })]
    assert.equal(answers.length, 3 * 3 * market.platforms.length * 2)
    assert.equal(
      new Set(answers.map(({ day, prompt, platform, sample }) => [day, prompt, platform, sample].join())).size,
      answers.length,
    )
    for (const { collectedAt, day, surface } of answers) {
      assert.equal(collectedAt.slice(0, 10), day)
      assert.equal(surface, 'simulated')
    }
  })

  test('cites claims at positions within the text, and tells searches and models only where the platform does', () => {
    const market = createDemoMarket({ today })
    let cited = 0
    for (const answer of composeAnswers(market, { from: today, to: today })) {
      for (const { start, end, url } of answer.citations) {
        assert.ok(start >= 0 && end > start && end <= answer.text.length)
        assert.ok(new URL(url).hostname.endsWith('.example'))
        cited++
      }
      assert.equal(
        answer.searches === null,
        answer.outcome === 'not_triggered' ||
          ['copilot', 'google-ai-mode', 'google-aio', 'mistral'].includes(answer.platform),
      )
      assert.equal(answer.model === null, ['copilot', 'google-ai-mode', 'google-aio'].includes(answer.platform))
    }
    assert.ok(cited > 300)
  })

  test('shows AI Overviews for a share of the prompts only', () => {
    const market = createDemoMarket({ today })
    const overviews = [...composeAnswers(market, { from: addDays(today, -9), to: today, platforms: ['google-aio'] })]
    const share = overviews.filter(({ outcome }) => outcome === 'ok').length / overviews.length
    assert.ok(share > 0.5 && share < 0.95, String(share))
    assert.ok(overviews.every(({ outcome, text }) => (outcome === 'ok') === (text !== '')))
  })
})

suite('demo market', () => {
  const prompts = demo.prompts.filter(({ isBranded }) => !isBranded).map(({ text }) => text)

  test('has one brand, five competitors, twenty prompts without a brand and two with', () => {
    assert.equal(demo.competitors.length, 5)
    assert.deepEqual([prompts.length, demo.prompts.length], [20, 22])
    const names = [demo.brand, ...demo.competitors].map(({ name }) => name)
    for (const { text, isBranded } of demo.prompts)
      assert.equal(
        names.some((name) => text.includes(name)),
        isBranded,
      )
  })

  test('lets the brand climb by more than ten points over its ninety days, and its rival fall', () => {
    const market = createDemoMarket({ today })
    const days = daysBetween(addDays(today, 1 - demoDays), today)
    const change = (name: string): number =>
      market.truth(name, { days: days.slice(-7), prompts }) - market.truth(name, { days: days.slice(0, 7), prompts })
    assert.ok(change(demo.brand.name) > 0.1)
    assert.ok(change(demo.competitors[2].name) < 0)
    assert.equal(market.model('chatgpt', today).generation, 2)
  })
})
