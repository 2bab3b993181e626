import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { createCopilot } from './copilot.ts'
import { slicesOf } from './recordings/expected.test-support.ts'
import { type Reply, outcomes } from './platform.ts'
import { jsonReply, replay } from './recordings/recordings.test-support.ts'

const copilot = createCopilot({ serpapi: { apiKey: 'secret', baseUrl: 'https://serpapi.invalid' } })
const question = { text: 'best crm', locale: { country: 'DE', language: 'de' } }
const replyOf = (body: unknown): Reply => ({ status: 200, headers: {}, body: JSON.stringify(body) })

const answer = {
  search_metadata: { status: 'Success' },
  search_parameters: { engine: 'bing_copilot', q: 'best crm' },
  header: 'Acme and Bolt lead.',
  text_blocks: [
    { type: 'heading', snippet: 'Best CRM 2026', level: 2 },
    {
      type: 'paragraph',
      snippet: 'Acme wins Trade Review , says Trade Review in its test Trade Review .',
      reference_indexes: [0],
    },
    {
      type: 'list',
      list: [
        { snippet: 'Rated by many 1', reference_indexes: [1] },
        { snippet: 'Two sources 1 2', reference_indexes: [0, 1] },
        { snippet: 'Works with iPhone 15', reference_indexes: [1] },
        { snippet: 'Plans for teams of 1' },
      ],
    },
  ],
  references: [
    { index: 0, title: 'Test', link: 'https://trade.example/test', source: 'Trade Review' },
    { index: 1, title: 'Ranking', link: 'https://rank.example/', source: 'Rank' },
    { index: 2, title: 'Other', link: 'https://other.example/', source: 'Other' },
  ],
}

suite('Copilot through SerpApi', () => {
  test('is asked nothing but the question, and once', () => {
    const url = new URL(copilot.request(question, [])?.url ?? '')
    assert.deepEqual(Object.fromEntries(url.searchParams), {
      engine: 'bing_copilot',
      q: 'best crm',
      no_cache: 'true',
      api_key: 'secret',
    })
    assert.equal(copilot.request(question, [replyOf(answer)]), null)
  })

  test('its lead is part of the answer; labels go where they are labels, other numbers and names stay', () => {
    const reading = copilot.read([replyOf(answer)])
    assert.equal(
      reading.text,
      'Acme and Bolt lead.\n\n## Best CRM 2026\n\nAcme wins, says Trade Review in its test.\n\n' +
        '- Rated by many\n- Two sources\n- Works with iPhone 15\n- Plans for teams of 1',
    )
    assert.deepEqual(
      reading.citations.map((citation) => [citation.url, slicesOf(reading.text, citation)]),
      [
        ['https://trade.example/test', ['Acme wins, says Trade Review in its test.', 'Two sources']],
        ['https://rank.example/', ['Rated by many', 'Two sources', 'Works with iPhone 15']],
      ],
    )
    assert.deepEqual(
      reading.listed.map(({ url }) => url),
      ['https://other.example/'],
    )
    assert.equal(reading.location, null)
  })

  test('an answer without words gets one fresh try', async () => {
    const empty = { ...answer, header: '', text_blocks: [] }
    const create = (baseUrl: string) => createCopilot({ serpapi: { apiKey: 'secret', baseUrl } })
    const again = await replay([jsonReply(empty), jsonReply(answer)], create)
    assert.deepEqual([again.reading.outcome, again.tries], ['ok', 2])
    const never = await replay([jsonReply(empty)], create)
    assert.deepEqual([never.reading.outcome, never.failure?.code, never.tries], ['empty', 'empty_reply', 2])
  })

  test('reads the strangest reply without an exception', () => {
    const values = fc.jsonValue()
    fc.assert(
      fc.property(
        fc.oneof(
          values,
          values.map((value) => ({ ...answer, header: value, text_blocks: value, references: value })),
        ),
        (body) => {
          copilot.failure(replyOf(body))
          assert.ok(outcomes.includes(copilot.read([replyOf(body)]).outcome))
        },
      ),
      { numRuns: 200 },
    )
    assert.equal(copilot.read([]).outcome, 'failed')
  })
})
