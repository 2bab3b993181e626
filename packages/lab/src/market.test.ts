import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { defaultPrompts } from './brands.ts'
import { addDays, dayNumber, daysBetween } from './days.ts'
import { composeAnswers } from './history.ts'
import { createMarket } from './market.ts'
import type { Market } from './market.ts'
import { labPlatforms } from './platforms.ts'
import { estimate, readValue } from './reading.test-support.ts'
import { answerValue } from './truth.ts'

const day = '2026-11-20'
const from = '2026-09-01'
const names = (market: Market): string[] => market.brands.map(({ name }) => name)

suite('truth', () => {
  test('is what the written answers show on average, for every brand, within 4 standard errors', () => {
    const market = createMarket({ seed: 41, platforms: ['chatgpt', 'google-aio', 'mistral'] })
    const answers = [...composeAnswers(market, { from: day, to: day, repeats: 250 })].filter(
      (one) => one.outcome === 'ok',
    )
    for (const name of names(market)) {
      const query = { days: day, platform: 'chatgpt' as const }
      const texts = answers.filter(({ platform }) => platform === 'chatgpt').map(({ text }) => text)
      const { mean, standardError } = estimate(texts.map((text) => readValue(text, names(market), name)))
      const truth = market.truth(name, query)
      assert.ok(
        Math.abs(mean - truth) < 4 * standardError,
        `${name}: sampled ${mean} ± ${standardError}, true ${truth}`,
      )
    }
  })

  test('counts only known names in prose when the observer knows few', () => {
    const market = createMarket({ seed: 5 })
    const [brand = '', ...others] = names(market)
    const known = [brand, ...others.slice(0, 2)]
    const prompts = defaultPrompts.slice(0, 1)
    const values = Array.from({ length: 6000 }, (_, sample) => {
      const { form, ranked } = market.draw({ prompt: prompts[0] ?? '', platform: 'grok', day }, sample)
      const counted = form === 'prose' ? ranked.filter(({ name }) => known.includes(name)) : ranked
      const place = counted.findIndex(({ name }) => name === brand) + 1
      return place === 0 ? 0 : answerValue(place)
    })
    const { mean, standardError } = estimate(values)
    const truth = market.truth(brand, { days: day, platform: 'grok', prompts, known })
    assert.ok(Math.abs(mean - truth) < 4 * standardError, `sampled ${mean} ± ${standardError}, true ${truth}`)
    assert.ok(truth > market.truth(brand, { days: day, platform: 'grok', prompts }))
  })

  test('of a branded prompt allows for answers that found nothing on the brand', () => {
    const market = createMarket({
      seed: 8,
      brands: [{ name: 'Fernhold', strength: -3 }, { name: 'Quorvane' }],
      prompts: ['Is Fernhold any good?'],
    })
    const answers = [...composeAnswers(market, { from: day, to: day, platforms: ['claude'], repeats: 3000 })]
    for (const name of names(market)) {
      const { mean, standardError } = estimate(answers.map(({ text }) => readValue(text, names(market), name)))
      const truth = market.truth(name, { days: day, platform: 'claude' })
      assert.ok(
        Math.abs(mean - truth) < 4 * standardError,
        `${name}: sampled ${mean} ± ${standardError}, true ${truth}`,
      )
    }
    assert.ok(answers.some(({ text }) => /(couldn't find|unable to find|no reliable).*Fernhold/.test(text)))
  })

  test('lies between 0 and 1, is 0 for a name the market does not know, and NaN where no answer is ever shown', () => {
    const market = createMarket({ seed: 3 })
    for (const name of names(market)) {
      const truth = market.truth(name, { days: [day, from] })
      assert.ok(truth > 0 && truth < 1)
      assert.ok(market.mentionRate(name, { days: [day, from] }) >= truth)
    }
    assert.equal(market.truth('Nobody', { days: day }), 0)
    const never = Array.from({ length: 100 }, (_, index) => `Which plan is number ${index}?`).find(
      (prompt) =>
        !Array.from({ length: 30 }, (_, sample) =>
          market.isTriggered({ prompt, platform: 'google-aio', day }, sample),
        ).some(Boolean),
    )
    assert.ok(never !== undefined)
    assert.ok(Number.isNaN(market.truth('Fernhold', { days: day, platform: 'google-aio', prompts: [never] })))
  })
})

suite('market', () => {
  test('draws the same for the same seed and question, and differently for another day, sample, platform or seed', () => {
    const text = (seed: number, platform: 'chatgpt' | 'grok', on: string, samples: number): string =>
      JSON.stringify([
        ...composeAnswers(createMarket({ seed }), { from: on, to: on, platforms: [platform], repeats: samples }),
      ])
    assert.equal(text(1, 'chatgpt', day, 2), text(1, 'chatgpt', day, 2))
    const others = [text(2, 'chatgpt', day, 2), text(1, 'grok', day, 2), text(1, 'chatgpt', from, 2)]
    assert.equal(new Set([...others, text(1, 'chatgpt', day, 2)]).size, 4)
  })

  test('moves the truth by an intervention on its days, platform and prompts only', () => {
    const [still, moved] = [createMarket({ seed: 9 }), createMarket({ seed: 9 })]
    const [prompt = '', other = ''] = defaultPrompts
    moved.intervene({
      fromDay: day,
      untilDay: addDays(day, 3),
      brand: 'Fernhold',
      platform: 'claude',
      prompts: [prompt],
      effect: 2,
    })
    const truth = (market: Market, on: string, platform: 'claude' | 'grok', asked: string): number =>
      market.truth('Fernhold', { days: on, platform, prompts: [asked] })
    assert.ok(truth(moved, day, 'claude', prompt) > truth(still, day, 'claude', prompt) + 0.1)
    for (const [on, platform, asked] of [
      [addDays(day, -1), 'claude', prompt],
      [addDays(day, 4), 'claude', prompt],
      [day, 'grok', prompt],
      [day, 'claude', other],
    ] as const) {
      assert.equal(truth(moved, on, platform, asked), truth(still, on, platform, asked))
    }
    assert.throws(() => moved.intervene({ fromDay: day, brand: 'Nobody', effect: 1 }), /No such brand/)
  })

  test('lets an effect grow over its ramp', () => {
    const [still, moved] = [createMarket({ seed: 9 }), createMarket({ seed: 9 })]
    moved.intervene({ fromDay: from, brand: 'Fernhold', effect: 1.5, rampDays: 60 })
    const gain = (on: string): number => moved.truth('Fernhold', { days: on }) - still.truth('Fernhold', { days: on })
    assert.equal(gain(from), 0)
    assert.ok(gain(addDays(from, 20)) > 0.02)
    assert.ok(gain(addDays(from, 60)) > gain(addDays(from, 20)))
  })

  test('changes the model and the truth of one platform from a day on', () => {
    const [still, changed] = [createMarket({ seed: 9 }), createMarket({ seed: 9 })]
    changed.changeModel({ platform: 'chatgpt', fromDay: day, shift: -1 })
    const mean = (market: Market, on: string): number =>
      market.brands.reduce((sum, { name }) => sum + market.mentionRate(name, { days: on, platform: 'chatgpt' }), 0)
    assert.ok(mean(changed, day) < mean(still, day) - 0.3)
    assert.equal(mean(changed, addDays(day, -1)), mean(still, addDays(day, -1)))
    assert.deepEqual(
      [changed.model('chatgpt', addDays(day, -1)).generation, changed.model('chatgpt', day).generation],
      [1, 2],
    )
    assert.equal(changed.model('grok', day).generation, 1)
  })

  test('takes a brand in at run time without changing who else is named', () => {
    const market = createMarket({ seed: 12 })
    const question = { prompt: 'Which boat is best for a lake?', platform: 'perplexity', day } as const
    const named = (sample: number): string[] => market.draw(question, sample).ranked.map(({ name }) => name)
    const before = Array.from({ length: 50 }, (_, sample) => named(sample))
    const added = market.addBrand({ name: 'Ruderwerk', strength: 1 })
    assert.equal(added.domain, 'ruderwerk.example')
    assert.equal(market.addBrand({ name: 'ruderwerk' }), added)
    const after = Array.from({ length: 50 }, (_, sample) => named(sample))
    assert.ok(after.filter((ranked) => ranked.includes('Ruderwerk')).length > 20)
    assert.deepEqual(
      after.map((ranked) => ranked.filter((name) => name !== 'Ruderwerk')),
      before,
    )
  })

  test('recognises a known prompt inside a longer text', () => {
    const market = createMarket({ seed: 12 })
    const [prompt = ''] = market.prompts
    const ranked = (text: string): string[] =>
      market.draw({ prompt: text, platform: 'grok', day }, 0).ranked.map(({ name }) => name)
    assert.deepEqual(ranked(`${prompt}\n\nPlease answer for a reader in Germany.`), ranked(prompt))
  })

  test('keeps its platforms and refuses what is not a day', () => {
    assert.deepEqual(createMarket({ seed: 1 }).platforms, labPlatforms)
    for (const wrong of ['2026-02-30', '2026-1-1', 'yesterday', '']) assert.throws(() => dayNumber(wrong), RangeError)
    assert.deepEqual(daysBetween('2026-02-27', '2026-03-01'), ['2026-02-27', '2026-02-28', '2026-03-01'])
    assert.deepEqual(daysBetween('2026-03-01', '2026-02-27'), [])
  })
})
