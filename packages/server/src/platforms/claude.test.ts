import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { createClaude } from './claude.ts'
import { at } from './json.ts'
import { outcomes } from './platform.ts'
import type { Reply } from './platform.ts'
import { jsonReply, readRecording, recordingsHome, replay } from './recordings/recordings.test-support.ts'

const claude = createClaude({ apiKey: 'key', baseUrl: 'https://claude.invalid' })
const question = { text: 'bestes CRM für kleine Firmen', locale: { country: 'DE', language: 'de' } }

const replyOf = (body: unknown, status = 200, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

const text = (words: string, ...urls: string[]) => ({
  type: 'text',
  text: words,
  ...(urls.length > 0 && {
    citations: urls.map((url) => ({ type: 'web_search_result_location', url, title: `About ${url}` })),
  }),
})

const search = (query: string, content: unknown) => [
  { type: 'server_tool_use', id: query, name: 'web_search', input: { query } },
  { type: 'web_search_tool_result', tool_use_id: query, content },
]

const page = (url: string) => ({ type: 'web_search_result', url, title: `About ${url}`, encrypted_content: 'sealed' })

const message = (content: unknown[], stopReason = 'end_turn', usage: object = {}) => ({
  type: 'message',
  model: 'claude-haiku-4-5-20251001',
  content,
  stop_reason: stopReason,
  usage: { input_tokens: 1000, output_tokens: 100, ...usage },
})

const stream = (...events: [string, object][]): Reply => ({
  status: 200,
  headers: { 'content-type': 'text/event-stream; charset=utf-8' },
  body: events.map(([type, event]) => `event: ${type}\ndata: ${JSON.stringify({ type, ...event })}\n\n`).join(''),
})

suite('What Claude is asked', () => {
  test('the question alone, in its own words, with the country where there is one', () => {
    assert.deepEqual(claude.request(question, []), {
      method: 'POST',
      url: 'https://claude.invalid/v1/messages',
      headers: { 'x-api-key': 'key', 'anthropic-version': '2023-06-01' },
      body: {
        model: 'claude-haiku-4-5',
        max_tokens: 4096,
        messages: [{ role: 'user', content: [{ type: 'text', text: 'bestes CRM für kleine Firmen' }] }],
        tools: [
          {
            type: 'web_search_20250305',
            name: 'web_search',
            max_uses: 3,
            user_location: { type: 'approximate', country: 'DE' },
          },
        ],
      },
    })
    const placeless = claude.request({ ...question, locale: { country: null, language: 'de' } }, [])
    assert.equal(at(placeless?.body, 'tools', 0, 'user_location'), undefined)
  })

  test('a paused turn goes on with all that was said, unchanged; a finished one asks nothing more', () => {
    const first = [
      { type: 'thinking', thinking: 'hm', signature: 'sealed' },
      ...search('a', [page('https://a.example/')]),
    ]
    const second = search('b', [page('https://b.example/')])
    const paused = [replyOf(message(first, 'pause_turn')), replyOf(message(second, 'pause_turn'))]
    const request = claude.request(question, paused)
    assert.deepEqual(at(request?.body, 'messages'), [
      { role: 'user', content: [{ type: 'text', text: question.text }] },
      { role: 'assistant', content: [...first, ...second] },
    ])
    assert.equal(claude.request(question, [...paused, replyOf(message([text('done')]))]), null)
  })

  const home = recordingsHome(process.env)
  test('the recorded continuation is what we send', { skip: home === null && 'recordings not found' }, async () => {
    const [first, second] = ['messages-pause-turn-1', 'messages-pause-turn-2'].map((name) =>
      readRecording(home ?? '', 'anthropic', name),
    )
    const { received } = await replay([first!.response, second!.response], (baseUrl) =>
      createClaude({ apiKey: 'key', baseUrl }),
    )
    assert.deepEqual(at(received[1]?.body, 'messages', 1), at(second?.request?.body, 'messages', 1))
  })
})

suite('What Claude answers', () => {
  test('narration before a search is dropped, unless it already cites', () => {
    const reading = claude.read([
      replyOf(
        message([
          text("I'll search for Acme."),
          ...search('a', [page('https://a.example/'), page('https://b.example/')]),
          text('Acme leads', 'https://a.example/'),
          text('. '),
          ...search('b', []),
          text('Now let me check Globex.'),
          ...search('c', [page('https://c.example/')]),
          text('Best are '),
          text('Initech and Hooli', 'https://c.example/', 'https://a.example/'),
          text('.\n'),
        ]),
      ),
    ])
    assert.equal(reading.text, 'Acme leads. \n\nBest are Initech and Hooli.')
    assert.deepEqual(
      reading.citations.map(({ url, spans, count }) => [
        url,
        spans.map(({ start, end }) => reading.text.slice(start, end)),
        count,
      ]),
      [
        ['https://a.example/', ['Acme leads', 'Initech and Hooli'], 2],
        ['https://c.example/', ['Initech and Hooli'], 1],
      ],
    )
    assert.deepEqual(
      reading.listed.map(({ url }) => url),
      ['https://b.example/'],
    )
    assert.deepEqual(reading.searches, ['a', 'b', 'c'])
    assert.equal(reading.searched, true)
    assert.equal(reading.outcome, 'ok')
  })

  test('a stream becomes the same answer as the plain form', () => {
    const reply = stream(
      [
        'message_start',
        { message: { ...message([], ''), stop_reason: null, usage: { input_tokens: 9, output_tokens: 1 } } },
      ],
      ['content_block_start', { index: 0, content_block: { type: 'server_tool_use', name: 'web_search', input: {} } }],
      ['content_block_delta', { index: 0, delta: { type: 'input_json_delta', partial_json: '{"query": "c' } }],
      ['content_block_delta', { index: 0, delta: { type: 'input_json_delta', partial_json: 'rm"}' } }],
      ['content_block_stop', { index: 0 }],
      ['content_block_start', { index: 1, content_block: search('crm', [page('https://a.example/')])[1]! }],
      ['content_block_start', { index: 2, content_block: { type: 'text', text: '', citations: [] } }],
      [
        'content_block_delta',
        {
          index: 2,
          delta: {
            type: 'citations_delta',
            citation: { type: 'web_search_result_location', url: 'https://a.example/' },
          },
        },
      ],
      ['content_block_delta', { index: 2, delta: { type: 'text_delta', text: 'Ac' } }],
      ['ping', {}],
      ['content_block_delta', { index: 2, delta: { type: 'text_delta', text: 'me' } }],
      [
        'message_delta',
        {
          delta: { stop_reason: 'end_turn' },
          usage: { input_tokens: 90, output_tokens: 10, server_tool_use: { web_search_requests: 1 } },
        },
      ],
      ['message_stop', {}],
    )
    assert.equal(claude.failure(reply), null)
    const reading = claude.read([reply])
    assert.equal(reading.text, 'Acme')
    assert.deepEqual(reading.searches, ['crm'])
    assert.deepEqual(reading.citations[0]?.spans, [{ start: 0, end: 4 }])
    assert.deepEqual(reading.usage, { inputTokens: 90, outputTokens: 10, reasoningTokens: null, searches: 1 })
    assert.deepEqual(reading.cost, { usd: 0.010_14, basis: 'computed' })
  })

  test('the rounds of a paused turn are one answer, and all of them are paid', () => {
    const reading = claude.read([
      replyOf(message([text('One moment.'), ...search('a', [page('https://a.example/')])], 'pause_turn')),
      replyOf(message([text('Acme', 'https://a.example/')])),
    ])
    assert.equal(reading.text, 'Acme')
    assert.equal(reading.usage.inputTokens, 2000)
    assert.deepEqual(reading.searches, ['a'])
  })

  test('cached input counts as input: reading it is cheap, writing it costs a quarter more', () => {
    const usage = {
      cache_read_input_tokens: 1000,
      cache_creation_input_tokens: 1000,
      cache_creation: { ephemeral_5m_input_tokens: 1000, ephemeral_1h_input_tokens: 0 },
    }
    const reading = claude.read([replyOf(message([text('Acme')], 'end_turn', usage))])
    assert.equal(reading.usage.inputTokens, 3000)
    // 1,000 × 1 $ + 1,000 × 0.1 $ + 1,000 × 1.25 $ + 100 × 5 $, a million each
    assert.deepEqual(reading.cost, { usd: 0.002_85, basis: 'computed' })
  })

  test('blocks and citations of an unknown kind are skipped and counted', () => {
    const odd = { ...text('Acme'), citations: [{ type: 'page_location', document_index: 0 }] }
    const reading = claude.read([replyOf(message([{ type: 'hologram' }, odd]))])
    assert.equal(reading.text, 'Acme')
    assert.equal(reading.unknownItems, 2)
    assert.deepEqual(reading.citations, [])
  })

  test('a line of batch results is read, succeeded or not', () => {
    const line = { custom_id: '7', result: { type: 'succeeded', message: message([text('Acme')]) } }
    assert.equal(claude.read([replyOf(line)]).text, 'Acme')
    const errored = { type: 'error', error: { type: 'invalid_request_error', message: 'no' } }
    const reply = replyOf({ custom_id: '8', result: { type: 'errored', error: errored } })
    assert.equal(claude.failure(reply)?.code, 'bad_request')
  })
})

suite('How Claude fails', () => {
  const failureOf = (reply: Reply) => {
    const failure = claude.failure(reply)
    return failure && [failure.kind, failure.code, failure.retryAfterMs]
  }
  const errorOf = (type: string, message = 'words') => ({ type: 'error', error: { type, message } })

  test('errors by status, the hint to retry obeyed', () => {
    assert.deepEqual(failureOf(replyOf(errorOf('authentication_error'), 401)), ['stop', 'invalid_key', null])
    assert.deepEqual(failureOf(replyOf(errorOf('invalid_request_error'), 400)), ['never', 'bad_request', null])
    assert.deepEqual(failureOf(replyOf(errorOf('not_found_error'), 404)), ['never', 'not_found', null])
    assert.deepEqual(failureOf(replyOf(errorOf('request_too_large'), 413)), ['never', 'too_large', null])
    const busy = replyOf(errorOf('rate_limit_error'), 429, { 'retry-after': '22' })
    assert.deepEqual(failureOf(busy), ['wait', 'rate_limited', 22_000])
    assert.deepEqual(failureOf(replyOf(errorOf('api_error'), 500)), ['wait', 'server_error', null])
    assert.deepEqual(failureOf(replyOf(errorOf('overloaded_error'), 529)), ['wait', 'overloaded', null])
    const hopeless = replyOf(errorOf('api_error'), 500, { 'x-should-retry': 'false' })
    assert.deepEqual(failureOf(hopeless), ['never', 'server_error', null])
  })

  test('an empty account stops the platform although it looks like a bad request', () => {
    const error = errorOf('invalid_request_error', 'Your credit balance is too low to access the Anthropic API.')
    assert.deepEqual(failureOf(replyOf(error, 400)), ['stop', 'out_of_credit', null])
  })

  test('a stream can fail after HTTP 200, and one that breaks off is no answer', () => {
    const start = ['message_start', { message: { ...message([]), stop_reason: null } }] as [string, object]
    const words = ['content_block_start', { index: 0, content_block: text('Acme') }] as [string, object]
    const error = ['error', { error: { type: 'overloaded_error', message: 'Overloaded' } }] as [string, object]
    assert.deepEqual(failureOf(stream(start, words, error)), ['wait', 'overloaded', null])
    assert.deepEqual(failureOf(stream(start, words)), ['garbled', 'unreadable', null])
  })

  test('a refusal is an outcome; words without any are tried once more', () => {
    const refusal = replyOf(message([], 'refusal'))
    assert.equal(claude.failure(refusal), null)
    assert.equal(claude.read([refusal]).outcome, 'refused')
    const empty = replyOf(message([text('')]))
    assert.deepEqual(failureOf(empty), ['once', 'empty_reply', null])
    assert.equal(claude.read([empty]).outcome, 'empty')
  })

  test('an answer from memory because the search was down is no measurement; used-up searches are', () => {
    const failed = (code: string) => search('a', { type: 'web_search_tool_result_error', error_code: code })
    const down = replyOf(message([...failed('unavailable'), text('From memory: Acme.')]))
    assert.deepEqual(failureOf(down), ['once', 'search_failed', null])
    assert.equal(claude.read([down]).searched, false)
    const found = search('b', [page('https://b.example/')])
    assert.equal(claude.failure(replyOf(message([...found, ...failed('unavailable'), text('Acme.')]))), null)
    assert.equal(claude.failure(replyOf(message([...failed('max_uses_exceeded'), text('Acme.')]))), null)
  })

  test('five pauses in a row end with what there is', async () => {
    const paused = message([text('So far Acme', 'https://a.example/'), ...search('a', [])], 'pause_turn')
    const { reading, tries } = await replay([jsonReply(paused)], (baseUrl) => createClaude({ apiKey: 'key', baseUrl }))
    assert.deepEqual([reading.outcome, reading.finish, tries], ['ok', 'length', 6])
  })

  test('no body, however strange, breaks the reader', () => {
    const strange = fc.oneof(
      fc.json(),
      fc.string(),
      fc.json().map((body) => `event: content_block_delta\ndata: ${body}\n\n`),
      fc.jsonValue().map((value) => JSON.stringify(message([value, { type: 'text', text: value, citations: value }]))),
      fc.jsonValue().map((value) => JSON.stringify({ content: value, usage: value, stop_reason: value, error: value })),
    )
    fc.assert(
      fc.property(strange, fc.constantFrom(200, 302, 400, 429, 500), (body, status) => {
        const reply = { status, headers: {}, body }
        claude.failure(reply)
        claude.request(question, [reply])
        assert.ok(outcomes.includes(claude.read([reply]).outcome))
      }),
      { numRuns: 300 },
    )
    assert.equal(claude.read([]).outcome, 'failed')
  })
})
