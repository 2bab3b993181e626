import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { EntityNames } from '../../reading/names/matcher.ts'
import { startDiscovery, type DiscoveredName } from './discovery.ts'
import { makeLexicon } from '../../reading/names/lexicon.ts'

const lexicon = makeLexicon()
const entity = (name: string, aliases: string[] = []): EntityNames => ({
  id: name,
  kind: 'competitor',
  name,
  aliases,
  excludedNames: [],
  domains: [],
  caseSensitive: false,
})

function discover(texts: string[], tracked: EntityNames[] = [], minAnswers = 1): DiscoveredName[] {
  const discovery = startDiscovery(tracked, lexicon)
  texts.forEach((text, at) => discovery.read({ id: `a${at + 1}`, prompt: 'best crm software for law firms', text }))
  return discovery.names(minAnswers)
}
const namesOf = (texts: string[], tracked?: EntityNames[]): string[] => discover(texts, tracked).map(({ name }) => name)

describe('discovery of untracked names', () => {
  test('reads lists, bold leads, tables and headings, and counts each answer once', () => {
    const found = discover([
      '1. **Veltora** – fast\n2. **Quantiq** – slow\n\nVeltora is best.',
      '| Tool | Price |\n|---|---|\n| Veltora | $5 |\n| Zendrik (free) | $0 |',
      '### Best overall: Veltora\nGood.\n\n### Quantiq\nAlso good.\n\n### Conclusion\nDone.',
      '**Zendrik**: does it all.\n\n**Veltora**: does less.\n\n**Quantiq**: does nothing.',
    ])
    assert.deepEqual(
      found.map(({ name, answers, places }) => [name, answers, places]),
      [
        ['Veltora', 4, { item: 2, row: 1, heading: 1 }],
        ['Quantiq', 3, { item: 2, row: 0, heading: 1 }],
        ['Zendrik', 2, { item: 1, row: 1, heading: 0 }],
      ],
    )
    assert.deepEqual(found[1]?.answerIds, ['a1', 'a3', 'a4'])
    assert.deepEqual(found[1]?.examples[0], { answerId: 'a1', text: '2. **Quantiq** – slow' })
  })

  test('leaves out what is tracked, in any writing and with more words behind it', () => {
    const texts = ['- Veltora: a\n- Quant-iq Pro: b\n- Zendrik Inc.: c\n- Orbisly: d']
    assert.deepEqual(namesOf(texts, [entity('Veltora'), entity('Quantiq', ['Quant iq'])]), ['Orbisly', 'Zendrik Inc'])
    assert.deepEqual(namesOf(['- Quantiq: b\n- Orbisly: d'], [entity('Quant Iq')]), ['Orbisly'])
  })

  test('holds out categories, orders, steps, dates, prices, sentences, posts and sources', () => {
    const junk = `
## Key Features
- Ease of Use: good
- CRM Software: yes
- Law Firms: yes
- Install Veltora: then
- Step 3: go
- January 2026: start
- $49 per month: price
- It integrates with everything you have
- Chief Marketing Officer: decides
- Scalability: grows
- 24/7 Support: always
- Veltora Documentation: read

Sources:
- [reuters.com](https://reuters.com/a)
- https://www.forbes.com/x`
    assert.deepEqual(namesOf([junk, junk]), [])
  })

  test('takes dictionary words for names only among names', () => {
    assert.deepEqual(namesOf(['1. Asana: a\n2. Trello: b\n3. Notion: c']), ['Asana', 'Notion', 'Trello'])
    assert.deepEqual(namesOf(['1. Planning: a\n2. Notion: b\n3. Speed: c']), [])
  })

  test('a word that the answers also write small is none', () => {
    const text = '- Gantts: charts\n- Veltora: a tool\n- Zendrik: a tool'
    assert.deepEqual(namesOf([text, text]), ['Gantts', 'Veltora', 'Zendrik'])
    assert.deepEqual(namesOf([`${text}\n\nAll draw gantts well.`, `${text}\n\nTheir gantts are fine.`]), [
      'Gantts',
      'Veltora',
      'Zendrik',
    ])
    assert.deepEqual(namesOf(['- Gantts: charts', 'All draw gantts well, and gantts matter.']), [])
  })

  test('a longer name belongs to the shorter one that is set out as often', () => {
    const found = discover(['- Veltora: a\n- Zendrik: b', '- Veltora Sales Hub: a\n- Zendrik: b', '- Veltora: a'])
    assert.deepEqual(
      found.map(({ name, answers }) => [name, answers]),
      [
        ['Veltora', 3],
        ['Zendrik', 2],
      ],
    )
  })

  test('does not depend on the order of the answers, but for that of its examples', () => {
    const texts = ['- Veltora: a\n- Zendrik: b', '1. **zendrik**\n2. **Orbisly**', '| A |\n|---|\n| Orbisly |']
    const counted = (found: DiscoveredName[]) => found.map(({ name, answers }) => [name, answers])
    assert.deepEqual(counted(discover(texts)), counted(discover(texts.toReversed())))
  })

  test('reads other languages and strange texts', () => {
    assert.deepEqual(namesOf(['- **Orbisly**: ein gutes Werkzeug\n- **Preise**: hoch\n- **Fazit**: gut']), ['Orbisly'])
    assert.deepEqual(namesOf(['1. **Orbisly**：おすすめ\n2. **まとめ**：終わり']), ['Orbisly'])
    for (const text of ['', '-', '|', '****', '# ', '- \ud800', '1.'.repeat(5_000)]) discover([text])
  })
})
