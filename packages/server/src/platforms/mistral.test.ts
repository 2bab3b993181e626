import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { createMistral } from './mistral.ts'
import { outcomes } from './platform.ts'
import type { Reply } from './platform.ts'

const mistral = createMistral({ apiKey: 'key', baseUrl: 'https://mistral.invalid' })
const question = { text: 'meilleur CRM ?', locale: { country: 'FR', language: 'fr' } }

const replyOf = (body: unknown, status = 200, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

const execution = { type: 'tool.execution', name: 'web_search' }
const message = (content: unknown) => ({ type: 'message.output', content, model: 'mistral-medium-latest' })
const text = (words: string) => ({ type: 'text', text: words })
const reference = (url?: string) => ({ type: 'tool_reference', tool: 'web_search', title: 'A page', url })

const conversation = (...outputs: unknown[]) => ({
  object: 'conversation.response',
  outputs,
  usage: { prompt_tokens: 100, completion_tokens: 50, connector_tokens: 7000, connectors: { web_search: 2 } },
})

const chat = (content: unknown, finishReason = 'stop') => ({
  model: 'mistral-small-latest',
  choices: [{ finish_reason: finishReason, message: { role: 'assistant', content } }],
  usage: { prompt_tokens: 3, completion_tokens: 4 },
})

suite('What Mistral is asked', () => {
  test('the question alone, with web search, kept by nobody', () => {
    assert.deepEqual(mistral.request(question, []), {
      method: 'POST',
      url: 'https://mistral.invalid/v1/conversations',
      headers: { authorization: 'Bearer key' },
      body: {
        model: 'mistral-medium-latest',
        inputs: 'meilleur CRM ?',
        tools: [{ type: 'web_search' }],
        stream: false,
        store: false,
      },
    })
    assert.equal(mistral.request(question, [replyOf(conversation(message('Acme')))]), null)
  })
})

suite('What Mistral answers', () => {
  test('a reference stands behind the words before it; one without an address behind none', () => {
    const reading = mistral.read([
      replyOf(
        conversation(
          execution,
          message([
            text('\nAcme leads'),
            reference('https://www.a.example/x?utm_source=mistral'),
            reference('https://b.example/'),
            text('. '),
            reference(),
            text('Globex follows'),
            reference('https://a.example/y'),
            { type: 'hologram' },
            text('.'),
          ]),
        ),
      ),
    ])
    assert.equal(reading.text, 'Acme leads. Globex follows.')
    assert.deepEqual(
      reading.citations.map(({ url, domain, spans }) => [
        url,
        domain,
        reading.text.slice(spans[0]?.start, spans[0]?.end),
      ]),
      [
        ['https://www.a.example/x', 'a.example', 'Acme leads'],
        ['https://b.example/', 'b.example', 'Acme leads'],
        ['https://a.example/y', 'a.example', 'Globex follows'],
      ],
    )
    assert.deepEqual(reading.usage, { inputTokens: 7100, outputTokens: 50, reasoningTokens: null, searches: 2 })
    assert.deepEqual([reading.outcome, reading.searched, reading.searches], ['ok', true, null])
    assert.deepEqual([reading.model, reading.unknownItems], ['mistral-medium-latest', 1])
  })

  test('a reference after a full stop belongs to the sentence, one at the very beginning to nothing', () => {
    const reading = mistral.read([
      replyOf(
        conversation(
          message([reference('https://a.example/'), text('Acme leads'), text('.'), reference('https://b.example/')]),
        ),
      ),
    ])
    assert.deepEqual(
      reading.citations.map(({ domain, spans }) => [domain, spans]),
      [
        ['b.example', [{ start: 0, end: 10 }]],
        ['a.example', []],
      ],
    )
  })

  test('content may be a string; what was said before the last search is narration', () => {
    const reading = mistral.read([
      replyOf(conversation(message('I will look for Hooli.'), execution, message('Acme.'), message('And Globex.'))),
    ])
    assert.equal(reading.text, 'Acme.\n\nAnd Globex.')
    assert.equal(mistral.read([replyOf(conversation(message('Acme.'), execution))]).text, 'Acme.')
  })

  test('the chat shape and both forms of a batch are read', () => {
    const plain = mistral.read([replyOf(chat('Acme'))])
    assert.deepEqual([plain.text, plain.searched, plain.searches, plain.usage.searches], ['Acme', false, null, 0])
    const line = { custom_id: '0', response: { status_code: 200, body: chat('Acme') } }
    assert.equal(mistral.read([replyOf({ object: 'batch', outputs: [line] })]).text, 'Acme')
    const file = { status: 200, headers: {}, body: `${JSON.stringify(line)}\n${JSON.stringify(line)}\n` }
    assert.equal(mistral.read([file]).text, 'Acme')
    assert.equal(mistral.read([replyOf(chat('Ac', 'length'))]).finish, 'length')
  })
})

suite('How Mistral fails', () => {
  const failureOf = (reply: Reply) => {
    const failure = mistral.failure(reply)
    return failure && [failure.kind, failure.code, failure.retryAfterMs, failure.detail]
  }

  test('errors by status, with the words of any shape', () => {
    assert.deepEqual(failureOf(replyOf({ detail: 'Invalid API Key' }, 401)), [
      'stop',
      'invalid_key',
      null,
      'Invalid API Key',
    ])
    const invalid = replyOf({ detail: [{ loc: ['body', 'inputs'], msg: 'Field required' }] }, 422)
    assert.deepEqual(failureOf(invalid)?.slice(0, 2), ['never', 'bad_request'])
    const busy = replyOf({ object: 'error', message: 'Rate limit exceeded' }, 429, { 'retry-after': '3' })
    assert.deepEqual(failureOf(busy), ['wait', 'rate_limited', 3000, 'Rate limit exceeded'])
    assert.deepEqual(failureOf(replyOf({}, 503))?.slice(0, 2), ['wait', 'overloaded'])
  })

  test('no words: one fresh try, then empty; no answer: unreadable', () => {
    const empty = replyOf(conversation(execution, message('')))
    assert.deepEqual(failureOf(empty)?.slice(0, 2), ['once', 'empty_reply'])
    assert.equal(mistral.read([empty]).outcome, 'empty')
    assert.deepEqual(failureOf(replyOf({ object: 'batch', outputs: null }))?.slice(0, 2), ['garbled', 'unreadable'])
    assert.deepEqual(failureOf(replyOf(chat('', 'error')))?.slice(0, 2), ['wait', 'server_error'])
  })

  test('no body, however strange, breaks the reader', () => {
    const strange = fc.oneof(
      fc.json(),
      fc.string(),
      fc.jsonValue().map((value) => JSON.stringify(conversation(value, message(value), message([value])))),
      fc.jsonValue().map((value) => JSON.stringify({ ...chat(value), usage: value, outputs: value })),
    )
    fc.assert(
      fc.property(strange, fc.constantFrom(200, 302, 400, 429, 500), (body, status) => {
        const reply = { status, headers: {}, body }
        mistral.failure(reply)
        assert.ok(outcomes.includes(mistral.read([reply]).outcome))
      }),
      { numRuns: 300 },
    )
    assert.equal(mistral.read([]).outcome, 'failed')
  })
})
