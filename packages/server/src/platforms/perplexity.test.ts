import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { slicesOf } from './recordings/expected.test-support.ts'
import { at } from './json.ts'
import { createPerplexity } from './perplexity.ts'
import type { Reading, Reply } from './platform.ts'

const connection = { apiKey: 'key', baseUrl: 'https://api.invalid' }
const perplexity = createPerplexity(connection)
const question = (country: string | null, language: string | null) => ({ text: 'q', locale: { country, language } })

const reply = (body: unknown, status = 200): Reply => ({ status, headers: {}, body: JSON.stringify(body) })
const claims = ({ text, citations }: Reading) => citations.map((one) => [one.url, ...slicesOf(text, one)])

suite('Perplexity is asked', () => {
  test('by preset, with language and place where there are any', () => {
    const plain = perplexity.request(question(null, null), [])
    assert.equal(plain?.url, 'https://api.invalid/v1/agent')
    assert.deepEqual(
      [at(plain?.body, 'preset'), at(plain?.body, 'tools'), at(plain?.body, 'language_preference')],
      ['fast', undefined, undefined],
    )
    const placed = perplexity.request(question('DE', 'de'), [])?.body
    assert.deepEqual(
      [at(placed, 'tools', 0, 'user_location'), at(placed, 'language_preference')],
      [{ country: 'DE' }, 'de'],
    )
  })

  test('by model, which brings no tools of its own', () => {
    const body = createPerplexity({ ...connection, model: 'perplexity/sonar' }).request(question(null, null), [])?.body
    assert.deepEqual(
      [at(body, 'model'), at(body, 'preset'), at(body, 'tools', 0, 'type')],
      ['perplexity/sonar', undefined, 'web_search'],
    )
  })
})

suite('Perplexity answers', () => {
  test('of the Agent API: numbers resolve over all searches, the last wins, the rest is listed', () => {
    const results = (...urls: string[]) => ({
      type: 'search_results',
      queries: ['q'],
      results: urls.map((url, index) => ({ id: index + 1, url, title: 'T' })),
    })
    const reading = perplexity.read([
      reply({
        object: 'response',
        status: 'completed',
        model: 'openai/gpt-6-luna',
        output: [
          results('https://a.com/', 'https://b.com/', 'https://c.com/'),
          results('https://d.com/'),
          { type: 'message', content: [{ type: 'output_text', text: 'Acme.[1] Zeta.[2] Other.[9]', annotations: [] }] },
        ],
        usage: {
          input_tokens: 1,
          output_tokens: 1,
          cost: { total_cost: 0.00119 },
          tool_calls_details: { search_web: { invocation: 2 } },
        },
      }),
    ])
    assert.equal(reading.text, 'Acme. Zeta. Other.[9]')
    assert.deepEqual(claims(reading), [
      ['https://d.com/', 'Acme.'],
      ['https://b.com/', 'Zeta.'],
    ])
    assert.deepEqual(
      reading.listed.map(({ url }) => url),
      ['https://a.com/', 'https://c.com/'],
    )
    assert.deepEqual([reading.searches, reading.searched, reading.usage.searches], [['q'], true, 2])
    assert.deepEqual(reading.cost, { usd: 0.00119, basis: 'reported' })
  })

  const sonar = (content: string, extra: object = {}) => ({
    object: 'chat.completion',
    model: 'sonar',
    choices: [{ finish_reason: 'stop', message: { content } }],
    citations: ['https://a.com/', 'https://b.com/'],
    search_results: [
      { url: 'https://b.com/', title: 'B' },
      { url: 'https://c.com/', title: 'C' },
    ],
    usage: { prompt_tokens: 3, completion_tokens: 4, cost: { total_cost: 0.005 } },
    ...extra,
  })

  test('of the old Sonar form: thoughts go, titles come from the other list, longer or not', () => {
    const reading = perplexity.read([reply(sonar('<think>Hm [1].</think>\nBeta.[2]'))])
    assert.equal(reading.text, 'Beta.')
    assert.deepEqual([claims(reading), reading.citations[0]?.title], [[['https://b.com/', 'Beta.']], 'B'])
    assert.deepEqual(
      reading.listed.map(({ url }) => url),
      ['https://a.com/', 'https://c.com/'],
    )
    assert.deepEqual([reading.searches, reading.searched, reading.cost.usd], [null, true, 0.005])
  })

  test('of the old stream: deltas joined, or the whole message of the last chunk; broken off it is no answer', () => {
    const chunk = (content: string, extra: object = {}) => ({
      ...sonar(''),
      choices: [{ delta: { content }, ...extra }],
    })
    const stream = (...chunks: object[]): Reply => ({
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      body: chunks.map((one) => `data: ${JSON.stringify(one)}\n\n`).join(''),
    })
    const end = { finish_reason: 'stop' }
    assert.equal(perplexity.read([stream(chunk('Be'), chunk('ta.[2]'), chunk('', end))]).text, 'Beta.')
    assert.equal(
      perplexity.read([stream(chunk('Be'), chunk('', { ...end, message: { content: 'Beta.[2]' } }))]).text,
      'Beta.',
    )
    assert.equal(perplexity.failure(stream(chunk('Be')))?.kind, 'garbled')
  })

  test('through OpenRouter: markers count through the annotations', () => {
    const annotations = ['https://a.com/', 'https://b.com/'].map((url) => ({
      type: 'url_citation',
      url_citation: { url, start_index: 0, end_index: 0 },
    }))
    const choices = [{ finish_reason: 'stop', message: { content: 'Beta.[2]', annotations } }]
    const reading = perplexity.read([reply({ object: 'chat.completion', choices, usage: { cost: 0.00524 } })])
    assert.deepEqual(
      [claims(reading), reading.listed.map(({ url }) => url), reading.cost.usd],
      [[['https://b.com/', 'Beta.']], ['https://a.com/'], 0.00524],
    )
  })

  test('cited pages may be missing, null, a string, an object or rubbish', () => {
    for (const citations of [undefined, null, 'https://a.com/', { url: 'https://a.com/' }, [null, 7, {}], []]) {
      const { text, outcome } = perplexity.read([reply(sonar('Beta.', { citations, search_results: citations }))])
      assert.deepEqual([text, outcome], ['Beta.', 'ok'])
    }
  })
})
