import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { askers, at, listAt, textAt } from './asking.test-support.ts'
import { startLab } from './index.ts'
import type { FaultRule, Lab, LabProvider } from './index.ts'
import { createMarket } from './market.ts'

const withLab = async (faults: FaultRule[], use: (lab: Lab) => Promise<void>): Promise<void> => {
  const lab = await startLab({ market: createMarket({ seed: 5 }), faults })
  try {
    await use(lab)
  } finally {
    await lab.close()
  }
}
const providers = Object.keys(askers) as LabProvider[]
/** A prompt for which Google shows an overview in the lab's market. */
const prompt =
  createMarket({ seed: 5 }).prompts.find((text) =>
    createMarket({ seed: 5 }).isTriggered({ prompt: text, platform: 'google-aio', day: '2026-11-20' }, 0),
  ) ?? ''

suite('faults', () => {
  test('rate limits carry each retry hint, and Gemini only the one in the body', async () => {
    const limited = (hint: 'seconds' | 'date' | 'milliseconds' | 'body' | 'none'): FaultRule => ({
      kind: 'rate_limited',
      hint,
      waitMs: 2500,
      count: 1,
      provider: 'openai',
    })
    const gemini: FaultRule = { kind: 'rate_limited', hint: 'body', waitMs: 48_900, provider: 'gemini' }
    await withLab(
      [limited('seconds'), limited('date'), limited('milliseconds'), limited('body'), limited('none'), gemini],
      async (lab) => {
        const replies = []
        for (let round = 0; round < 5; round++) replies.push(await askers.openai(lab, prompt))
        assert.deepEqual(
          replies.map(({ status }) => status),
          [429, 429, 429, 429, 429],
        )
        const hints = replies.map(({ headers }) => headers.get('retry-after'))
        assert.equal(hints[0], '3')
        assert.ok(Date.parse(hints[1] ?? '') > Date.now())
        assert.deepEqual([hints[2], replies[2]?.headers.get('retry-after-ms')], ['3', '2500'])
        assert.deepEqual([hints[3], hints[4]], [null, null])
        assert.match(textAt(replies[3]?.body, 'error', 'message'), /try again in 2500ms/)
        assert.equal((await askers.openai(lab, prompt)).status, 200)
        const asked = await askers.gemini(lab, prompt)
        const delays = listAt(asked.body, 'error', 'details').map((detail) => textAt(detail, 'retryDelay'))
        assert.deepEqual([asked.status, asked.headers.get('retry-after'), delays.at(-1)], [429, null, '48.9s'])
      },
    )
  })

  test('server errors, overload, empty accounts and invalid keys come in every provider’s own way', async () => {
    const expected: Record<LabProvider, [number, number, number, number]> = {
      openai: [500, 503, 429, 401],
      anthropic: [500, 529, 400, 401],
      perplexity: [500, 503, 401, 401],
      xai: [500, 503, 429, 400],
      gemini: [500, 503, 429, 400],
      mistral: [500, 503, 402, 401],
      deepseek: [500, 503, 402, 401],
      serpapi: [500, 503, 429, 401],
      dataforseo: [200, 503, 200, 401],
    }
    const kinds = ['server_error', 'overloaded', 'out_of_credit', 'invalid_key'] as const
    for (const [index, kind] of kinds.entries()) {
      await withLab([{ kind }], async (lab) => {
        for (const provider of providers) {
          const asked = await askers[provider](lab, prompt)
          assert.equal(asked.status, expected[provider][index], `${provider} ${kind}`)
          const task = at(asked.body, 'tasks', 0, 'status_code')
          if (asked.status === 200) assert.ok(task === 50_000 || task === 40_210, String(task))
        }
        assert.ok(lab.requests.every(({ faults, sample }) => faults[0] === kind && sample === null))
      })
    }
  })

  test('a cut connection breaks the body off, a malformed reply is half of its JSON, and both cost one sample', async () => {
    await withLab(
      [
        { kind: 'cut', count: 1 },
        { kind: 'malformed', count: 1 },
      ],
      async (lab) => {
        await assert.rejects(askers.openai(lab, prompt), /terminated|fetch failed/)
        await assert.rejects(askers.openai(lab, prompt), SyntaxError)
        assert.equal((await askers.openai(lab, prompt)).status, 200)
        assert.deepEqual(
          lab.requests.map(({ status, sample }) => [status, sample]),
          [
            [200, 0],
            [200, 1],
            [200, 2],
          ],
        )
      },
    )
  })

  test('empty texts and refusals are HTTP 200 in the shape of each platform', async () => {
    await withLab([{ kind: 'refusal' }], async (lab) => {
      assert.equal(
        textAt(listAt((await askers.openai(lab, prompt)).body, 'output').at(-1), 'content', 0, 'type'),
        'refusal',
      )
      assert.equal(textAt((await askers.anthropic(lab, prompt)).body, 'stop_reason'), 'refusal')
      assert.equal(
        textAt((await askers.gemini(lab, prompt)).body, 'promptFeedback', 'blockReason'),
        'PROHIBITED_CONTENT',
      )
      assert.match(textAt((await askers.serpapi(lab, prompt)).body, 'ai_overview', 'error'), /Can't generate/)
      assert.ok(lab.requests.every(({ status }) => status === 200))
    })
    await withLab([{ kind: 'empty' }], async (lab) => {
      assert.equal(textAt(listAt((await askers.openai(lab, prompt)).body, 'output').at(-1), 'content', 0, 'text'), '')
      assert.equal(textAt((await askers.gemini(lab, prompt)).body, 'candidates', 0, 'finishReason'), 'MAX_TOKENS')
      assert.equal(textAt((await askers.mistral(lab, prompt)).body, 'outputs', 1, 'content'), '')
      assert.deepEqual(listAt((await askers.serpapi(lab, prompt)).body, 'ai_overview', 'text_blocks'), [])
    })
  })

  test('an overview that is not triggered is absent from the page', async () => {
    await withLab([{ kind: 'not_triggered', platform: 'google-aio' }], async (lab) => {
      assert.equal(at((await askers.serpapi(lab, prompt)).body, 'ai_overview'), undefined)
      const items = listAt((await askers.dataforseo(lab, prompt)).body, 'tasks', 0, 'result', 0, 'items')
      assert.ok(items.length > 0 && items.every((item) => textAt(item, 'type') === 'organic'))
      assert.equal((await askers.openai(lab, prompt)).status, 200)
    })
  })

  test('a slow answer is still out when the lab closes, and a model change renames the model beside another fault', async () => {
    const lab = await startLab({
      market: createMarket({ seed: 5 }),
      faults: [
        { kind: 'slow', delayMs: 3_600_000, platform: 'grok' },
        { kind: 'model_change', model: 'next-simulated' },
      ],
    })
    assert.equal(textAt((await askers.openai(lab, prompt)).body, 'model'), 'next-simulated')
    const slow = assert.rejects(askers.xai(lab, prompt))
    while (lab.requests.length < 2) await new Promise(setImmediate)
    await lab.close()
    await slow
    assert.deepEqual(
      lab.requests.map(({ faults }) => faults),
      [['model_change'], ['slow', 'model_change']],
    )
  })

  test('strike by probability the same requests for the same seed, after those skipped, as often as counted', async () => {
    const struck = async (): Promise<boolean[]> => {
      let seen: boolean[] = []
      await withLab([{ kind: 'server_error', probability: 0.4, skip: 5, count: 4, prompt: 'kanban' }], async (lab) => {
        for (let round = 0; round < 40; round++)
          await askers.openai(lab, round % 2 === 0 ? 'Which kanban tool?' : 'Which tool?')
        seen = lab.requests.map(({ faults }) => faults.length > 0)
      })
      return seen
    }
    const first = await struck()
    assert.deepEqual(await struck(), first)
    assert.equal(first.filter(Boolean).length, 4)
    assert.ok(first.every((isStruck, index) => !isStruck || (index % 2 === 0 && index >= 10)))
  })

  test('can be added and cleared while the lab runs', async () => {
    await withLab([], async (lab) => {
      lab.addFault({ kind: 'overloaded', provider: 'anthropic' })
      assert.deepEqual(
        [(await askers.anthropic(lab, prompt)).status, (await askers.openai(lab, prompt)).status],
        [529, 200],
      )
      lab.clearFaults()
      assert.equal((await askers.anthropic(lab, prompt)).status, 200)
    })
  })
})
