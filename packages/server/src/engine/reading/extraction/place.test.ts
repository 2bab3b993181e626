import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { mentionsIn } from './judgement.test-support.ts'
import { answerValue } from '../../scoring/answer-value.ts'
import { placesOf } from './place.ts'
import { readStructure } from '../text/structure.ts'

const placesIn = (text: string, tracked: string[], discovered: string[] = []) =>
  Object.fromEntries(
    placesOf(mentionsIn(text, tracked), readStructure(text), mentionsIn(text, discovered)).map(
      ({ entityId, place }) => [entityId, place],
    ),
  )

test('the value is 0.9 to the power of the place less one, and never below 0.4', () => {
  assert.equal(answerValue(1), 1)
  assert.equal(answerValue(2), 0.9)
  assert.equal(answerValue(9), 0.43046721)
  assert.equal(answerValue(10), 0.4)
  assert.equal(answerValue(500), 0.4)
})

test('in prose the place is the order of first mention, discovered names included', () => {
  const text = 'Asana is fine, and so are Trello and Notion. Notion beats Asana.'
  assert.deepEqual(placesIn(text, ['Notion', 'Asana']), { Asana: 1, Notion: 2 })
  assert.deepEqual(placesIn(text, ['Notion', 'Asana'], ['Trello']), { Asana: 1, Notion: 3 })
})

test('a brand tracked alone among ten listed names has the place of its item', () => {
  const text = Array.from({ length: 10 }, (_, at) => `${at + 1}. ${at === 6 ? 'Notion' : `Tool${at}`} – fine`).join(
    '\n',
  )
  assert.deepEqual(placesIn(text, ['Notion']), { Notion: 7 })
})

test('the larger of order and ordinal counts', () => {
  assert.deepEqual(placesIn('1. Asana or Trello\n2. Notion', ['Asana', 'Trello', 'Notion']), {
    Asana: 1,
    Trello: 2,
    Notion: 3,
  })
  assert.deepEqual(placesIn('1. x\n2. Asana\n3. y\n4. Notion', ['Asana', 'Notion']), { Asana: 2, Notion: 4 })
})

test('the item of the first mention counts, in a nested list the outermost', () => {
  assert.deepEqual(placesIn('Notion leads.\n1. x\n2. y\n3. Notion', ['Notion']), { Notion: 1 })
  assert.deepEqual(placesIn('1. x\n   - y\n   - z\n2. w\n   - a\n   - b\n   - Notion', ['Notion']), { Notion: 2 })
})

test('data rows count, a table’s header does not', () => {
  assert.deepEqual(placesIn('| Tool | € |\n|---|---|\n| x | 1 |\n| y | 2 |\n| Notion | 3 |', ['Notion']), { Notion: 3 })
  assert.deepEqual(placesIn('| | x | Notion |\n|---|---|---|\n| € | 1 | 2 |', ['Notion']), { Notion: 1 })
})

test('a series of headings counts when one of them names an entity, otherwise the lists in its sections do', () => {
  const named = '### x\n- good\n- cheap\n### y\n- good\n### Notion\n- good\n- works with Slack'
  assert.deepEqual(placesIn(named, ['Notion', 'Slack']), { Notion: 3, Slack: 3 })
  const categories = '### For teams\n- x\n- Notion\n### For makers\n- y\n### For schools\n- z\n- w\n- Slack'
  assert.deepEqual(placesIn(categories, ['Notion', 'Slack']), { Notion: 2, Slack: 3 })
})

test('entities first named at the same offset share a place', () => {
  const at = (entityId: string, start: number) => ({ entityId, surface: 'Acme', start, end: start + 4, evidence: [] })
  const places = placesOf([at('a', 0), at('b', 0), at('c', 9)], readStructure('Acme and Bolt'))
  assert.deepEqual(
    places.map(({ place }) => place),
    [1, 1, 3],
  )
})

const names = ['Notion', 'Asana', 'Trello', 'Jira']
const anyAnswer = fc
  .array(
    fc.constantFrom(
      ...names,
      '\n- ',
      '\n1. ',
      '\n2. ',
      '\n\n',
      '\n### ',
      ' x ',
      '\n| ',
      ' |',
      '\n|---|',
      '. ',
      '\n  - ',
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))

test('who is not named has no place, and a place is never better than the order of first mention', () => {
  fc.assert(
    fc.property(anyAnswer, (text) => {
      const places = placesIn(text, names)
      const order = names.filter((name) => text.includes(name)).toSorted((a, b) => text.indexOf(a) - text.indexOf(b))
      assert.deepEqual(Object.keys(places).toSorted(), order.toSorted())
      order.forEach((name, at) => assert.ok((places[name] ?? 0) >= at + 1))
    }),
    { numRuns: 1000 },
  )
})

test('the order in which entities are tracked does not matter, and tracking more never betters a place', () => {
  fc.assert(
    fc.property(anyAnswer, fc.shuffledSubarray(names, { minLength: 1 }), (text, tracked) => {
      const all = placesIn(text, names)
      const some = placesIn(
        text,
        tracked,
        names.filter((name) => !tracked.includes(name)),
      )
      for (const name of tracked) assert.equal(some[name], all[name])
      const alone = placesIn(text, tracked.slice(0, 1))
      for (const [name, place] of Object.entries(alone)) if (!text.includes('###')) assert.ok(place <= (all[name] ?? 0))
    }),
    { numRuns: 1000 },
  )
})
