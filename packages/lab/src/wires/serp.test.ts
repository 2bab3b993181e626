import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { askers, at, listAt, numberAt, textAt } from '../asking.test-support.ts'
import { createMarket } from '../market.ts'
import { startLab } from '../index.ts'
import type { Lab } from '../index.ts'
import { createSerpapi } from './serpapi.ts'
import type { WireRequest } from './wire.ts'

const day = '2026-11-20'
let lab: Lab
before(async () => {
  lab = await startLab({ market: createMarket({ seed: 78 }) })
})
after(() => lab.close())

/** All words of SerpApi's blocks, depth first. */
const wordsOf = (value: unknown): string[] =>
  listAt({ value }, 'value').flatMap((block) => [
    textAt(block, 'snippet'),
    ...wordsOf(at(block, 'list')),
    ...listAt(block, 'table').flatMap((row) => listAt({ row }, 'row').map(String)),
  ])

const pointersOf = (value: unknown): number[] =>
  listAt({ value }, 'value').flatMap((block) => [
    ...listAt(block, 'reference_indexes').map(Number),
    ...pointersOf(at(block, 'list')),
  ])

const checkBlocks = (
  overview: unknown,
  platform: 'google-aio' | 'google-ai-mode' | 'copilot',
  prompt: string,
  sample: number,
): void => {
  const text = [textAt(overview, 'header'), ...wordsOf(at(overview, 'text_blocks'))].join('\n')
  for (const { name } of lab.market.draw({ prompt, platform, day }, sample).ranked) assert.ok(text.includes(name), text)
  assert.ok(!text.includes('**'))
  const references = listAt(overview, 'references')
  assert.deepEqual(
    references.map((reference) => numberAt(reference, 'index')),
    references.map((_, index) => index),
  )
  for (const pointer of pointersOf(at(overview, 'text_blocks'))) assert.ok(references[pointer] !== undefined)
}

suite('search results', () => {
  test('serpapi google: an overview stands inline, comes by a token that works once, or is not there at all', async () => {
    const seen = { inline: 0, deferred: 0, none: 0 }
    for (const prompt of lab.market.prompts) {
      for (let sample = 0; sample < 8; sample++) {
        const { body } = await askers.serpapi(lab, prompt)
        const token = textAt(body, 'ai_overview', 'page_token')
        if (at(body, 'ai_overview') === undefined) seen.none++
        else if (token === '') {
          seen.inline++
          checkBlocks(at(body, 'ai_overview'), 'google-aio', prompt, sample)
        } else {
          seen.deferred++
          const redeem = (): ReturnType<typeof askers.serpapi> =>
            askers.serpapi(lab, '', 'k', day, 'google_ai_overview', { page_token: token })
          checkBlocks(at((await redeem()).body, 'ai_overview'), 'google-aio', prompt, sample)
          const again = await redeem()
          assert.deepEqual(
            [again.status, textAt(again.body, 'search_information', 'ai_overview_state')],
            [200, 'Fully empty'],
          )
        }
      }
    }
    assert.ok(seen.inline > 10 && seen.deferred > 5 && seen.none > 5, JSON.stringify(seen))
  })

  test('serpapi: a page token expires after a minute', () => {
    let nowMs = 0
    const wire = createSerpapi(() => nowMs)
    const receive = (query: Record<string, string>): ReturnType<typeof wire.receive> =>
      wire.receive({
        method: 'GET',
        path: '/search.json',
        query: new URLSearchParams({ api_key: 'k', ...query }),
        headers: {},
        body: undefined,
      } satisfies WireRequest)
    const tokens: string[] = []
    const prompt = lab.market.prompts[0] ?? ''
    const ask = receive({ engine: 'google', q: prompt })
    assert.ok('answer' in ask)
    for (let seed = 0; tokens.length < 2; seed++) {
      const draw = { ...lab.market.draw({ prompt, platform: 'google-aio', day }, 0), seed }
      const reply = ask.answer({
        platform: 'google-aio',
        prompt,
        day,
        sample: 0,
        draw,
        blocks: [],
        sources: [],
        searches: [],
        model: { name: null, generation: 1 },
      })
      const token = textAt(JSON.parse(reply.body), 'ai_overview', 'page_token')
      if (token !== '') tokens.push(token)
    }
    nowMs = 59_000
    assert.ok('answer' in receive({ engine: 'google_ai_overview', page_token: tokens[0] ?? '' }))
    nowMs = 61_000
    assert.ok('status' in receive({ engine: 'google_ai_overview', page_token: tokens[1] ?? '' }))
  })

  test('serpapi google_ai_mode and bing_copilot: every pointer has its reference, every drawn brand is there', async () => {
    const prompt = lab.market.prompts[2] ?? ''
    for (let sample = 0; sample < 20; sample++) {
      checkBlocks(
        (await askers.serpapi(lab, prompt, 'k', day, 'google_ai_mode')).body,
        'google-ai-mode',
        prompt,
        sample,
      )
      const { body } = await askers.serpapi(lab, prompt, 'k', day, 'bing_copilot')
      assert.ok(textAt(body, 'header') !== '')
      checkBlocks(body, 'copilot', prompt, sample)
    }
  })

  test('serpapi: without no_cache the same answer comes again', async () => {
    const prompt = lab.market.prompts[3] ?? ''
    const asked = async (more: Record<string, string>): Promise<string> =>
      JSON.stringify(at((await askers.serpapi(lab, prompt, 'k', day, 'google_ai_mode', more)).body, 'text_blocks'))
    const first = await asked({ no_cache: 'true' })
    assert.equal(await asked({}), first)
    assert.notEqual(await asked({ no_cache: 'true' }), first)
  })

  test('dataforseo: markers carry their address, an overview left unloaded is all null, no overview is no item', async () => {
    const seen = { loaded: 0, unloaded: 0, none: 0 }
    for (let round = 0; round < 60; round++) {
      const { body } = await askers.dataforseo(
        lab,
        lab.market.prompts[round % 8] ?? '',
        'k',
        '2026-11-19',
        round % 2 === 0,
      )
      assert.equal(numberAt(body, 'tasks', 0, 'status_code'), 20_000)
      const item = listAt(body, 'tasks', 0, 'result', 0, 'items').find((each) => textAt(each, 'type') === 'ai_overview')
      if (item === undefined) seen.none++
      else if (at(item, 'markdown') === null) seen.unloaded++
      else {
        seen.loaded++
        const urls = listAt(item, 'references').map((reference) => textAt(reference, 'url').replace(/#.*/, ''))
        for (const [, url = ''] of textAt(item, 'markdown').matchAll(/\[\[\d+\]\]\(([^)]+)\)/g))
          assert.ok(urls.includes(url))
        const text = listAt(item, 'items')
          .map((element) => textAt(element, 'text'))
          .join('\n')
        assert.ok(!text.includes('[[') && !text.includes('**'))
      }
    }
    assert.ok(seen.loaded > 20 && seen.unloaded > 0 && seen.none > 0, JSON.stringify(seen))
  })
})
