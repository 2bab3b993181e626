import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { buildMatcher, type EntityNames } from '../names/matcher.ts'
import { MOST_JUDGED_IN_ANSWER, MOST_JUDGED_OCCURRENCES } from '../names/judged-places.ts'
import { extract, EXTRACTION_VERSION, type ExtractableAnswer } from './extract.ts'
import { entity } from './judgement.test-support.ts'

const entities = [
  entity('Taskory', { kind: 'brand', domains: ['taskory.com'] }),
  entity('Boardly', { domains: ['boardly.io'] }),
  entity('Plannix', { domains: ['plannix.de'] }),
]
const page = (url: string) => ({ url, domain: new URL(url).hostname, title: null })
const answer = (text: string, more: Partial<ExtractableAnswer> = {}): ExtractableAnswer => ({
  outcome: 'ok',
  text,
  citations: [],
  listed: [],
  ...more,
})
const matcher = buildMatcher(entities)
const read = (given: ExtractableAnswer, known?: EntityNames[]) =>
  known === undefined ? extract(given, matcher, entities) : extract(given, buildMatcher(known), known)

test('an answer becomes mentions, places, owned citations and observed entities', () => {
  const text =
    'Top planners:\n\n1. **Boardly** – excellent boards.\n2. **Taskory** – overpriced and slow.\n3. Other – fine.'
  const extraction = read(
    answer(text, {
      citations: [page('https://docs.taskory.com/a'), page('https://plannix.de')],
      listed: [page('https://x.io')],
    }),
  )
  assert.equal(extraction.extractionVersion, EXTRACTION_VERSION)
  assert.deepEqual(
    extraction.mentions.map(({ surface, isListed, sentiment }) => [surface, isListed, sentiment]),
    [
      ['Boardly', true, 'positive'],
      ['Taskory', true, 'negative'],
    ],
  )
  assert.deepEqual(extraction.places, [
    { entityId: 'Boardly', place: 1, value: 1 },
    { entityId: 'Taskory', place: 2, value: 0.9 },
  ])
  assert.deepEqual(
    extraction.citations.map(({ owner, entityId, site }) => [owner, entityId, site]),
    [
      ['own', 'Taskory', 'taskory.com'],
      ['competitor', 'Plannix', 'plannix.de'],
    ],
  )
  assert.deepEqual(
    extraction.listed.map(({ owner }) => owner),
    ['third_party'],
  )
  const none = {
    isNamed: false,
    isAcknowledgedAbsent: false,
    place: null,
    isListed: false,
    isCited: false,
    sentiment: null,
  }
  assert.deepEqual(extraction.entities, [
    { ...none, entityId: 'Boardly', isNamed: true, place: 1, isListed: true, sentiment: 'positive' },
    { ...none, entityId: 'Plannix', isCited: true },
    { ...none, entityId: 'Taskory', isNamed: true, place: 2, isListed: true, isCited: true, sentiment: 'negative' },
  ])
})

test('an acknowledged absent entity is named, but has no place, no sentiment and takes no one’s place', () => {
  const extraction = read(answer('I couldn’t find anything on Taskory. I would recommend Boardly.'))
  assert.deepEqual(
    extraction.absences.map(({ entityId, rule }) => [entityId, rule]),
    [['Taskory', 'nothing found']],
  )
  assert.deepEqual(
    extraction.places.map(({ entityId, place }) => [entityId, place]),
    [['Boardly', 1]],
  )
  const taskory = extraction.entities.find(({ entityId }) => entityId === 'Taskory')
  assert.deepEqual(
    [taskory?.isNamed, taskory?.isAcknowledgedAbsent, taskory?.isListed, taskory?.sentiment],
    [true, true, false, null],
  )
})

test('only an ok answer is measured; the owners of its pages are told all the same', () => {
  for (const outcome of ['not_triggered', 'refused', 'empty', 'failed'] as const) {
    const extraction = read(answer('1. Taskory\n2. Boardly', { outcome, citations: [page('https://taskory.com')] }))
    assert.deepEqual([extraction.mentions, extraction.places, extraction.entities], [[], [], []])
    assert.equal(extraction.citations[0]?.owner, 'own')
  }
})

test('discovered names take part in the order, and in nothing else', () => {
  const text = 'Zenwork is fine, and so is Taskory.'
  const discovered = [{ entityId: 'zenwork', surface: 'Zenwork', start: 0, end: 7, evidence: [] }]
  const extraction = extract(answer(text), matcher, entities, discovered)
  assert.deepEqual(
    extraction.places.map(({ entityId, place }) => [entityId, place]),
    [['Taskory', 2]],
  )
  assert.deepEqual(
    extraction.entities.map(({ entityId }) => entityId),
    ['Taskory'],
  )
})

const anyAnswer = fc
  .array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.constantFrom(
          'Taskory',
          'Boardly',
          'Plannix',
          ' is great',
          ' is slow',
          '\n- ',
          '\n1. ',
          '\n\n',
          '\n## ',
          '. ',
          ', but ',
          '**',
          "I couldn't find anything on ",
          ' | ',
          '\n| ',
          'such as ',
          ' and ',
          ': ',
        ),
      },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
    ),
    { maxLength: 40 },
  )
  .map((parts) => answer(parts.join('')))

test('any text is extracted; places are those of the present entities only', () => {
  fc.assert(
    fc.property(anyAnswer, (given) => {
      const { mentions, places, absences, entities: observed } = read(given)
      for (const { surface, start, end } of mentions) assert.equal(given.text.slice(start, end), surface)
      const absent = new Set(absences.map(({ entityId }) => entityId))
      const present = new Set(mentions.map(({ entityId }) => entityId).filter((id) => !absent.has(id)))
      assert.deepEqual(places.map(({ entityId }) => entityId).toSorted(), [...present].toSorted())
      for (const { isNamed, isAcknowledgedAbsent, place, isListed, sentiment } of observed) {
        assert.equal(place !== null, isNamed && !isAcknowledgedAbsent)
        assert.equal(sentiment !== null, place !== null)
        assert.ok(place !== null || !isListed)
      }
    }),
    { numRuns: 500 },
  )
})

test('of a name that is repeated without end the first occurrences are judged, and the rest is told', () => {
  const text = 'Plannix. '.repeat(MOST_JUDGED_OCCURRENCES + 7) + 'Taskory is last.'
  const { mentions, unjudged, places } = read(answer(text))
  assert.equal(mentions.filter(({ entityId }) => entityId === 'Plannix').length, MOST_JUDGED_OCCURRENCES)
  assert.equal(mentions.at(-1)?.entityId, 'Taskory')
  assert.deepEqual(unjudged, [{ entityId: 'Plannix', occurrences: 7 }])
  assert.deepEqual(
    places.map(({ entityId, place }) => [entityId, place]),
    [
      ['Plannix', 1],
      ['Taskory', 2],
    ],
  )
  assert.deepEqual(read(answer('Plannix. '.repeat(MOST_JUDGED_OCCURRENCES))).unjudged, [])
})

test('of an answer that repeats many names as many of each are judged as all may have, and the rest is told', () => {
  const books = Array.from({ length: 100 }, (_, at) => entity(`Zq${String.fromCharCode(65 + (at % 10), 65 + at / 10)}`))
  const rare = ['Plannix', 'Taskory']
  const all = books.map(({ name }) => name)
  const text = `Plannix, ${`${all.join(', ')}, `.repeat(200)}${'Plannix, '.repeat(30)}Taskory.`
  const given = [...books, ...rare.map((name) => entity(name))]
  const { mentions, unjudged, places } = read(answer(text), given)
  const judgedOf = (name: string) => mentions.filter(({ entityId }) => entityId === name)
  assert.ok(mentions.length <= MOST_JUDGED_IN_ANSWER && mentions.length > MOST_JUDGED_IN_ANSWER - given.length)
  // A name that is there less often than its share leaves the rest to the others: 1 + 101 × 19.
  assert.equal(judgedOf('Taskory').length, 1)
  for (const name of [...all, 'Plannix']) {
    assert.equal(judgedOf(name).length, 19)
    const starts = [...text.matchAll(new RegExp(String.raw`\b${name}\b`, 'g'))].map(({ index }) => index)
    assert.deepEqual(
      judgedOf(name).map(({ start }) => start),
      starts.slice(0, 19),
    )
    assert.deepEqual(
      unjudged.find(({ entityId }) => entityId === name),
      { entityId: name, occurrences: starts.length - 19 },
    )
  }
  assert.equal(unjudged.length, 101)
  assert.equal(places.length, given.length)
  assert.deepEqual(read(answer(text), given.toReversed()), read(answer(text), given))
})

test('the order of the entities in the book changes nothing', () => {
  fc.assert(
    fc.property(anyAnswer, fc.shuffledSubarray(entities, { minLength: entities.length }), (given, shuffled) => {
      assert.deepEqual(read(given, shuffled), read(given))
    }),
    { numRuns: 60 },
  )
})
