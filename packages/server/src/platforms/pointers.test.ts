import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { slicesOf } from './recordings/expected.test-support.ts'
import { type Pointer, linkPointers, readPointers } from './pointers.ts'

/** A pointer whose range is that of `part` in `text`, moved by `shift`. */
const pointTo = (text: string, part: string, url: string, shift = 0): Pointer => ({
  url,
  title: null,
  start: text.indexOf(part) + shift,
  end: text.indexOf(part) + part.length + shift,
})

const read = (text: string, pointers: Pointer[]) => {
  const { text: clean, citations, listed } = readPointers(text, pointers)
  return { clean, claims: citations.map((citation) => [citation.domain, ...slicesOf(clean, citation)]), listed }
}

suite('Links as citations', () => {
  test('markers are cut and stand for the sentence before them', () => {
    const text = 'HubSpot is free. ([a.com](https://a.com/x)) Zoho costs more.[[2]](https://b.com/)'
    assert.deepEqual(
      read(text, [
        pointTo(text, '([a.com](https://a.com/x))', 'https://a.com/x'),
        pointTo(text, '[[2]](https://b.com/)', 'https://b.com/'),
      ]),
      {
        clean: 'HubSpot is free. Zoho costs more.',
        claims: [
          ['a.com', 'HubSpot is free.'],
          ['b.com', 'Zoho costs more.'],
        ],
        listed: [],
      },
    )
  })

  test('several links in one pair of brackets are cut together and share the claim', () => {
    const text = 'HubSpot is free ([a.com](https://a.com/x), [b.com](https://b.com/y)).'
    const links = ['https://a.com/x', 'https://b.com/y'].map((url) =>
      pointTo(text, `[${url.slice(8, 13)}](${url})`, url),
    )
    assert.deepEqual(read(text, links), {
      clean: 'HubSpot is free.',
      claims: [
        ['a.com', 'HubSpot is free'],
        ['b.com', 'HubSpot is free'],
      ],
      listed: [],
    })
  })

  test('offsets that are shifted, count code points or are missing still find the link', () => {
    const url = 'https://a.com/x'
    const text = `👍👍👍👍👍 Good. ([a.com](${url}))`
    const marker = `([a.com](${url}))`
    const inCodePoints = { ...pointTo(text, marker, url, -5) }
    for (const pointer of [
      inCodePoints,
      pointTo(text, marker, url, -3),
      pointTo(text, marker, url, 40),
      { ...inCodePoints, start: null, end: null },
    ]) {
      assert.deepEqual(read(text, [pointer]), {
        clean: '👍👍👍👍👍 Good.',
        claims: [['a.com', '👍👍👍👍👍 Good.']],
        listed: [],
      })
    }
  })

  test('a link in running text stays, and stands for the sentence up to its end', () => {
    const text = 'First. Try [HubSpot](https://hubspot.com/) now.'
    assert.deepEqual(read(text, [pointTo(text, '[HubSpot](https://hubspot.com/)', 'https://hubspot.com/')]), {
      clean: text,
      claims: [['hubspot.com', 'Try [HubSpot](https://hubspot.com/)']],
      listed: [],
    })
  })

  test('an address that the text does not have is cited without a place; with an empty range it is only listed', () => {
    const { citations, listed } = readPointers('Text.', [
      { url: 'https://a.com/', title: 'A', start: null, end: null },
      { url: 'https://b.com/', title: 'B', start: 0, end: 0 },
      { url: 'nonsense', title: null, start: 0, end: 2 },
    ])
    assert.deepEqual(
      [citations.map(({ url, spans }) => [url, spans]), listed.map(({ url }) => url)],
      [[['https://a.com/', []]], ['https://b.com/']],
    )
  })

  test('brackets inside an address belong to it', () => {
    const url = 'https://en.wikipedia.org/wiki/Ruby_(language)'
    assert.equal(read(`Ruby. ([wiki](${url}))`, [pointTo(`Ruby. ([wiki](${url}))`, url, url)]).clean, 'Ruby.')
  })
})

test('Links and bare addresses of a text are its pointers, without the punctuation of the sentence', () => {
  const text = 'See [A](https://a.com/x), **https://b.com/y**, (https://c.com/z_(1)). Or https://d.com/q?a=1&b=2!'
  assert.deepEqual(
    linkPointers(text).map(({ url }) => url),
    ['https://a.com/x', 'https://b.com/y', 'https://c.com/z_(1)', 'https://d.com/q?a=1&b=2'],
  )
})

test('A hostile text of half a million signs is read at once', () => {
  for (const piece of ['[x](http://a', '[[[', '](http://((', '<think>', 'https://a.b/', '[a](http://b "']) {
    const text = piece.repeat(500_000 / piece.length)
    readPointers(text, linkPointers(text))
  }
})
