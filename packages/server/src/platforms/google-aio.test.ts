import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { geoTargetOf, locationNameOf, nameOfGeoTarget } from './countries.ts'
import { slicesOf } from './recordings/expected.test-support.ts'
import { createGoogleAio } from './google-aio.ts'
import { type Question, type Reply, outcomes } from './platform.ts'
import { jsonReply, replay } from './recordings/recordings.test-support.ts'

const serpapi = (baseUrl = 'https://serpapi.invalid') => createGoogleAio({ serpapi: { apiKey: 'secret', baseUrl } })
const replyOf = (body: unknown, status = 200): Reply => ({ status, headers: {}, body: JSON.stringify(body) })
const ask = (country: string | null, language: string | null): Question => ({
  text: 'bestes CRM & mehr?',
  locale: { country, language },
})
const parametersOf = (question: Question): Record<string, string> =>
  Object.fromEntries(new URL(serpapi().request(question, [])?.url ?? '').searchParams)

const page = (overview?: unknown) => ({
  search_metadata: { status: 'Success' },
  search_parameters: { engine: 'google', q: 'x', location_used: 'Germany' },
  ...(overview !== undefined && { ai_overview: overview }),
})
const token = page({ page_token: 'token-1', serpapi_link: 'https://serpapi.com/search.json?page_token=token-1' })
const followUp = (rest: object) => ({
  search_metadata: { status: 'Success' },
  search_parameters: { engine: 'google_ai_overview', page_token: 'token-1' },
  ...rest,
})

const overview = {
  text_blocks: [
    { type: 'paragraph', snippet: 'Acme leads. ', reference_indexes: [0, 7] },
    { type: 'heading', snippet: 'Top picks' },
    {
      type: 'list',
      list: [
        {
          title: 'Acme:',
          snippet: 'easy 🎯',
          reference_indexes: [1],
          list: [{ snippet: 'from 5 €' }, { snippet: 'in Berlin' }],
        },
        {
          title: 'Bolt',
          snippet: 'cheap',
          snippet_links: [{ text: 'cheap', link: 'https://bolt.example/price?utm_source=x' }],
        },
      ],
      reference_indexes: [1, 2],
    },
    {
      type: 'table',
      headers: ['Tool', 'Price'],
      table: [
        ['Acme', { snippet: '5|6 €' }],
        ['Bolt', 4],
      ],
      reference_indexes: [3],
    },
    {
      type: 'expandable',
      title: 'More',
      text_blocks: [{ type: 'paragraph', snippet: 'Inside.', reference_indexes: [0] }],
    },
    { type: 'comparison', product_labels: ['Acme', 'Bolt'], comparison: [{ feature: 'Trial', values: ['yes', 'no'] }] },
    { type: 'video_carousel', items: [] },
    { type: 'hologram', snippet: 'of the future' },
  ],
  references: [
    {
      index: 0,
      title: 'News ...',
      link: 'https://translate.google.com/translate?u=https://news.example/a&hl=de',
      source: 'News',
    },
    { index: 1, link: 'https://www.google.com/goto?url=OPAQUE', source: 'acme.com' },
    { index: 2, link: 'https://list.example/#:~:text=top', source: 'List' },
    { index: 3, link: 'https://table.example/?srsltid=1', source: 'Table' },
    { index: 4, title: 'Card', link: 'https://shop.example/acme', source: 'Shop' },
    { index: 5, title: 'Again', link: 'https://news.example/a', source: 'News' },
    'https://bare.example/',
  ],
}

suite('What Google is asked through SerpApi', () => {
  test('the question with place and language, always a fresh search', () => {
    assert.deepEqual(parametersOf(ask('DE', 'de')), {
      engine: 'google',
      q: 'bestes CRM & mehr?',
      google_domain: 'google.com',
      location: 'Germany',
      gl: 'de',
      hl: 'de',
      no_cache: 'true',
      api_key: 'secret',
    })
  })

  test('no place and no language where the question has none', () => {
    assert.deepEqual(Object.keys(parametersOf(ask(null, null))), [
      'engine',
      'q',
      'google_domain',
      'no_cache',
      'api_key',
    ])
  })

  test('countries and languages by the names that Google knows', () => {
    const partOf = (country: string, language: string) => {
      const { gl, hl, location } = parametersOf(ask(country, language))
      return [gl, hl, location]
    }
    assert.deepEqual(partOf('GB', 'en'), ['uk', 'en', 'United Kingdom'])
    assert.deepEqual(partOf('TW', 'zh'), ['tw', 'zh-tw', 'Taiwan'])
    assert.deepEqual(partOf('CN', 'zh'), ['cn', 'zh-cn', 'China'])
    assert.deepEqual(partOf('IL', 'he'), ['il', 'iw', 'Israel'])
    assert.deepEqual(partOf('TR', 'tr'), ['tr', 'tr', undefined])
    assert.deepEqual(partOf('GE', 'ka'), ['ge', 'ka', undefined])
    assert.equal(locationNameOf('HK'), 'Hong Kong')
    assert.equal(locationNameOf('ZZ'), null)
    assert.deepEqual([geoTargetOf('us'), geoTargetOf('GB'), geoTargetOf('ZZ')], [2840, 2826, null])
    assert.deepEqual([nameOfGeoTarget(2276), nameOfGeoTarget(1006886), nameOfGeoTarget(null)], ['Germany', null, null])
  })

  test('a deferred overview is fetched at once with its token, and only then', () => {
    const request = serpapi().request(ask('DE', 'de'), [replyOf(token)])
    assert.deepEqual(Object.fromEntries(new URL(request?.url ?? '').searchParams), {
      engine: 'google_ai_overview',
      page_token: 'token-1',
      no_cache: 'true',
      api_key: 'secret',
    })
    assert.equal(
      serpapi().request(ask('DE', 'de'), [replyOf(token), replyOf(followUp({ ai_overview: overview }))]),
      null,
    )
    for (const other of [page(), page(overview), page({ error: 'no' }), page({ ...overview, page_token: 'x' })]) {
      assert.equal(serpapi().request(ask('DE', 'de'), [replyOf(other)]), null)
    }
  })

  test('neither source is no platform', () => {
    assert.throws(() => createGoogleAio({}), /needs SerpApi or DataForSEO/)
  })
})

suite('What an AI Overview becomes', () => {
  const reading = serpapi().read([replyOf(page(overview))])

  test('blocks become Markdown, depth first; unknown kinds are skipped and counted', () => {
    assert.equal(
      reading.text,
      'Acme leads. \n\n### Top picks\n\n- Acme: easy 🎯\n  - from 5 €\n  - in Berlin\n- Bolt: cheap\n\n' +
        '| Tool | Price |\n| --- | --- |\n| Acme | 5/6 € |\n| Bolt | 4 |\n\n### More\n\nInside.\n\n' +
        '|  | Acme | Bolt |\n| --- | --- | --- |\n| Trial | yes | no |',
    )
    assert.equal(reading.unknownItems, 1)
    assert.deepEqual([reading.outcome, reading.finish, reading.location], ['ok', 'complete', 'Germany'])
    assert.deepEqual([reading.searches, reading.model, reading.searched], [null, null, true])
    assert.deepEqual(reading.cost, { usd: null, basis: 'plan' })
  })

  test('a page stands behind the item that points at it, behind the whole block otherwise', () => {
    const list = '- Acme: easy 🎯\n  - from 5 €\n  - in Berlin\n- Bolt: cheap'
    assert.deepEqual(
      reading.citations.map((citation) => [citation.url, slicesOf(reading.text, citation), citation.count]),
      [
        ['https://news.example/a', ['Acme leads.', 'Inside.'], 2],
        ['https://list.example/', [list], 1],
        ['https://www.google.com/goto?url=OPAQUE', ['Acme: easy 🎯\n  - from 5 €\n  - in Berlin'], 1],
        ['https://bolt.example/price', ['Bolt: cheap'], 1],
        ['https://table.example/', ['| Tool | Price |\n| --- | --- |\n| Acme | 5/6 € |\n| Bolt | 4 |'], 1],
      ],
    )
    const opaque = reading.citations[2]
    assert.deepEqual([opaque?.isResolved, opaque?.domain], [false, 'acme.com'])
  })

  test('references that nothing points at are listed, each page once', () => {
    assert.deepEqual(
      reading.listed.map(({ url }) => url),
      ['https://shop.example/acme', 'https://bare.example/'],
    )
  })
})

suite('When there is no overview', () => {
  const end = async (...bodies: unknown[]) => {
    const collected = await replay(
      bodies.map((body) => jsonReply(body)),
      serpapi,
    )
    const { reading, failure, tries } = collected
    return [reading.outcome, reading.finish, failure?.kind ?? null, tries]
  }

  test('none shown, none written, an empty follow-up, a failed search', async () => {
    assert.deepEqual(await end(page()), ['not_triggered', 'no_ai_answer', null, 1])
    assert.deepEqual(await end(page(null)), ['not_triggered', 'no_ai_answer', null, 1])
    assert.deepEqual(await end({ ...page(), error: "Google hasn't returned any results for this query." }), [
      'not_triggered',
      'no_ai_answer',
      null,
      1,
    ])
    assert.deepEqual(await end(page({ error: 'Try again later.' })), ['not_triggered', 'no_ai_answer', 'once', 2])
    assert.deepEqual(await end(page({ text_blocks: [], references: [] })), ['empty', 'empty', 'once', 2])
    assert.deepEqual(await end({ ...page(), error: 'Something else.' }), ['empty', 'empty', 'once', 2])
    assert.deepEqual(await end({ ...page(), search_metadata: { status: 'Error' } }), ['failed', 'error', 'wait', 4])
    assert.deepEqual(await end({}), ['failed', 'error', 'garbled', 2])
  })

  test('an empty follow-up leads to one fresh search, whose overview counts', async () => {
    assert.deepEqual(await end(token, followUp({ ai_overview: { page_token: 'again' } })), [
      'empty',
      'empty',
      'once',
      3,
    ])
    const empty = followUp({ search_information: { ai_overview_state: 'Fully empty' }, error: 'nothing' })
    assert.deepEqual(await end(token, empty, page(overview)), ['ok', 'complete', null, 3])
    assert.deepEqual(await end(token, followUp({}), token, followUp({ ai_overview: overview })), [
      'ok',
      'complete',
      null,
      4,
    ])
  })

  test('the two kinds of 429 are told apart, a spent token is worth a fresh search', () => {
    const judge = (error: string, status: number) => {
      const failure = serpapi().failure(replyOf({ error }, status))
      return [failure?.kind, failure?.code]
    }
    assert.deepEqual(judge('Your account has run out of searches.', 429), ['stop', 'out_of_credit'])
    assert.deepEqual(judge('You are exceeding 5,000 searches per hour. Consider upgrading your plan.', 429), [
      'wait',
      'rate_limited',
    ])
    assert.deepEqual(judge('The `page_token` has expired.', 400), ['once', 'page_token_expired'])
    assert.deepEqual(judge('Unsupported `Atlantis` location - location parameter.', 400), ['never', 'bad_request'])
  })

  test('no address and no key stands in the words for the log', () => {
    for (const status of [200, 400, 401, 403, 429, 500]) {
      const words = 'See https://serpapi.com/search.json?q=x&api_key=secret or api_key=secret'
      for (const body of [{ error: words }, { ...page({ error: words }), error: words }]) {
        assert.doesNotMatch(serpapi().failure(replyOf(body, status))?.detail ?? '', /secret|https?:/)
      }
    }
  })
})

test('The strangest reply gives an outcome, never an exception', () => {
  const nested = fc.jsonValue({ maxDepth: 5 })
  const bodies = fc.oneof(
    fc.json(),
    fc.string(),
    nested.map((value) => JSON.stringify(page({ text_blocks: value, references: value }))),
    nested.map((value) =>
      JSON.stringify(page({ text_blocks: [{ type: 'list', list: value, reference_indexes: value }] })),
    ),
    nested.map((value) => JSON.stringify(page(value))),
  )
  fc.assert(
    fc.property(bodies, fc.constantFrom(200, 302, 400, 429, 500), (body, status) => {
      const reply = { status, headers: {}, body }
      serpapi().failure(reply)
      serpapi().request(ask('DE', null), [reply])
      assert.ok(outcomes.includes(serpapi().read([reply]).outcome))
    }),
    { numRuns: 300 },
  )
  assert.equal(serpapi().read([]).outcome, 'failed')
  const deep = `{"ai_overview":{"text_blocks":[${'{"type":"expandable","text_blocks":['.repeat(5000)}${']}'.repeat(5000)}]}}`
  assert.equal(serpapi().read([{ status: 200, headers: {}, body: deep }]).outcome, 'empty')
})
