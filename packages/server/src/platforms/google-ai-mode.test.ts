import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { slicesOf } from './recordings/expected.test-support.ts'
import { createGoogleAiMode } from './google-ai-mode.ts'
import { type Reply, outcomes } from './platform.ts'
import { jsonReply, replay } from './recordings/recordings.test-support.ts'

const create = (baseUrl: string) => createGoogleAiMode({ serpapi: { apiKey: 'secret', baseUrl } })
const aiMode = create('https://serpapi.invalid')
const question = { text: 'best crm', locale: { country: 'AT', language: 'de' } }
const replyOf = (body: unknown): Reply => ({ status: 200, headers: {}, body: JSON.stringify(body) })

const answer = {
  search_metadata: { status: 'Success' },
  search_parameters: { engine: 'google_ai_mode', location_used: 'Austria' },
  text_blocks: [
    { type: 'paragraph', snippet: 'Acme is the best.', reference_indexes: 0 },
    {
      type: 'table',
      table: [
        ['Tool', 'Price'],
        ['Acme', '5 €'],
      ],
    },
    'Bare words.',
  ],
  references: { title: 'Test', link: 'https://test.example/', source: 'Test' },
  reconstructed_markdown: 'Acme is the best\\. [0]',
}

suite('AI Mode through SerpApi', () => {
  test('is asked with place and language, once', () => {
    const url = new URL(aiMode.request(question, [])?.url ?? '')
    assert.deepEqual(Object.fromEntries(url.searchParams), {
      engine: 'google_ai_mode',
      q: 'best crm',
      location: 'Austria',
      gl: 'at',
      hl: 'de',
      no_cache: 'true',
      api_key: 'secret',
    })
    assert.equal(aiMode.request(question, [replyOf(answer)]), null)
  })

  test('reads blocks and references, single ones sent bare as well', () => {
    const reading = aiMode.read([replyOf(answer)])
    assert.equal(reading.text, 'Acme is the best.\n\n| Tool | Price |\n| --- | --- |\n| Acme | 5 € |\n\nBare words.')
    assert.deepEqual(
      reading.citations.map((citation) => [citation.url, slicesOf(reading.text, citation)]),
      [['https://test.example/', ['Acme is the best.']]],
    )
    assert.equal(reading.location, 'Austria')
  })

  test('a page without an answer gets one fresh try and is then empty', async () => {
    const { reading, tries, failure } = await replay(
      [jsonReply({ ...answer, text_blocks: undefined, error: 'none' })],
      create,
    )
    assert.deepEqual([reading.outcome, reading.finish, tries, failure?.kind], ['empty', 'empty', 2, 'once'])
  })

  test('reads the strangest reply without an exception', () => {
    const values = fc.jsonValue()
    fc.assert(
      fc.property(
        fc.oneof(
          values,
          values.map((value) => ({ ...answer, text_blocks: value, references: value })),
        ),
        (body) => {
          aiMode.failure(replyOf(body))
          assert.ok(outcomes.includes(aiMode.read([replyOf(body)]).outcome))
        },
      ),
      { numRuns: 200 },
    )
    assert.equal(aiMode.read([]).outcome, 'failed')
  })
})
