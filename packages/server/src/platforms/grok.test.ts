import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createDeepseek } from './deepseek.ts'
import { slicesOf } from './recordings/expected.test-support.ts'
import { createGrok } from './grok.ts'
import { at } from './json.ts'
import type { Reply } from './platform.ts'

const connection = { apiKey: 'key', baseUrl: 'https://api.invalid' }
const grok = createGrok(connection)
const deepseek = createDeepseek(connection)
const question = { text: 'bestes CRM?', locale: { country: 'DE', language: 'de' } }

const reply = (body: unknown, status = 200): Reply => ({ status, headers: {}, body: JSON.stringify(body) })
const response = (text: string, annotations: object[], usage: object, calls: object[] = []) => ({
  object: 'response',
  status: 'completed',
  model: 'grok-4.3',
  output: [...calls, { type: 'message', content: [{ type: 'output_text', text, annotations }] }],
  usage,
})

suite('Grok', () => {
  test('is asked the question alone: it takes no place', () => {
    const { url, body } = grok.request(question, []) ?? {}
    assert.equal(url, 'https://api.invalid/v1/responses')
    assert.deepEqual(
      [at(body, 'input'), at(body, 'tools')],
      [[{ role: 'user', content: 'bestes CRM?' }], [{ type: 'web_search' }]],
    )
  })

  test('numbered markers are cut, their numbers are no titles, and the bill is taken from the reply', () => {
    const annotation = { type: 'url_citation', url: 'https://a.com/', start_index: 9, end_index: 31, title: '1' }
    const usage = { input_tokens: 1, output_tokens: 1, cost_in_usd_ticks: 161_508_500, num_sources_used: 0 }
    const { text, citations, cost } = grok.read([
      reply(response('Use Acme.[[1]](https://a.com/) Or not.', [annotation], usage)),
    ])
    assert.equal(text, 'Use Acme. Or not.')
    assert.deepEqual(
      citations.map((one) => [one.domain, one.title, slicesOf(text, one)]),
      [['a.com', null, ['Use Acme.']]],
    )
    assert.deepEqual(cost, { usd: 0.01615085, basis: 'reported' })
  })

  test('searches are read from arguments too, with rubbish in them as well', () => {
    const calls = [
      { type: 'web_search_call', arguments: '{"query":"best crm"}' },
      { type: 'x_search_call', arguments: 'rubbish' },
    ]
    const { searches, usage } = grok.read([reply(response('Text.', [], {}, calls))])
    assert.deepEqual([searches, usage.searches], [['best crm'], 2])
  })

  test('a wrong key is a 400, spent credit a 429; both stop the platform, any other 400 and 429 do not', () => {
    const kind = (status: number, error: unknown) => grok.failure(reply({ code: 'x', error }, status))?.kind
    assert.equal(kind(400, 'Incorrect API key provided.'), 'stop')
    assert.equal(kind(429, 'Your team has used all available credits.'), 'stop')
    assert.deepEqual([kind(400, 'Bad input'), kind(429, 'Too many'), kind(503, null)], ['never', 'wait', 'wait'])
  })
})

suite('DeepSeek', () => {
  test('is asked without a version in the path', () => {
    assert.equal(deepseek.request(question, [])?.url, 'https://api.invalid/responses')
  })

  test('cites the links of its text, and its searches are cleaned of call ids', () => {
    const calls = [
      { type: 'web_search_call', action: { type: 'search', queries: ['best crm', 'ws_call_id=call_1'] } },
      { type: 'web_search_call', action: { type: 'open_page', url: 'https://a.com/x#ws_call_id=call_2' } },
      { type: 'web_search_call', action: { type: 'open_page', url: 'https://c.com/#ws_call_id=call_3' } },
    ]
    const body = response('Good CRMs:\n- **Acme**: see https://a.com/x.\n- [Zeta](https://b.com/)', [], {}, calls)
    const { text, citations, listed, searches } = deepseek.read([reply(body)])
    assert.deepEqual(
      citations.map((one) => [one.url, slicesOf(text, one)]),
      [
        ['https://a.com/x', ['**Acme**: see']],
        ['https://b.com/', ['[Zeta](https://b.com/)']],
      ],
    )
    assert.deepEqual([listed.map(({ url }) => url), searches], [['https://c.com/'], ['best crm']])
  })

  test('an empty account stops the platform', () => {
    assert.equal(deepseek.failure(reply({ error: { message: 'Insufficient Balance' } }, 402))?.code, 'out_of_credit')
  })
})
