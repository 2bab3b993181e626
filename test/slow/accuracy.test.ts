import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { f1Of, measure, shareOf } from '../../bench/accuracy/measure.ts'
import { judgeByAll, tablesOf } from '../../bench/accuracy/tables.ts'
import { feelings, kinds, OWN_TEXTS, readTexts } from '../../bench/accuracy/texts.ts'

describe('the public yardstick', () => {
  const texts = readTexts(OWN_TEXTS)
  const judged = judgeByAll(texts)
  const [own, ...plain] = judged

  test('has three hundred texts at least, in English and fourteen other languages, each well labelled', () => {
    assert.ok(texts.length >= 300)
    assert.equal(new Set(texts.map(({ language }) => language)).size, 15)
    assert.equal(new Set(texts.map(({ id }) => id)).size, texts.length)
    for (const { id, text, brands, labels, prompt } of texts) {
      assert.ok(prompt !== '' && text.length >= 40 && brands.length >= 2, id)
      assert.doesNotMatch(text, /[⟦⟧⟪⟫]/, id)
      assert.deepEqual(labels.map(({ brand }) => brand).toSorted(), brands.map(({ name }) => name).toSorted(), id)
      for (const { brand, kind, sentiment, isListed, mentions } of labels) {
        assert.ok(kind !== null && kinds.includes(kind), `${id} ${brand}`)
        assert.ok(sentiment === null || (feelings.includes(sentiment) && mentions.length > 0), `${id} ${brand}`)
        assert.ok(isListed === null || mentions.length > 0, `${id} ${brand}`)
      }
    }
  })

  test('finds no less than it did, and more than plain matchers do', (t) => {
    const accuracy = measure(own!.all)
    const figures = {
      presence: f1Of(accuracy.presence),
      alone: f1Of(accuracy.alone),
      spans: f1Of(accuracy.spans),
      order: shareOf(accuracy.order),
      listed: f1Of(accuracy.listed),
      sentiment: shareOf(accuracy.sentiment),
    }
    t.diagnostic(JSON.stringify(figures))
    for (const [figure, floor] of Object.entries(FLOORS))
      assert.ok(
        (figures[figure as keyof typeof FLOORS] ?? 0) >= floor,
        `${figure} ${figures[figure as keyof typeof FLOORS]}`,
      )
    for (const { name, all } of plain) {
      const other = measure(all)
      assert.ok(figures.presence! > f1Of(other.presence)! && figures.alone! > f1Of(other.alone)!, name)
    }
  })

  test('docs/accuracy.md has the figures of this version', () => {
    const document = readFileSync(new URL('../../docs/accuracy.md', import.meta.url), 'utf8')
    assert.ok(document.includes(tablesOf(judged)), 'run: npm run accuracy -- --write')
    assert.match(document, new RegExp(`${texts.length} texts in 15 languages`))
  })
})

/** Just below what was measured with extraction version 7. */
const FLOORS = { presence: 0.87, alone: 0.87, spans: 0.8, order: 0.74, listed: 0.58, sentiment: 0.37 }
