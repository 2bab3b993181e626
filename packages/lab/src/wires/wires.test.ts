import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { askers, at, listAt, numberAt, textAt } from '../asking.test-support.ts'
import type { Reply } from '../asking.test-support.ts'
import { createMarket } from '../market.ts'
import { startLab } from '../index.ts'
import type { Lab } from '../index.ts'
import type { LabPlatform } from '../platforms.ts'
import { readPlaces } from '../reading.test-support.ts'

const day = '2026-11-20'
const rounds = 40
let lab: Lab
let prompt = ''
before(async () => {
  // Bytes, UTF-16 units and characters differ in these names.
  const brands = [
    { name: 'Fernhold', strength: 0.5 },
    { name: 'Übergrün Planung', strength: 0.4 },
    { name: 'Nørre 🛠️ Kit' },
    { name: 'Quorvane', strength: 1 },
  ]
  lab = await startLab({ market: createMarket({ seed: 77, brands }) })
  prompt = lab.market.prompts[1] ?? ''
})
after(() => lab.close())

/** The names in the text are those drawn for that sample, in their order. */
const checkNames = (text: string, platform: LabPlatform, sample: number): void => {
  const names = lab.market.brands.map(({ name }) => name)
  const drawn = lab.market.draw({ prompt, platform, day }, sample).ranked.map(({ name }) => name)
  assert.deepEqual([...readPlaces(text, names).keys()], drawn, text)
}

const each = async (
  asker: (sample: number) => Promise<Reply>,
  check: (asked: Reply, sample: number) => void,
): Promise<void> => {
  for (let sample = 0; sample < rounds; sample++) {
    const asked = await asker(sample)
    assert.equal(asked.status, 200)
    assert.equal(asked.headers.get('x-simulated'), 'true')
    check(asked, sample)
  }
}

suite('wire formats', () => {
  test('openai: each annotation spans its own inline link', async () => {
    let spans = 0
    await each(
      () => askers.openai(lab, prompt),
      ({ body }, sample) => {
        const [search, message] = [at(body, 'output', 0), listAt(body, 'output').at(-1)]
        const text = textAt(message, 'content', 0, 'text')
        for (const annotation of listAt(message, 'content', 0, 'annotations')) {
          const slice = text.slice(numberAt(annotation, 'start_index'), numberAt(annotation, 'end_index'))
          assert.match(slice, /^\(\[[a-z.]+\]\(https:[^)]+\)\)$/)
          assert.ok(slice.includes(textAt(annotation, 'url')))
          spans++
        }
        assert.equal(textAt(search, 'action', 'type'), 'search')
        assert.ok(listAt(search, 'action', 'sources').length > 0)
        assert.equal(textAt(body, 'model'), 'gpt-5.2-simulated')
        checkNames(text, 'chatgpt', sample)
      },
    )
    assert.ok(spans > rounds)
  })

  test('xai: each annotation spans [[n]](url) and is titled n', async () => {
    await each(
      () => askers.xai(lab, prompt),
      ({ body }, sample) => {
        const message = listAt(body, 'output').at(-1)
        const text = textAt(message, 'content', 0, 'text')
        for (const annotation of listAt(message, 'content', 0, 'annotations')) {
          const slice = text.slice(numberAt(annotation, 'start_index'), numberAt(annotation, 'end_index'))
          assert.equal(slice, `[[${textAt(annotation, 'title')}]](${textAt(annotation, 'url')})`)
        }
        assert.ok(numberAt(body, 'usage', 'cost_in_usd_ticks') > 50_000_000)
        checkNames(text, 'grok', sample)
      },
    )
  })

  test('perplexity: each [n] is the id of a result, over all result lists', async () => {
    await each(
      () => askers.perplexity(lab, prompt),
      ({ body }, sample) => {
        const output = listAt(body, 'output')
        const ids = output.flatMap((item) => listAt(item, 'results')).map((result) => numberAt(result, 'id'))
        assert.deepEqual(
          ids,
          ids.map((_, index) => index + 1),
        )
        const text = textAt(output.at(-1), 'content', 0, 'text')
        for (const [, id] of text.matchAll(/\[(\d+)\]/g)) assert.ok(ids.includes(Number(id)))
        assert.ok(numberAt(body, 'usage', 'cost', 'total_cost') > 0.001)
        checkNames(text, 'perplexity', sample)
      },
    )
  })

  test('gemini: each segment is the slice of UTF-8 bytes it names', async () => {
    let supports = 0
    await each(
      () => askers.gemini(lab, prompt),
      ({ body }, sample) => {
        const candidate = at(body, 'candidates', 0)
        const text = textAt(candidate, 'content', 'parts', 0, 'text')
        const bytes = Buffer.from(text)
        const chunks = listAt(candidate, 'groundingMetadata', 'groundingChunks')
        for (const support of listAt(candidate, 'groundingMetadata', 'groundingSupports')) {
          const start = (at(support, 'segment', 'startIndex') as number | undefined) ?? 0
          assert.equal(
            bytes.subarray(start, numberAt(support, 'segment', 'endIndex')).toString(),
            textAt(support, 'segment', 'text'),
          )
          for (const index of listAt(support, 'groundingChunkIndices'))
            assert.match(textAt(chunks, Number(index), 'web', 'title'), /\.example$/)
          supports++
        }
        checkNames(text, 'gemini', sample)
      },
    )
    assert.ok(supports > rounds)
  })

  test('anthropic: blocks join to the answer, cited blocks are claims, and a paused turn goes on when it comes back whole', async () => {
    let paused = 0
    await each(
      async (sample) => {
        const asked = await askers.anthropic(lab, prompt)
        if (textAt(asked.body, 'stop_reason') !== 'pause_turn') return asked
        paused++
        const content = listAt(asked.body, 'content')
        const resumed = await askers.anthropic(lab, prompt, 'k', day, [{ role: 'assistant', content }])
        const damaged = JSON.parse(
          JSON.stringify(content).replaceAll('encrypted_content":"', 'encrypted_content":"x'),
        ) as unknown
        assert.equal(
          (await askers.anthropic(lab, prompt, 'k', day, [{ role: 'assistant', content: damaged }])).status,
          400,
        )
        assert.equal(lab.requests.findLast(({ status }) => status === 200)?.sample, sample)
        return resumed
      },
      ({ body }, sample) => {
        const content = listAt(body, 'content')
        assert.equal(textAt(body, 'stop_reason'), 'end_turn')
        const last = content.findLastIndex((block) => textAt(block, 'type') === 'web_search_tool_result')
        checkNames(
          content
            .slice(last + 1)
            .map((block) => textAt(block, 'text'))
            .join(''),
          'claude',
          sample,
        )
        for (const block of content) {
          for (const citation of listAt(block, 'citations')) assert.match(textAt(citation, 'url'), /\.example\//)
        }
      },
    )
    assert.ok(paused > 0 && paused < rounds / 4)
  })

  test('mistral: text chunks join to the answer, references stand after the text they belong to', async () => {
    await each(
      () => askers.mistral(lab, prompt),
      ({ body }, sample) => {
        const content = listAt(body, 'outputs', 1, 'content')
        assert.equal(textAt(content[0], 'type'), 'text')
        checkNames(content.map((chunk) => textAt(chunk, 'text')).join(''), 'mistral', sample)
      },
    )
  })

  test('deepseek: links stand in the text only, commentary apart, queries end with the bogus entry', async () => {
    await each(
      () => askers.deepseek(lab, prompt),
      ({ body }, sample) => {
        const output = listAt(body, 'output')
        const message = output.at(-1)
        assert.equal(textAt(message, 'phase'), 'final_answer')
        assert.deepEqual(listAt(message, 'content', 0, 'annotations'), [])
        assert.match(String(listAt(output[0], 'action', 'queries').at(-1)), /^ws_call_id=/)
        checkNames(textAt(message, 'content', 0, 'text'), 'deepseek', sample)
      },
    )
  })
})
