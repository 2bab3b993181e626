import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slicesOf } from './recordings/expected.test-support.ts'
import { readMarkers } from './markers.ts'
import { readSource } from './urls.ts'

const sources = new Map(
  ['https://a.com/', 'https://b.com/', 'https://c.com/'].map((url, index) => [index + 1, readSource(url)!]),
)

const read = (text: string) => {
  const { text: clean, citations, listed } = readMarkers(text, sources)
  return {
    clean,
    claims: citations.map((one) => [one.domain, ...slicesOf(clean, one)]),
    listed: listed.map(({ domain }) => domain),
  }
}

test('Numbered markers are cut; those side by side share the sentence before them; the rest is listed', () => {
  assert.deepEqual(read('HubSpot is free.[1][2] Zoho is not. [2]'), {
    clean: 'HubSpot is free. Zoho is not.',
    claims: [
      ['a.com', 'HubSpot is free.'],
      ['b.com', 'HubSpot is free.', 'Zoho is not.'],
    ],
    listed: ['c.com'],
  })
  assert.deepEqual(read('Both[1, 3].').claims, [
    ['a.com', 'Both'],
    ['c.com', 'Both'],
  ])
})

test('Brackets that stand for no known page stay', () => {
  const text = 'See [Trustified], [2019], [9], [1, 9] and [1](https://x.com/).'
  assert.deepEqual(read(text), { clean: text, claims: [], listed: ['a.com', 'b.com', 'c.com'] })
})

test('Thoughts are no part of the answer, finished or not, nor are their markers', () => {
  assert.deepEqual(read('<think>First[1] this.</think>\n\nAnswer.[2]').claims, [['b.com', 'Answer.']])
  assert.equal(read('<think>First[1] this.</think>\n\nAnswer.[2]').clean, 'Answer.')
  assert.equal(read('Said. <think>never closed [1]').clean, 'Said.')
})

test('A hostile text of half a million signs is read at once', () => {
  for (const piece of ['[1]', '[1,', '<think>', '<think></think>[1]', '[1] a\n'])
    read(piece.repeat(500_000 / piece.length))
})
