import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { slicesOf } from './recordings/expected.test-support.ts'
import { createGoogleAiMode } from './google-ai-mode.ts'
import { createGoogleAio } from './google-aio.ts'
import { type Question, type Reply, outcomes } from './platform.ts'

const connection = { dataforseo: { login: 'me', password: 'geheim:ü', baseUrl: 'https://dataforseo.invalid' } }
const aio = createGoogleAio(connection)
const aiMode = createGoogleAiMode(connection)
const ask = (text: string, country: string | null, language: string | null): Question => ({
  text,
  locale: { country, language },
})
const replyOf = (body: unknown, status = 200): Reply => ({ status, headers: {}, body: JSON.stringify(body) })
const envelope = (items: unknown, task: object = {}): Reply =>
  replyOf({
    status_code: 20_000,
    cost: 0.004,
    tasks: [{ status_code: 20_000, cost: 0.004, result: [{ location_code: 2276, items }], ...task }],
  })

const reference = (url: string, title: string) => ({ type: 'ai_overview_reference', url, title, domain: 'x' })
const overview = {
  type: 'ai_overview',
  items: [
    {
      type: 'ai_overview_element',
      title: 'In short',
      text: 'Acme leads. Bolt is cheap.',
      markdown:
        '![](https://img.example/1)\n**[Acme](https://www.google.com/search?q=Acme&hl=de)** leads.' +
        '[[1]](https://a.example/x#:~:text=7)%20Acme%20(the%20best)) Bolt is `cheap`.[[1]](https://b.example/)[](https://b.example/)',
      references: [reference('https://a.example/x#:~:text=other', 'A'), reference('https://c.example/', 'C')],
    },
    { type: 'ai_overview_element', text: 'Only words.', markdown: '![picture](<Base64>)', references: null },
    { type: 'ai_overview_video_element', title: 'Video', url: 'https://www.youtube.com/watch?v=1' },
    { type: 'ai_overview_table_element', table: { table_header: ['Tool'], table_content: [['Acme']] } },
    { type: 'ai_overview_hologram' },
  ],
  references: [reference('https://a.example/x', 'A'), reference('https://d.example/', 'D')],
}

suite('What Google is asked through DataForSEO', () => {
  test('one task in a list with Basic authentication; signs of its encoding are escaped', () => {
    assert.deepEqual(aio.request(ask('C++ 50% off', 'DE', 'de'), []), {
      method: 'POST',
      url: 'https://dataforseo.invalid/v3/serp/google/organic/live/advanced',
      headers: { authorization: `Basic ${Buffer.from('me:geheim:ü').toString('base64')}` },
      body: [{ keyword: 'C%2B%2B 50%25 off', location_code: 2276, language_code: 'de', load_async_ai_overview: true }],
    })
    assert.deepEqual(aiMode.request(ask('crm', 'HK', 'zh'), [])?.body, [
      { keyword: 'crm', location_code: 2344, language_code: 'zh-TW' },
    ])
    assert.equal(aio.request(ask('crm', null, null), [envelope([overview])]), null)
  })

  test('SerpApi comes first where both are at hand', () => {
    const both = { ...connection, serpapi: { apiKey: 'k', baseUrl: 'https://serpapi.invalid' } }
    assert.deepEqual([createGoogleAio(both).provider, createGoogleAiMode(both).provider], ['serpapi', 'serpapi'])
    assert.deepEqual([aio.provider, aiMode.provider], ['dataforseo', 'dataforseo'])
  })
})

suite('What an AI Overview of DataForSEO becomes', () => {
  test('words with lists and claims of the Markdown, or the plain ones; markers count by their address', () => {
    const reading = aio.read([envelope([{ type: 'organic' }, overview])])
    assert.equal(
      reading.text,
      '### In short\n\n**Acme** leads. Bolt is cheap.\n\nOnly words.\n\n| Tool |\n| --- |\n| Acme |',
    )
    assert.deepEqual(
      reading.citations.map((citation) => [citation.url, slicesOf(reading.text, citation)]),
      [
        ['https://c.example/', ['### In short\n\n**Acme** leads. Bolt is cheap.']],
        ['https://a.example/x', ['**Acme** leads.']],
        ['https://b.example/', ['Bolt is cheap.']],
      ],
    )
    assert.deepEqual(
      reading.listed.map(({ url }) => url),
      ['https://d.example/', 'https://www.youtube.com/watch?v=1'],
    )
    assert.equal(reading.unknownItems, 1)
    assert.deepEqual(reading.cost, { usd: 0.004, basis: 'reported' })
    assert.equal(reading.location, 'Germany')
    assert.equal(aiMode.read([envelope([overview])]).text, reading.text)
  })

  test('an overview without elements is read from its Markdown', () => {
    const item = { type: 'ai_overview', items: null, markdown: 'Acme leads.[[1]](https://a.example/)' }
    const reading = aio.read([envelope([item])])
    assert.equal(reading.text, 'Acme leads.')
    assert.deepEqual(slicesOf(reading.text, reading.citations[0]!), ['Acme leads.'])
  })

  test('no overview is none; one that was not loaded is worth a fresh try; AI Mode always has an answer', () => {
    const none = envelope([{ type: 'organic' }])
    assert.deepEqual([aio.failure(none), aio.read([none]).outcome], [null, 'not_triggered'])
    assert.deepEqual([aiMode.failure(none)?.kind, aiMode.read([none]).outcome], ['once', 'empty'])
    const notLoaded = envelope([{ type: 'ai_overview', items: null, markdown: null }])
    assert.deepEqual([aio.failure(notLoaded)?.kind, aio.read([notLoaded]).outcome], ['once', 'empty'])
    const noResults = envelope(null, { status_code: 40_102 })
    assert.deepEqual([aio.failure(noResults)?.code, aio.read([noResults]).outcome], ['no_results', 'not_triggered'])
  })
})

test('annotations without offsets stand behind their links in turn', () => {
  const url = 'https://a.example/?utm_source=openai'
  const section = {
    text: `Acme leads. ([a.example](${url}))\n\nBolt is cheap. ([a.example](${url}))`,
    annotations: [
      { title: 'A', url },
      { title: 'A', url },
      { title: 'B', url: 'https://b.example/' },
    ],
  }
  const reading = aio.read([envelope([{ type: 'message', sections: [section] }])])
  assert.equal(reading.text, 'Acme leads.\n\nBolt is cheap.')
  assert.deepEqual(
    reading.citations.map((citation) => [citation.url, slicesOf(reading.text, citation), citation.count]),
    [
      ['https://a.example/', ['Acme leads.', 'Bolt is cheap.'], 2],
      ['https://b.example/', [], 1],
    ],
  )
})

suite('Failures of DataForSEO', () => {
  test('the task tells, whatever the envelope says', () => {
    const judge = (code: number) => aio.failure(envelope(null, { status_code: code, status_message: 'Words.' }))?.kind
    const kinds = { 40_100: 'stop', 40_101: 'wait', 40_104: 'stop', 40_202: 'wait', 40_203: 'stop', 40_209: 'wait' }
    for (const [code, kind] of Object.entries(kinds)) assert.equal(judge(Number(code)), kind, code)
    assert.deepEqual([40_210, 40_402, 40_501, 50_000, 50_301].map(judge), ['stop', 'never', 'never', 'wait', 'wait'])
    const failed = aio.failure(
      envelope(null, { status_code: 40_104, status_message: 'See https://app.example/?k=1 .' }),
    )
    assert.equal(failed?.detail, '40104 See … .')
  })

  test('HTTP errors and bodies of another kind are failures as well', () => {
    assert.equal(aio.failure(replyOf('busy', 503))?.kind, 'wait')
    assert.equal(aio.failure(replyOf({ hello: 1 }))?.kind, 'garbled')
    assert.equal(aio.failure({ status: 200, headers: {}, body: '<html>' })?.kind, 'garbled')
  })
})

test('The strangest reply gives an outcome, never an exception', () => {
  const values = fc.jsonValue({ maxDepth: 5 })
  const bodies = fc.oneof(
    values.map((value) => replyOf(value)),
    values.map((value) => envelope(value)),
    values.map((value) => envelope([{ type: 'ai_overview', items: value, markdown: value, references: value }])),
    values.map((value) =>
      envelope([
        { answer: 'x', sources: value },
        { type: 'message', sections: value },
      ]),
    ),
    fc.string().map((markdown) => envelope([{ type: 'ai_overview', markdown }])),
  )
  fc.assert(
    fc.property(bodies, (reply) => {
      for (const platform of [aio, aiMode]) {
        platform.failure(reply)
        assert.ok(outcomes.includes(platform.read([reply]).outcome))
      }
    }),
    { numRuns: 300 },
  )
  assert.deepEqual([aio.read([]).outcome, aiMode.read([]).outcome], ['failed', 'failed'])
})
