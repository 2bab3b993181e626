import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { plain } from './answer.ts'
import { forms } from './draw.ts'
import { renderMarkdown, unmarked } from './markdown.ts'
import { createMarket } from './market.ts'
import { compose } from './prose.ts'
import { isAbsent, readPlaces } from './reading.test-support.ts'

const market = createMarket({
  seed: 23,
  prompts: ['Which planning tool is best for students?', 'Is Fernhold a good tool?', 'best hiking boots for winter'],
})
const names = market.brands.map(({ name }) => name)
const answers = Array.from({ length: 1500 }, (_, sample) =>
  compose(market, { prompt: market.prompts[sample % 3] ?? '', platform: 'chatgpt', day: '2026-11-20' }, sample),
)

suite('prose', () => {
  test('names exactly the drawn brands, each at its drawn place, in every form', () => {
    const seen = new Set<string>()
    for (const { blocks, draw } of answers) {
      const { text } = renderMarkdown({ blocks }, unmarked)
      const expected = draw.absent === null ? draw.ranked.map(({ name }) => name) : [draw.absent.name]
      assert.deepEqual(
        [...readPlaces(text, names)],
        expected.map((name, index) => [name, index + 1]),
        text,
      )
      if (draw.ranked.length > 1) seen.add(draw.form)
    }
    assert.deepEqual([...seen].toSorted(), [...forms].toSorted())
  })

  test('says so when it found nothing, on a brand or at all', () => {
    const absent = answers.filter(({ draw }) => draw.absent !== null)
    const silent = answers.filter(({ draw }) => draw.isSilent)
    assert.ok(absent.length > 5 && silent.length > 5)
    for (const answer of absent) assert.ok(isAbsent(renderMarkdown(answer, unmarked).text, 'Fernhold'))
    for (const answer of silent) assert.deepEqual([...readPlaces(renderMarkdown(answer, unmarked).text, names)], [])
  })

  test('is 1 to 2.5 kB long for the most part, without a slot left open', () => {
    const texts = answers.map((answer) => renderMarkdown(answer, unmarked).text)
    const lengths = texts.map(({ length }) => length).toSorted((left, right) => left - right)
    assert.ok((lengths[750] ?? 0) > 1000 && (lengths[1490] ?? 0) < 2600, String([lengths[750], lengths[1490]]))
    for (const text of texts) assert.ok(!/[{}]|undefined/.test(text), text)
  })

  test('leans on pages that exist, all of them invented', () => {
    for (const { blocks, sources } of answers) {
      for (const { url, domain } of sources)
        assert.ok(new URL(url).hostname.endsWith('.example') && url.includes(domain))
      for (const { source } of renderMarkdown({ blocks }, unmarked).marks) assert.ok(sources[source] !== undefined)
    }
  })

  test('marks the claim before each marker', () => {
    for (const answer of answers.slice(0, 200)) {
      const clean = renderMarkdown(answer, unmarked)
      const marked = renderMarkdown(answer, (source) => ({ lead: ' ', marker: `<${source}>` }))
      for (const [index, mark] of marked.marks.entries()) {
        assert.equal(marked.text.slice(mark.start, mark.end), `<${mark.source}>`)
        const same = clean.marks[index]
        assert.equal(
          marked.text.slice(mark.claimStart, mark.claimEnd),
          clean.text.slice(same?.claimStart, same?.claimEnd),
        )
      }
      assert.equal(marked.text.replaceAll(/ <\d+>/g, ''), clean.text)
      assert.ok(!plain(clean.text).includes('**'))
    }
  })
})
