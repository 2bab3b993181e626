import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { ask, askers, listAt, textAt } from './asking.test-support.ts'
import { composeAnswers, createMarket, startLab } from './index.ts'
import type { Lab, LabProvider } from './index.ts'

let lab: Lab
let prompt = ''
before(async () => {
  lab = await startLab({ market: createMarket({ seed: 6 }), clock: () => '2026-10-01' })
  prompt = lab.market.prompts[0] ?? ''
})
after(() => lab.close())
const providers = Object.keys(askers) as LabProvider[]

suite('server', () => {
  test('gives live the answers that history gives, by the day of the header', async () => {
    const day = '2026-08-15'
    const past = [
      ...composeAnswers(lab.market, { from: day, to: day, prompts: [prompt], platforms: ['mistral'], repeats: 3 }),
    ]
    for (const { text } of past) {
      const { body } = await askers.mistral(lab, prompt, 'k', day)
      assert.equal(
        listAt(body, 'outputs', 1, 'content')
          .map((chunk) => textAt(chunk, 'text'))
          .join(''),
        text,
      )
    }
    assert.equal(new Set(past.map(({ text }) => text)).size, 3)
  })

  test('takes the day of the clock when no header names one, and refuses a header that is not a day', async () => {
    const body = { model: 'm', inputs: prompt, tools: [{ type: 'web_search' }] }
    const url = `${lab.baseUrls.mistral}/v1/conversations`
    assert.equal((await ask(url, { headers: { authorization: 'Bearer k' }, body })).status, 200)
    assert.equal(lab.requests.at(-1)?.day, '2026-10-01')
    for (const wrong of ['2026-02-31', 'today'])
      assert.equal((await askers.openai(lab, prompt, 'k', wrong)).status, 400)
  })

  test('refuses a missing or invalid key in each provider’s own shape, and keeps no key anywhere', async () => {
    for (const provider of providers) {
      const expected = provider === 'xai' || provider === 'gemini' ? 400 : 401
      assert.equal((await askers[provider](lab, prompt, '')).status, expected, provider)
      const { status, body } = await askers[provider](lab, prompt, 'invalid-secret')
      assert.equal(status, expected, provider)
      assert.ok(!JSON.stringify([body, lab.requests]).includes('secret'))
    }
    await askers.serpapi(lab, prompt, 'another-secret')
    assert.ok(!JSON.stringify(lab.requests).includes('secret'))
  })

  test('refuses unknown paths, methods, bodies and fields as each provider does', async () => {
    const keys = {
      authorization: 'Bearer k',
      'x-api-key': 'k',
      'x-goog-api-key': 'k',
      'anthropic-version': '2023-06-01',
    }
    const { openai, anthropic, gemini, mistral, perplexity, serpapi, dataforseo } = lab.baseUrls
    const basic = { authorization: `Basic ${btoa('login:k')}` }
    const refused: [string, { headers: Record<string, string>; body?: unknown }, number, RegExp][] = [
      [`${openai}/v1/nothing`, { headers: keys, body: {} }, 404, /Invalid URL/],
      [`${openai}/v1/responses`, { headers: keys }, 405, /Not allowed/],
      [`${openai}/v1/responses`, { headers: keys, body: { model: 'm' } }, 400, /'input'/],
      [`${openai}/v1/responses`, { headers: keys, body: { input: 'x' } }, 400, /'model'/],
      [
        `${openai}/v1/responses`,
        { headers: keys, body: { model: 'm', input: 'x', tools: [{ type: 'nope' }] } },
        400,
        /nope/,
      ],
      [
        `${anthropic}/v1/messages`,
        { headers: keys, body: { model: 'm', messages: [{ role: 'user', content: 'x' }] } },
        400,
        /max_tokens/,
      ],
      [`${anthropic}/v1/messages`, { headers: { 'x-api-key': 'k' }, body: {} }, 400, /anthropic-version/],
      [`${gemini}/v1beta/models/m:embed`, { headers: keys, body: {} }, 404, /NOT_FOUND/],
      [`${gemini}/v1beta/models/m:generateContent`, { headers: keys, body: {} }, 400, /INVALID_ARGUMENT/],
      [`${mistral}/v1/conversations`, { headers: keys, body: { model: 'm' } }, 422, /inputs/],
      [`${perplexity}/v1/agent`, { headers: keys, body: {} }, 400, /input/],
      [`${serpapi}/search.json?engine=nope&q=x&api_key=k`, { headers: {} }, 400, /Unsupported `nope`/],
      [`${serpapi}/search.json?engine=google&api_key=k`, { headers: {} }, 400, /Missing query `q`/],
      [`${serpapi}/search.json?engine=google_ai_overview&api_key=k`, { headers: {} }, 400, /page_token/],
      [`${dataforseo}/v3/serp/google/organic/live/advanced`, { headers: basic, body: { keyword: 'x' } }, 200, /40501/],
      [
        `${dataforseo}/v3/serp/google/organic/live/advanced`,
        { headers: basic, body: [{ keyword: 'x' }] },
        200,
        /40501.*location/,
      ],
    ]
    for (const [url, init, status, words] of refused) {
      const asked = await ask(url, init)
      assert.equal(asked.status, status, url)
      assert.match(JSON.stringify(asked.body), words)
    }
  })

  test('refuses a body over a megabyte and a path outside all platforms', async () => {
    assert.equal((await askers.openai(lab, 'x'.repeat(1_100_000))).status, 413)
    assert.equal((await fetch(new URL('/elsewhere', lab.baseUrls.openai))).status, 404)
  })

  test('answers a prompt of its user about anything, naming a brand of its user', async () => {
    lab.market.addBrand({ name: 'Bäckerei Krumm', strength: 3 })
    const texts = []
    for (let round = 0; round < 10; round++) {
      const { body } = await askers.openai(lab, 'Where do I find the best sourdough bread in town?')
      texts.push(textAt(listAt(body, 'output').at(-1), 'content', 0, 'text'))
    }
    assert.ok(texts.filter((text) => text.includes('Bäckerei Krumm')).length > 5)
    assert.ok(texts.every((text) => !text.includes('project management')))
  })

  test('notes the latest requests with provider, prompt, day, sample and status', async () => {
    await askers.perplexity(lab, 'Which boat?', 'k', '2026-07-01')
    assert.deepEqual(lab.requests.at(-1), {
      provider: 'perplexity',
      platform: 'perplexity',
      prompt: 'Which boat?',
      day: '2026-07-01',
      sample: 0,
      status: 200,
      faults: [],
    })
  })
})
