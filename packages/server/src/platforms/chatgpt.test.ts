import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createChatgpt } from './chatgpt.ts'
import { slicesOf } from './recordings/expected.test-support.ts'
import { at } from './json.ts'
import type { Reply } from './platform.ts'
import { jsonReply, replay } from './recordings/recordings.test-support.ts'

const chatgpt = createChatgpt({ apiKey: 'key', baseUrl: 'https://api.invalid' })
const create = (baseUrl: string) => createChatgpt({ apiKey: 'key', baseUrl })

const text = 'HubSpot suits small teams. ([a.com](https://a.com/crm?utm_source=openai))'
const message = {
  type: 'message',
  content: [
    {
      type: 'output_text',
      text,
      annotations: [
        {
          type: 'url_citation',
          start_index: 27,
          end_index: 73,
          url: 'https://a.com/crm?utm_source=openai',
          title: 'CRM',
        },
      ],
    },
  ],
}
const search = {
  type: 'web_search_call',
  action: {
    type: 'search',
    queries: ['best crm', '', 'best crm'],
    sources: [
      { type: 'url', url: 'https://b.com/' },
      { type: 'api', name: 'x' },
    ],
  },
}
const response = (overrides: object = {}) => ({
  object: 'response',
  status: 'completed',
  model: 'gpt-5.2-2025-12-11',
  output: [{ type: 'reasoning' }, search, message],
  usage: { input_tokens: 1000, output_tokens: 100, output_tokens_details: { reasoning_tokens: 10 } },
  ...overrides,
})
const reply = (body: unknown, status = 200): Reply => ({ status, headers: {}, body: JSON.stringify(body) })
const stream = (...events: object[]): Reply => ({
  status: 200,
  headers: { 'content-type': 'text/event-stream' },
  body: events.map((event) => `event: x\ndata: ${JSON.stringify(event)}\n\n`).join(''),
})

suite('ChatGPT', () => {
  test('is asked with web search, the country of the prompt, and its sources', async () => {
    const question = { text: 'bestes CRM?', locale: { country: 'DE', language: 'de' } }
    const { received } = await replay([jsonReply(response())], create, question)
    const [{ method, url, headers, body }] = received as [(typeof received)[number]]
    assert.deepEqual([method, url.pathname, headers['authorization']], ['POST', '/v1/responses', 'Bearer key'])
    assert.deepEqual(at(body, 'tools', 0, 'user_location'), { type: 'approximate', country: 'DE' })
    assert.deepEqual(
      [at(body, 'input'), at(body, 'include'), at(body, 'store')],
      ['bestes CRM?', ['web_search_call.action.sources'], false],
    )
  })

  test('without a country asks from no place, not from the United States', () => {
    const request = chatgpt.request({ text: 'q', locale: { country: null, language: 'de' } }, [])
    assert.deepEqual(at(request?.body, 'tools', 0, 'user_location'), { type: 'approximate' })
    assert.equal(chatgpt.request({ text: 'q', locale: { country: null, language: null } }, [reply({})]), null)
  })

  test('becomes text, citation, listed page, searches, usage and cost', async () => {
    const { reading } = await replay([jsonReply(response())], create)
    assert.equal(reading.text, 'HubSpot suits small teams.')
    assert.deepEqual(
      reading.citations.map((one) => [one.url, one.title, slicesOf(reading.text, one)]),
      [['https://a.com/crm', 'CRM', [reading.text]]],
    )
    assert.deepEqual(
      reading.listed.map(({ url }) => url),
      ['https://b.com/'],
    )
    assert.deepEqual([reading.searches, reading.searched, reading.outcome], [['best crm'], true, 'ok'])
    assert.deepEqual(reading.cost, { usd: 0.01315, basis: 'computed' })
  })

  test('reads the same answer from a stream, with or without the items in its last event', () => {
    const whole = chatgpt.read([reply(response())])
    const items = response().output.map((item) => ({ type: 'response.output_item.done', item }))
    assert.deepEqual(chatgpt.read([stream({ type: 'response.completed', response: response() })]), whole)
    assert.deepEqual(
      chatgpt.read([stream(...items, { type: 'response.completed', response: response({ output: [] }) })]),
      whole,
    )
  })

  test('reads the same answer from a line of batch output', () => {
    const line = reply({ custom_id: '1', response: { status_code: 200, body: response() }, error: null })
    assert.deepEqual(chatgpt.read([line]), chatgpt.read([reply(response())]))
  })

  test('commentary between searches is no part of the answer; several parts are joined by a blank line', () => {
    const commentary = {
      type: 'message',
      phase: 'commentary',
      content: [{ type: 'output_text', text: 'Let me look.' }],
    }
    const second = { type: 'message', phase: 'final_answer', content: [{ type: 'output_text', text: 'Zoho too.' }] }
    const { text } = chatgpt.read([reply(response({ output: [commentary, message, second] }))])
    assert.equal(text, 'HubSpot suits small teams.\n\nZoho too.')
  })

  test('counts items, parts and annotations of unknown kinds and reads on', () => {
    const strange = {
      type: 'message',
      content: [
        { type: 'hologram', text: 'x' },
        { type: 'output_text', text: 'Yes.', annotations: [{ type: 'new' }] },
      ],
    }
    const { text, unknownItems } = chatgpt.read([reply(response({ output: [{ type: 'telepathy' }, null, strange] }))])
    assert.deepEqual([text, unknownItems], ['Yes.', 4])
  })

  test('a cut answer counts, a refusal and a filtered one do not, and no text at all is empty after one fresh try', async () => {
    const cut = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }
    assert.deepEqual(
      [chatgpt.read([reply(response(cut))]).finish, chatgpt.failure(reply(response(cut)))],
      ['length', null],
    )
    const refusal = response({ output: [{ type: 'message', content: [{ type: 'refusal', refusal: 'No.' }] }] })
    const filtered = response({ status: 'incomplete', incomplete_details: { reason: 'content_filter' }, output: [] })
    for (const body of [refusal, filtered])
      assert.deepEqual([chatgpt.read([reply(body)]).outcome, chatgpt.failure(reply(body))], ['refused', null])
    const { reading, tries } = await replay([jsonReply(response({ output: [] }))], create)
    assert.deepEqual([reading.outcome, tries], ['empty', 2])
  })

  test('knows a failure inside HTTP 200, and a stream that broke off', () => {
    const failed = (error: object) => chatgpt.failure(reply(response({ status: 'failed', output: [], error })))
    assert.equal(failed({ code: 'server_error', message: 'x' })?.kind, 'wait')
    assert.equal(failed({ code: 'insufficient_quota', message: 'x' })?.kind, 'stop')
    assert.equal(
      chatgpt.failure(stream({ type: 'error', code: 'insufficient_quota', message: 'x' }))?.code,
      'out_of_credit',
    )
    const begun = stream({ type: 'response.created', response: response({ status: 'in_progress', output: [] }) })
    assert.equal(chatgpt.failure(begun)?.kind, 'garbled')
    assert.equal(chatgpt.read([begun]).outcome, 'failed')
  })

  test('tells spent credit from a rate limit', () => {
    const kind = (code: string) => chatgpt.failure(reply({ error: { code, message: 'x' } }, 429))?.kind
    assert.deepEqual(
      [kind('insufficient_quota'), kind('rate_limit_exceeded'), kind('anything')],
      ['stop', 'wait', 'wait'],
    )
  })
})
