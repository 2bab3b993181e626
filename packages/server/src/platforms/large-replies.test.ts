import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createPlatforms } from './catalogue.ts'
import type { Reading } from './platform.ts'

const connection = { apiKey: 'k', baseUrl: 'https://api.invalid' }
const platforms = createPlatforms({
  openai: connection,
  perplexity: connection,
  gemini: connection,
  serpapi: connection,
})

function read(slug: 'chatgpt' | 'perplexity' | 'gemini' | 'google-aio', body: unknown): Reading {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return platforms.get(slug)!.read([{ status: 200, headers: { 'content-type': 'application/json' }, body: text }])
}

const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

describe('A reply of the largest size that is taken', () => {
  test('of hundreds of thousands of pieces is read, not thrown at', () => {
    assert.equal(read('gemini', `[${'{},'.repeat(300_000)}{}]`).errorCode, 'unreadable')
  })

  test('with more pointers than are read tells how many were left out', () => {
    const pointer = { type: 'url_citation', url: 'https://a.example/', title: 'A', start_index: 0, end_index: 4 }
    const content = [{ type: 'output_text', text: 'Acme is good.', annotations: range(650).map(() => pointer) }]
    const reading = read('chatgpt', { object: 'response', status: 'completed', output: [{ type: 'message', content }] })
    assert.equal(reading.citations[0]?.count, 500)
    assert.equal(reading.unknownItems, 150)
  })

  test('keeps two thousand places of its pages and counts all of them', () => {
    const blocks = range(3_000).map((at) => ({ type: 'paragraph', snippet: `Word ${at}.`, reference_indexes: [0] }))
    const overview = { text_blocks: blocks, references: [{ index: 0, link: 'https://a.example/' }] }
    const [citation] = read('google-aio', { search_metadata: {}, ai_overview: overview }).citations
    assert.equal(citation?.spans.length, 2_000)
    assert.equal(citation?.count, 3_000)
  })

  test('whose title is half a million blanks is read at once', () => {
    const results = [{ id: 1, url: 'https://a.example/', title: `A${' '.repeat(500_000)}B …` }]
    const content = [{ type: 'output_text', text: 'Acme is good [1].', annotations: [] }]
    const output = [
      { type: 'search_results', results },
      { type: 'message', content },
    ]
    assert.equal(read('perplexity', { object: 'response', status: 'completed', output }).citations[0]?.title, 'A')
  })
})
