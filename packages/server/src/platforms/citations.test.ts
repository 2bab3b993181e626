import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listedOnly, mergeCitations } from './citations.ts'
import type { Source } from './platform.ts'

const source = (url: string, title: string | null = null): Source => ({
  url,
  rawUrl: url,
  isResolved: true,
  domain: 'a.com',
  title,
})
const span = (start: number, end: number) => ({ start, end })

test('One page is one citation with all its places, a trailing slash or not, in order of first place', () => {
  const citations = mergeCitations([
    { source: source('https://a.com/late'), span: span(20, 30) },
    { source: source('https://a.com/none', 'None'), span: null },
    { source: source('https://a.com/x/'), span: span(10, 15) },
    { source: source('https://a.com/x', 'X'), span: span(0, 5) },
    { source: source('https://a.com/x'), span: span(0, 5) },
  ])
  assert.deepEqual(
    citations.map(({ url, count, spans, title }) => ({ url, count, spans, title })),
    [
      { url: 'https://a.com/x/', count: 3, spans: [span(0, 5), span(10, 15)], title: 'X' },
      { url: 'https://a.com/late', count: 1, spans: [span(20, 30)], title: null },
      { url: 'https://a.com/none', count: 1, spans: [], title: 'None' },
    ],
  )
})

test('A page is never both cited and listed, and listed once', () => {
  const cited = mergeCitations([{ source: source('https://a.com/x'), span: null }])
  const listed = listedOnly(
    [source('https://a.com/x/'), source('https://a.com/y'), source('https://a.com/y', 'Y')],
    cited,
  )
  assert.deepEqual(listed, [source('https://a.com/y', 'Y')])
})
