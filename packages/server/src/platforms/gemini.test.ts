import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { createGemini } from './gemini.ts'
import { at } from './json.ts'
import { outcomes } from './platform.ts'
import type { Reading, Reply } from './platform.ts'

const gemini = createGemini({ apiKey: 'key', baseUrl: 'https://gemini.invalid' })
const question = { text: 'meilleur CRM ?', locale: { country: 'FR', language: 'fr' } }

const replyOf = (body: unknown, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=UTF-8' },
  body: JSON.stringify(body),
})

const streamOf = (...pieces: unknown[]): Reply => ({
  status: 200,
  headers: { 'content-type': 'text/event-stream' },
  body: pieces.map((piece) => `data: ${JSON.stringify(piece)}\r\n\r\n`).join(''),
})

const candidate = (parts: unknown[], more: object = { finishReason: 'STOP' }) => ({
  candidates: [{ content: { parts, role: 'model' }, ...more }],
  usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 20, thoughtsTokenCount: 30 },
  modelVersion: 'gemini-3.5-flash',
})

const chunk = (name: string) => ({
  web: { uri: `https://vertexaisearch.cloud.google.com/grounding-api-redirect/${name}`, title: `${name}.example.com` },
})

/** A support as Google writes it: the place of the words in bytes, a start of 0 left out. */
const support = (text: string, words: string, chunks: number[]) => {
  const startIndex = Buffer.byteLength(text.slice(0, text.indexOf(words)))
  const endIndex = startIndex + Buffer.byteLength(words)
  const segment = { ...(startIndex > 0 && { startIndex }), endIndex, text: words }
  return { segment, groundingChunkIndices: chunks }
}

const slicesOf = ({ text, citations }: Reading) =>
  citations.map(({ domain, spans }) => [domain, ...spans.map(({ start, end }) => text.slice(start, end))])

suite('What Gemini is asked', () => {
  test('the question alone with search, the language as the only hint, no limit on the output', () => {
    assert.deepEqual(gemini.request(question, []), {
      method: 'POST',
      url: 'https://gemini.invalid/v1beta/models/gemini-3.5-flash:generateContent',
      headers: { 'x-goog-api-key': 'key' },
      body: {
        contents: [{ role: 'user', parts: [{ text: 'meilleur CRM ?' }] }],
        tools: [{ google_search: {} }],
        toolConfig: { retrievalConfig: { languageCode: 'fr' } },
      },
    })
    const plain = gemini.request({ ...question, locale: { country: 'FR', language: null } }, [])
    assert.equal(at(plain?.body, 'toolConfig'), undefined)
    assert.equal(gemini.request(question, [replyOf(candidate([{ text: 'Acme' }]))]), null)
  })
})

suite('What Gemini answers', () => {
  test('byte offsets find their words beside letters of two, three and four bytes', () => {
    const text = 'Größe zählt 🚀. 日本では Acme が人気。 Überall Globex.'
    const grounding = {
      groundingChunks: [chunk('a'), chunk('b'), chunk('c')],
      groundingSupports: [
        support(text, 'Größe zählt 🚀.', [0]),
        support(text, '日本では Acme が人気。', [1, 0]),
        support(text, 'Überall Globex.', [1]),
      ],
      webSearchQueries: ['', 'crm', 'crm'],
    }
    const reading = gemini.read([
      replyOf(candidate([{ text }], { finishReason: 'STOP', groundingMetadata: grounding })),
    ])
    assert.equal(reading.text, text)
    assert.deepEqual(slicesOf(reading), [
      ['a.example.com', 'Größe zählt 🚀.', '日本では Acme が人気。'],
      ['b.example.com', '日本では Acme が人気。', 'Überall Globex.'],
    ])
    assert.ok(reading.citations.every(({ isResolved, title }) => !isResolved && title === null))
    assert.deepEqual(
      reading.listed.map(({ domain }) => domain),
      ['c.example.com'],
    )
    assert.deepEqual(reading.searches, ['crm'])
    assert.deepEqual(reading.usage, { inputTokens: 10, outputTokens: 20, reasoningTokens: 30, searches: 1 })
    assert.deepEqual([reading.outcome, reading.searched, reading.model], ['ok', true, 'gemini-3.5-flash'])
  })

  test('wrong offsets are mended by the quoted words, the nearest ones, or given up', () => {
    const text = 'Acme is fine. Globex is fine. Acme is fine.'
    const segments = [
      { startIndex: 32, endIndex: 45, text: 'Acme is fine.' },
      { startIndex: 3, endIndex: 9, text: 'Initech' },
      { startIndex: 900, endIndex: 990, text: 'Globex' },
    ]
    const groundingSupports = segments.map((segment, index) => ({ segment, groundingChunkIndices: [index, 7] }))
    const groundingMetadata = { groundingChunks: [chunk('a'), chunk('b'), chunk('c')], groundingSupports }
    const reading = gemini.read([replyOf(candidate([{ text }], { finishReason: 'STOP', groundingMetadata }))])
    assert.deepEqual(
      reading.citations.map(({ domain, spans }) => [domain, spans]),
      [
        ['c.example.com', [{ start: 14, end: 20 }]],
        ['a.example.com', [{ start: 30, end: 43 }]],
        ['b.example.com', []],
      ],
    )
  })

  test('thoughts are no part of the answer, and a named part is where its offsets begin', () => {
    const parts = [{ text: 'Let me think of Hooli.', thought: true }, { text: '\nÄ. ' }, { text: 'Best: Acme.\n' }]
    const segment = { partIndex: 2, startIndex: 6, endIndex: 10, text: 'Acme' }
    const groundingMetadata = {
      groundingChunks: [chunk('a')],
      groundingSupports: [{ segment, groundingChunkIndices: [0] }],
    }
    const reading = gemini.read([replyOf(candidate(parts, { finishReason: 'STOP', groundingMetadata }))])
    assert.equal(reading.text, 'Ä. Best: Acme.')
    assert.deepEqual(slicesOf(reading), [['a.example.com', 'Acme']])
  })

  test('a stream, as events or as a list, becomes one answer; the grounding comes with the last piece', () => {
    const text = 'Ö: Acme'
    const late = {
      finishReason: 'STOP',
      groundingMetadata: { groundingChunks: [chunk('a')], groundingSupports: [support(text, 'Acme', [0])] },
    }
    const pieces = [candidate([{ text: 'Ö: ' }], { groundingMetadata: {} }), candidate([{ text: 'Acme' }], late)]
    for (const reply of [streamOf(...pieces), replyOf(pieces)]) {
      assert.equal(gemini.failure(reply), null)
      const reading = gemini.read([reply])
      assert.equal(reading.text, text)
      assert.deepEqual(slicesOf(reading), [['a.example.com', 'Acme']])
    }
    assert.equal(gemini.failure(streamOf(pieces[0]))?.kind, 'garbled')
  })

  test('an interaction is read although its answer stands before its search', () => {
    const text = 'Ä: Acme leads.'
    const { uri, title } = chunk('a').web
    const annotations = [{ type: 'url_citation', url: uri, title, start_index: 4, end_index: 15 }]
    const reading = gemini.read([
      replyOf({
        status: 'completed',
        model: 'gemini-3.5-flash',
        usage: { total_input_tokens: 1, total_output_tokens: 2, total_thought_tokens: 3 },
        steps: [
          { type: 'thought' },
          { type: 'model_output', content: [{ type: 'text', text, annotations }] },
          { type: 'google_search_call', arguments: { queries: ['best crm'] } },
          { type: 'hologram' },
        ],
      }),
    ])
    assert.deepEqual(slicesOf(reading), [['a.example.com', 'Acme leads.']])
    assert.deepEqual(reading.searches, ['best crm'])
    assert.deepEqual(reading.usage, { inputTokens: 1, outputTokens: 2, reasoningTokens: 3, searches: 1 })
    assert.equal(reading.unknownItems, 1)
  })

  test('without grounding it did not search, and says so', () => {
    const reading = gemini.read([replyOf(candidate([{ text: 'Acme' }, { hologram: {} }]))])
    assert.deepEqual([reading.searched, reading.searches, reading.unknownItems], [false, [], 1])
  })

  test('blocked prompts and blocked answers are refusals, cut ones are answers', () => {
    const endOf = (body: unknown) => {
      assert.equal(gemini.failure(replyOf(body)), null)
      const { outcome, finish } = gemini.read([replyOf(body)])
      return [outcome, finish]
    }
    assert.deepEqual(endOf({ promptFeedback: { blockReason: 'OTHER' } }), ['refused', 'content_filter'])
    assert.deepEqual(endOf(candidate([], { finishReason: 'SAFETY' })), ['refused', 'content_filter'])
    assert.deepEqual(endOf(candidate([{ text: 'Ac' }], { finishReason: 'MAX_TOKENS' })), ['ok', 'length'])
    assert.deepEqual(endOf(candidate([{ text: 'Ac' }], { finishReason: 'NEW_REASON' })), ['ok', 'complete'])
  })
})

suite('How Gemini fails', () => {
  const failureOf = (reply: Reply) => {
    const failure = gemini.failure(reply)
    return failure && [failure.kind, failure.code, failure.retryAfterMs]
  }
  const errorOf = (code: number, status: string, ...details: object[]) =>
    replyOf({ error: { code, status, message: 'words', details } }, code)
  const retryIn = (retryDelay: string) => ({ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay })
  const quota = (quotaId: string) => ({
    '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
    violations: [{ quotaId }],
  })

  test('an invalid key is a 400 that stops the platform, any other 400 is not asked again', () => {
    const reason = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }
    assert.deepEqual(failureOf(errorOf(400, 'INVALID_ARGUMENT', reason)), ['stop', 'invalid_key', null])
    assert.deepEqual(failureOf(errorOf(400, 'FAILED_PRECONDITION')), ['stop', 'forbidden', null])
    assert.deepEqual(failureOf(errorOf(400, 'INVALID_ARGUMENT')), ['never', 'bad_request', null])
    assert.deepEqual(failureOf(errorOf(403, 'PERMISSION_DENIED')), ['stop', 'forbidden', null])
  })

  test('the pause stands in the body; a used-up day stops the platform', () => {
    const minute = quota('GenerateRequestsPerMinutePerProjectPerModel-FreeTier')
    const day = quota('GenerateRequestsPerDayPerProjectPerModel-FreeTier')
    const busy = errorOf(429, 'RESOURCE_EXHAUSTED', minute, retryIn('34.4s'))
    assert.deepEqual(failureOf(busy), ['wait', 'rate_limited', 34_400])
    assert.deepEqual(failureOf(errorOf(429, 'RESOURCE_EXHAUSTED')), ['wait', 'rate_limited', null])
    const usedUp = errorOf(429, 'RESOURCE_EXHAUSTED', day, retryIn('10s'))
    assert.deepEqual(failureOf(usedUp), ['stop', 'out_of_credit', null])
  })

  test('an error inside a stream that began well counts by its code', () => {
    const failed = streamOf(candidate([{ text: 'Ac' }], {}), { error: { code: 503, status: 'UNAVAILABLE' } })
    assert.deepEqual(failureOf(failed), ['wait', 'overloaded', null])
    assert.deepEqual(failureOf(replyOf({ status: 'failed', steps: [] })), ['wait', 'server_error', null])
  })

  test('all tokens spent on thoughts: one fresh try, then empty', () => {
    const reply = replyOf(candidate([{ text: 'hm', thought: true }], { finishReason: 'MAX_TOKENS' }))
    assert.deepEqual(failureOf(reply), ['once', 'empty_reply', null])
    assert.deepEqual([gemini.read([reply]).outcome, gemini.read([reply]).finish], ['empty', 'empty'])
  })

  test('no body, however strange, breaks the reader', () => {
    const strange = fc.oneof(
      fc.json(),
      fc.string(),
      fc.json().map((body) => `data: ${body}\n\ndata: ${body}\n\n`),
      fc.jsonValue().map((value) => JSON.stringify(candidate([value, { text: value }], { groundingMetadata: value }))),
      fc.jsonValue().map((value) => {
        const groundingMetadata = {
          groundingChunks: [value, chunk('a')],
          groundingSupports: [{ segment: { startIndex: value, endIndex: value }, groundingChunkIndices: value }],
          webSearchQueries: value,
        }
        return JSON.stringify(candidate([{ text: 'Ä' }], { finishReason: value, groundingMetadata }))
      }),
      fc.jsonValue().map((value) => JSON.stringify({ steps: [value], status: value, error: value, usage: value })),
    )
    fc.assert(
      fc.property(strange, fc.constantFrom(200, 302, 400, 429, 500), (body, status) => {
        const reply = { status, headers: {}, body }
        gemini.failure(reply)
        assert.ok(outcomes.includes(gemini.read([reply]).outcome))
      }),
      { numRuns: 300 },
    )
    assert.equal(gemini.read([]).outcome, 'failed')
  })
})
