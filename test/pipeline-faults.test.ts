import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { FaultRule } from '@sightline/lab'
import type { Answer, Run } from '@sightline/sdk'
import { seedBrand, openTestApp, runEnd, startedRun, type Tenant, type TestApp } from './support/test-app.ts'
import { liftMinuteLimit } from './support/owner.ts'
import { allAnswers, differencesOf, quiet } from './support/pipeline.ts'

const generous = { timeout: 120_000 }
const DAY_MS = 86_400_000

describe('platforms that fail', generous, () => {
  let house: TestApp
  let tenant: Tenant
  let brandId: string
  let promptIds: string[]
  let passedMs = 0
  const pauses: number[] = []

  before(async () => {
    house = await openTestApp({
      lab: { seed: 21 },
      sleep: async (milliseconds) => void pauses.push(milliseconds),
      // A day behind PostgreSQL's clock, which is the queue's: what is put off by minutes is due at once.
      now: () => new Date(Date.now() - DAY_MS + passedMs),
    })
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    ;({ brandId, promptIds } = await seedBrand(tenant.client, house.lab, 6))
  })
  afterEach(() => {
    house.lab?.clearFaults()
    pauses.length = 0
    // A platform that was stopped may be asked again.
    passedMs += 120_000
  })
  after(() => house.close())

  async function measure(
    platforms: string[],
    faults: FaultRule[],
    wanted: { promptIds?: string[]; repeats?: number } = {},
  ) {
    for (const fault of faults) house.lab?.addFault(fault)
    const requestsBefore = house.lab?.requests.length ?? 0
    const { id } = await startedRun(tenant.client, brandId, { platforms, ...wanted })
    const run = await runEnd(tenant.client, id)
    const answers = await allAnswers(tenant.client, brandId, { runId: id })
    assert.equal(run.status, 'completed')
    assert.equal(run.stored, run.planned)
    assert.equal(answers.length, run.planned)
    return { run, answers, requests: house.lab?.requests.slice(requestsBefore) ?? [] }
  }

  const one = () => ({ promptIds: promptIds.slice(0, 1) })
  const outcomesOf = (answers: Answer[], platform?: string) => [
    ...new Set(answers.filter((answer) => !platform || answer.platform === platform).map(({ outcome }) => outcome)),
  ]
  const platformOf = (run: Run, slug: string) => run.platforms.find((platform) => platform.slug === slug)

  const hints = [
    { hint: 'seconds', from: 2_000, to: 2_200 },
    { hint: 'milliseconds', from: 2_000, to: 2_200 },
    // A date has whole seconds, as the reply's own clock has.
    { hint: 'date', from: 1_000, to: 3_300 },
    { hint: 'body', from: 500, to: 2_200 },
    { hint: 'none', from: 500, to: 1_500 },
  ] as const
  for (const { hint, from, to } of hints)
    test(`429 with the hint "${hint}" is waited for and answered at the second try`, async () => {
      const { answers, requests } = await measure(
        ['chatgpt'],
        [{ kind: 'rate_limited', hint, waitMs: 2_000, count: 1, provider: 'openai' }],
        one(),
      )
      assert.deepEqual(outcomesOf(answers), ['ok'])
      assert.deepEqual(
        requests.map(({ status }) => status),
        [429, 200],
      )
      assert.equal(pauses.length, 1)
      assert.ok(pauses[0]! >= from && pauses[0]! <= to, `${hint}: ${pauses[0]} ms`)
    })

  test('a long pause is the queue’s: nobody waits in the process, and the answer comes', async () => {
    const { answers, requests } = await measure(
      ['chatgpt'],
      [{ kind: 'rate_limited', hint: 'seconds', waitMs: 90_000, count: 2, provider: 'openai' }],
      one(),
    )
    assert.deepEqual(outcomesOf(answers), ['ok'])
    assert.equal(requests.length, 3)
    assert.deepEqual(pauses, [])
  })

  test('a pause of a day is not waited for: the run ends without those answers', async () => {
    const { run, requests } = await measure(
      ['chatgpt'],
      [{ kind: 'rate_limited', hint: 'seconds', waitMs: DAY_MS, provider: 'openai' }],
      one(),
    )
    assert.deepEqual(run.platforms[0]?.errors, [{ code: 'rate_limited', count: 1 }])
    assert.equal(requests.length, 1)
  })

  for (const [kind, platform, provider] of [
    ['server_error', 'chatgpt', 'openai'],
    ['overloaded', 'claude', 'anthropic'],
    ['cut', 'perplexity', 'perplexity'],
    ['malformed', 'mistral', 'mistral'],
  ] as const)
    test(`${kind} that passes is asked again and leaves one answer`, async () => {
      const { answers, requests } = await measure([platform], [{ kind, count: 1, provider }], one())
      assert.deepEqual(outcomesOf(answers), ['ok'])
      assert.equal(requests.filter(({ faults }) => faults.includes(kind)).length, 1)
    })

  test('malformed for ever is a failed answer, as unreadable, after one fresh try', async () => {
    const { run, answers, requests } = await measure(['mistral'], [{ kind: 'malformed', provider: 'mistral' }], one())
    assert.deepEqual(
      answers.map(({ outcome, errorCode, text }) => [outcome, errorCode, text]),
      [['failed', 'unreadable', '']],
    )
    assert.deepEqual(platformOf(run, 'mistral')?.errors, [{ code: 'unreadable', count: 1 }])
    assert.equal(requests.length, 2)
  })

  for (const [kind, platform, outcome] of [
    ['empty', 'chatgpt', 'empty'],
    ['refusal', 'claude', 'refused'],
    ['not_triggered', 'google-aio', 'not_triggered'],
  ] as const)
    test(`${kind} is stored as ${outcome}, which is no failure`, async () => {
      const { run, answers } = await measure([platform], [{ kind, platform }])
      assert.deepEqual(outcomesOf(answers), [outcome])
      assert.equal(run.failed, 0)
      assert.deepEqual(run.platforms[0]?.errors, [])
      assert.ok(answers.every(({ mentions, places }) => mentions.length === 0 && places.length === 0))
    })

  test('a platform that is busy for ever ends as failed answers, and the run completes', async () => {
    const { run, answers, requests } = await measure(
      ['chatgpt', 'claude'],
      [{ kind: 'overloaded', provider: 'anthropic' }],
      { promptIds: promptIds.slice(0, 2) },
    )
    assert.deepEqual(platformOf(run, 'claude')?.errors, [{ code: 'overloaded', count: 2 }])
    assert.equal(platformOf(run, 'claude')?.failed, 2)
    assert.deepEqual(outcomesOf(answers, 'chatgpt'), ['ok'])
    // At most five turns of four tries for each question, and then silence.
    const tries = requests.filter(({ provider }) => provider === 'anthropic').length
    assert.ok(tries > 2 * 5 && tries <= 2 * 5 * 4, `${tries} tries`)
  })

  test('a wrong key and an empty account stop their platforms only, told apart by stable codes', async () => {
    const { run, answers, requests } = await measure(
      ['chatgpt', 'claude', 'perplexity'],
      [
        { kind: 'invalid_key', provider: 'openai' },
        { kind: 'out_of_credit', provider: 'anthropic' },
      ],
      { repeats: 3 },
    )
    assert.deepEqual(platformOf(run, 'chatgpt')?.errors, [{ code: 'invalid_key', count: 18 }])
    assert.deepEqual(platformOf(run, 'claude')?.errors, [{ code: 'out_of_credit', count: 18 }])
    assert.deepEqual(platformOf(run, 'perplexity')?.errors, [])
    assert.deepEqual(outcomesOf(answers, 'perplexity'), ['ok'])
    // Only what was under way when the first refusal came; nothing is hammered.
    for (const provider of ['openai', 'anthropic'])
      assert.ok(requests.filter((request) => request.provider === provider).length <= 6)
    for (const platform of ['chatgpt', 'claude'])
      assert.equal(
        house.log.filter(({ event, facts }) => event === 'platform.stopped' && facts['platform'] === platform).length,
        1,
      )
  })

  test('no word of a provider reaches the API; the operator’s log has them', async () => {
    const { client } = tenant
    const shown = JSON.stringify([
      await client.listRuns({ query: { limit: 200 } }),
      await allAnswers(client, brandId),
      await client.getBrandScore({ params: { id: brandId } }),
    ])
    const words =
      /incorrect api key|credit balance|anthropic api|quota|rate limit reached|overloaded_error|server had an error|please try again/i
    assert.equal(words.exec(shown)?.[0], undefined)
    for (const word of [/Incorrect API key/, /credit balance/]) assert.match(JSON.stringify(house.log), word)
  })

  test('a stopped platform is asked again after its pause', async () => {
    const { answers } = await measure(['chatgpt', 'claude'], [])
    assert.deepEqual(outcomesOf(answers), ['ok'])
  })

  test('slow answers are waited for', async () => {
    const { answers } = await measure(
      ['chatgpt', 'claude'],
      [{ kind: 'slow', delayMs: 400, provider: 'openai' }],
      one(),
    )
    assert.deepEqual(outcomesOf(answers), ['ok'])
  })

  test('what is not an answer is counted apart and weighs nothing in the score', async () => {
    const { client } = tenant
    const score = await client.getBrandScore({ params: { id: brandId } })
    const all = await allAnswers(client, brandId)
    const answers = all.filter(({ platform }) => score.weights[platform] !== 0)
    const count = (wanted: Answer['outcome']) => answers.filter(({ outcome }) => outcome === wanted).length
    assert.deepEqual(
      { ...score.sample, prompts: 0 },
      {
        prompts: 0,
        answers: count('ok'),
        notTriggered: count('not_triggered'),
        refused: count('refused'),
        empty: count('empty'),
        failed: count('failed'),
        unreadable: 0,
      },
    )
    for (const outcome of ['refused', 'empty', 'failed', 'not_triggered'])
      assert.ok(
        all.some((answer) => answer.outcome === outcome),
        outcome,
      )
    const platformScores = [
      ...Map.groupBy(
        answers.filter(({ outcome }) => outcome === 'ok'),
        ({ platform }) => platform,
      ),
    ]
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    const composite = mean(
      platformScores.map(([, ofPlatform]) =>
        mean(
          [...Map.groupBy(ofPlatform, ({ promptId }) => promptId).values()].map((ofPrompt) =>
            mean(ofPrompt.map(({ places }) => places.find(({ entityId }) => entityId === brandId)?.value ?? 0)),
          ),
        ),
      ),
    )
    assert.equal(score.composite, Math.floor(100 * composite + 0.5))
    await quiet(house)
    assert.deepEqual(await differencesOf(house, tenant, brandId), [])
  })
})
