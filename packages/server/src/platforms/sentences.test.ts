import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sentenceBefore, sentencesBefore } from './sentences.ts'

const before = (text: string, marker = '¶') => {
  const offset = text.indexOf(marker)
  const { start, end } = sentenceBefore(text, offset)
  return text.slice(start, end)
}

suite('The claim before a marker', () => {
  test('is its sentence, also behind a blank', () => {
    assert.equal(before('First. Second one is here.¶'), 'Second one is here.')
    assert.equal(before('First. Second one is here. ¶'), 'Second one is here.')
    assert.equal(before('First! Is second?¶ Third.'), 'Is second?')
  })

  test('is not broken by abbreviations, numbers and addresses', () => {
    for (const claim of [
      'Acme Inc. of Berlin costs 3.50 EUR at acme.com today.',
      'It is e.g. good, U.S. made.',
      'St. Louis Fed data.',
    ]) {
      assert.equal(before(`First one. ${claim}¶`), claim)
    }
  })

  test('is the list item, heading or quote without its sign', () => {
    assert.equal(before('Intro:\n- **HubSpot** for all¶'), '**HubSpot** for all')
    assert.equal(before('1. One thing¶'), 'One thing')
    assert.equal(before('  * Nested ¶'), 'Nested')
    assert.equal(before('> ## Title¶'), 'Title')
  })

  test('is the whole row of a table', () => {
    assert.equal(before('| A | b. C |\n| HubSpot | Good. Cheap.¶ |'), '| HubSpot | Good. Cheap.')
  })

  test('is the line before when the marker stands alone on its line', () => {
    assert.equal(before('The claim.\n\n¶'), 'The claim.')
  })

  test('ends at sentences of other scripts', () => {
    assert.equal(before('最初の文。次の文です。¶'), '次の文です。')
  })

  test('is empty at the start of the text', () => {
    assert.equal(before('¶ Text'), '')
  })
})

test('Markers next to each other share one claim; a later one starts where the former ended', () => {
  const text = 'A is good, B is bad. C.'
  const [one, two, three, four] = sentencesBefore(text, [9, 9, 20, 23]).map(({ start, end }) => text.slice(start, end))
  assert.deepEqual([one, two, three, four], ['A is good', 'A is good', 'B is bad.', 'C.'])
})
