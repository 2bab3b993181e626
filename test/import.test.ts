import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ANSWER_MAX_LENGTH, PROMPT_MAX_LENGTH, type Answer } from '@sightline/sdk'
import { asCommandLine } from '../packages/server/src/commands/with-app.ts'
import { importAnswers } from '../packages/server/src/operations/measuring/import-answers.ts'
import { requireBrand } from '../packages/server/src/operations/tenant.ts'
import { ask } from './support/http.ts'
import { openTestApp, runEnd, type Tenant, type TestApp } from './support/test-app.ts'
import { liftMinuteLimit } from './support/owner.ts'
import { allAnswers, differencesOf, quiet, refusalOf } from './support/pipeline.ts'

const generous = { timeout: 120_000 }

type Sent = Record<string, unknown>
const entry = (more: Sent = {}): Sent => ({ prompt: 'best crm', platform: 'chatgpt', text: 'Acme is fine.', ...more })

describe('answers collected elsewhere', generous, () => {
  let house: TestApp
  let tenant: Tenant

  before(async () => {
    house = await openTestApp({ works: true })
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
  })
  after(() => house.close())

  let brands = 0
  async function newBrand(names: { name?: string; domains?: string[] } = {}): Promise<string> {
    brands += 1
    return (await tenant.client.createBrand({ body: { name: `Acme ${brands}`, ...names } })).id
  }

  async function send(brandId: string, answers: unknown[], options: { allowNewPlatforms?: boolean } = {}) {
    const imported = await tenant.client.importAnswers({ params: { id: brandId }, body: { answers, ...options } })
    if (imported.runId) await runEnd(tenant.client, imported.runId)
    return imported
  }

  test('what is not good is told by its index and code; the rest is stored', async () => {
    const brandId = await newBrand()
    const hour = 3_600_000
    const { accepted, duplicates, rejected, runId } = await send(brandId, [
      entry(),
      'no object',
      entry({ text: 'x'.repeat(ANSWER_MAX_LENGTH + 1) }),
      entry({ prompt: '   ' }),
      entry({ prompt: 'y'.repeat(PROMPT_MAX_LENGTH + 1) }),
      entry({ platform: 'my-own-model' }),
      entry({ collectedAt: new Date(Date.now() + 2 * hour).toISOString() }),
      entry({ collectedAt: 'yesterday' }),
      entry({ platform: 'No Slug' }),
      entry({ surprise: true }),
      entry({ collectedAt: new Date(Date.now() + hour / 2).toISOString() }),
    ])
    assert.deepEqual([accepted, duplicates], [2, 0])
    assert.deepEqual(
      rejected.map(({ index, code }) => [index, code]),
      [
        [1, 'invalid_answer'],
        [2, 'text_too_long'],
        [3, 'prompt_empty'],
        [4, 'prompt_too_long'],
        [5, 'unknown_platform'],
        [6, 'collected_in_future'],
        [7, 'invalid_answer'],
        [8, 'invalid_answer'],
        [9, 'invalid_answer'],
      ],
    )
    for (const { message } of rejected) assert.ok(message.length > 10)
    const stored = await allAnswers(tenant.client, brandId)
    assert.equal(stored.length, 2)
    for (const answer of stored) assert.deepEqual([answer.surface, answer.runId], ['import', runId])
  })

  test('NUL and half characters are told by their index, and spoil no other answer, with an Idempotency-Key too', async () => {
    const brandId = await newBrand()
    const broken = [
      { text: 'NUL \0 in it' },
      { text: 'half a pair: \ud83d' },
      { prompt: 'half a pair: \udc00' },
      { '\0': 1 },
    ]
    const reply = await ask(`${house.baseUrl}/brands/${brandId}/answers`, {
      method: 'POST',
      key: tenant.key,
      headers: { 'idempotency-key': 'broken' },
      body: { answers: [...broken.map((fields) => entry(fields)), entry()] },
    })
    assert.equal(reply.status, 202, reply.text)
    const { runId, accepted, rejected } = JSON.parse(reply.text) as {
      runId: string
      accepted: number
      rejected: { index: number; code: string }[]
    }
    assert.equal(accepted, 1)
    assert.deepEqual(
      rejected.map(({ index, code }) => `${index} ${code}`),
      ['0 text_not_unicode', '1 text_not_unicode', '2 text_not_unicode', '3 invalid_answer'],
    )
    await runEnd(tenant.client, runId)
    assert.equal((await allAnswers(tenant.client, brandId)).length, 1)
  })

  test('by the command line, where no HTTP door stands before, they are told by their index', async () => {
    const brandId = await newBrand()
    const context = { surface: 'import', allowNewPlatforms: true } as const
    const { accepted, rejected } = await asCommandLine(house.app, tenant.organizationId, async (inside) =>
      importAnswers(
        inside,
        await requireBrand(inside, brandId),
        [
          { text: '\0' },
          { prompt: '\udc00' },
          { model: '\0' },
          { externalId: '\0' },
          { citations: [{ url: 'https://a.example', title: '\0' }] },
          {},
        ].map(entry),
        context,
      ),
    )
    assert.equal(accepted, 1)
    assert.deepEqual(
      rejected.map(({ index, code }) => `${index} ${code}`),
      [0, 1, 2, 3, 4].map((index) => `${index} text_not_unicode`),
    )
  })

  test('when nothing is good, nothing is stored, not even a prompt or a run', async () => {
    const brandId = await newBrand()
    const { runId, accepted } = await send(brandId, [entry({ platform: 'unheard-of' })])
    assert.deepEqual([runId, accepted], [null, 0])
    assert.deepEqual((await tenant.client.listPrompts({ params: { id: brandId }, query: {} })).data, [])
    assert.deepEqual((await tenant.client.listRuns({ query: { brandId } })).data, [])
  })

  test('an external id is stored once: in a batch, in the next one, and in two at the same time', async () => {
    const brandId = await newBrand()
    const batch = [1, 2, 3, 2].map((number) => entry({ externalId: `mine-${number}`, text: `Answer ${number}` }))
    const first = await send(brandId, batch)
    assert.deepEqual([first.accepted, first.duplicates], [3, 1])
    const second = await send(brandId, [...batch, entry({ externalId: 'mine-4' })])
    assert.deepEqual([second.accepted, second.duplicates], [1, 4])
    const late = Array.from({ length: 20 }, (_, number) => entry({ externalId: `late-${number}` }))
    const together = await Promise.all([send(brandId, late), send(brandId, late), send(brandId, late)])
    assert.deepEqual(
      together.map(({ accepted }) => accepted).toSorted((one, other) => one - other),
      [0, 0, 20],
    )
    const answers = await allAnswers(tenant.client, brandId)
    assert.equal(answers.length, 24)
    assert.equal(new Set(answers.map(({ externalId }) => externalId)).size, 24)
  })

  test('a prompt is made once for each text and locale', async () => {
    const brandId = await newBrand()
    const locale = { country: 'DE', language: 'de' }
    await send(brandId, [entry(), entry({ prompt: ' best crm ' }), entry({ locale }), entry({ prompt: 'cheap crm' })])
    await send(brandId, [entry(), entry({ locale })])
    const { data } = await tenant.client.listPrompts({ params: { id: brandId }, query: {} })
    assert.deepEqual(data.map(({ text, country, language }) => [text, country, language].join(' ')).toSorted(), [
      'best crm  ',
      'best crm DE de',
      'cheap crm  ',
    ])
  })

  test('platforms of one’s own are taken when allowed, under their own slug', async () => {
    const brandId = await newBrand()
    const { accepted } = await send(brandId, [entry({ platform: 'my-own-model' })], { allowNewPlatforms: true })
    assert.equal(accepted, 1)
    const { platforms } = await tenant.client.getBrandScore({ params: { id: brandId } })
    assert.deepEqual(
      platforms.map(({ slug, key, surface }) => [slug, key, surface]),
      [['my-own-model', 'my_own_model', 'import']],
    )
  })

  test('outcomes are kept as told; without a text an answer is empty', async () => {
    const brandId = await newBrand({ name: 'Quorvane' })
    await send(brandId, [
      entry({ text: 'Quorvane is here.' }),
      entry({ text: '  ' }),
      entry({ text: '', outcome: 'not_triggered' }),
      entry({ text: 'Quorvane? I cannot help with that.', outcome: 'refused' }),
      entry({ text: '', outcome: 'empty' }),
    ])
    const answers = await allAnswers(tenant.client, brandId)
    assert.deepEqual(answers.map(({ outcome }) => outcome).toSorted(), [
      'empty',
      'empty',
      'not_triggered',
      'ok',
      'refused',
    ])
    assert.equal(answers.find(({ outcome }) => outcome === 'refused')?.places.length, 0)
    const { sample, composite } = await tenant.client.getBrandScore({ params: { id: brandId } })
    assert.equal(composite, 100)
    assert.deepEqual(sample, {
      prompts: 1,
      answers: 1,
      notTriggered: 1,
      refused: 1,
      empty: 2,
      failed: 0,
      unreadable: 0,
    })
  })

  test('an answer counts on the UTC day it was collected', async () => {
    const brandId = await newBrand({ name: 'Taskmoor' })
    const text = 'Taskmoor leads.'
    await send(brandId, [
      entry({ text, collectedAt: '2026-03-10T23:30:00-02:00' }),
      entry({ text: 'Others.', collectedAt: '2026-03-10T23:59:59.999Z' }),
      entry({ text, collectedAt: '2026-02-01T00:00:00Z' }),
    ])
    const on = async (day: string) =>
      (await tenant.client.listAnswers({ params: { id: brandId }, query: { from: day, to: day } })).data.length
    assert.deepEqual([await on('2026-03-11'), await on('2026-03-10'), await on('2026-02-01')], [1, 1, 1])
    const { asOf, composite } = await tenant.client.getBrandScore({ params: { id: brandId } })
    assert.deepEqual([asOf, composite], ['2026-03-11', 50])
  })

  test('citations come back canonical, each with its owner', async () => {
    const brandId = await newBrand({ name: 'Cited', domains: ['cited.com'] })
    await tenant.client.addCompetitor({ params: { id: brandId }, body: { name: 'Rival', domains: ['rival.io'] } })
    await send(brandId, [
      entry({
        citations: [
          { url: 'HTTPS://WWW.Cited.com:443/pricing?utm_source=chatgpt.com#:~:text=plans', title: 'Prices' },
          { url: 'https://www.cited.com/pricing', title: 'Prices again' },
          { url: 'https://blog.rival.io/post' },
          { url: 'https://notcited.com/' },
          { url: 'javascript:alert(1)' },
          { url: 'not a url' },
        ],
      }),
    ])
    const [answer] = await allAnswers(tenant.client, brandId)
    assert.deepEqual(
      answer?.citations.map(({ domain, owner }) => [domain, owner]),
      [
        ['cited.com', 'own'],
        ['blog.rival.io', 'competitor'],
        ['notcited.com', 'third_party'],
      ],
    )
    assert.doesNotMatch(JSON.stringify(answer?.citations), /utm_source|#:~|:443|javascript/)
  })

  test('a thousand at once are stored, and one more is refused', async () => {
    const brandId = await newBrand({ name: 'Fernhold' })
    const answers = Array.from({ length: 1_000 }, (_, number) =>
      entry({
        prompt: `prompt ${number % 40}`,
        externalId: `n-${number}`,
        text: number % 4 ? 'None.' : 'Fernhold leads.',
      }),
    )
    assert.equal((await send(brandId, answers)).accepted, 1_000)
    const score = await tenant.client.getBrandScore({ params: { id: brandId } })
    // prompt 0, 4, 8 … names it in each of its 25 answers, the other 30 of 40 in none.
    assert.deepEqual([score.composite, score.sample.prompts, score.sample.answers], [25, 40, 1_000])
    const refusal = await refusalOf(send(brandId, [...answers, entry()]))
    assert.deepEqual([refusal.status, refusal.code], [422, 'validation_failed'])
    await quiet(house)
    assert.deepEqual(await differencesOf(house, tenant, brandId), [])
  })

  test('scores equal those worked out by hand from the definitions', async () => {
    const brandId = await newBrand({ name: 'Acme' })
    for (const name of ['Beta', 'Gamma']) await tenant.client.addCompetitor({ params: { id: brandId }, body: { name } })
    const list = (names: string[]) =>
      `Some options:\n\n${names.map((name, index) => `${index + 1}. ${name}`).join('\n')}\n`
    const on = (platform: string, prompt: string, text: string): Sent => ({ platform, prompt, text })
    await send(brandId, [
      // chatgpt, prompt A: place 1 → 1; not named → 0. Mean 0.5
      on('chatgpt', 'prompt a', 'Acme is the one to take. Beta comes next.'),
      on('chatgpt', 'prompt a', 'Take Beta or Gamma.'),
      // chatgpt, prompt B: third in a list → 0.9² = 0.81. Platform: (0.5 + 0.81) / 2 = 0.655
      on('chatgpt', 'prompt b', list(['Beta', 'Gamma', 'Acme'])),
      // claude, prompt A: second after Beta → 0.9
      on('claude', 'prompt a', 'Beta is strong, and Acme is as good.'),
      // claude, prompt B: twelfth item → never below 0.4. Platform: (0.9 + 0.4) / 2 = 0.65
      on(
        'claude',
        'prompt b',
        list(['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Acme']),
      ),
      // perplexity: nobody is named, 0; the refusal beside it is not an answer
      on('perplexity', 'prompt a', 'It depends on what you need.'),
      { ...on('perplexity', 'prompt a', 'I will not say.'), outcome: 'refused' },
    ])
    const values = (await allAnswers(tenant.client, brandId))
      .map(valueFor(brandId))
      .toSorted((one, other) => one - other)
    assert.deepEqual(values, [0, 0, 0, 0.4, 0.81, 0.9, 1])
    const score = await tenant.client.getBrandScore({ params: { id: brandId } })
    // 65.5 rounds half up to 66; composite (65.5 + 65 + 0) / 3 = 43.5 → 44.
    assert.deepEqual(Object.fromEntries(score.platforms.map(({ slug, score: points }) => [slug, points])), {
      chatgpt: 66,
      claude: 65,
      perplexity: 0,
    })
    assert.equal(score.composite, 44)
    assert.deepEqual(score.sample, {
      prompts: 2,
      answers: 6,
      notTriggered: 0,
      refused: 1,
      empty: 0,
      failed: 0,
      unreadable: 0,
    })
    assert.equal(score.provisional, true)
    const map = await tenant.client.getVisibilityScores({ query: { brandId } })
    assert.deepEqual([map.compositeScore, map.trend], [44, '+0.0%'])
  })

  const valueFor = (brandId: string) => (answer: Answer) =>
    answer.outcome === 'ok' ? (answer.places.find(({ entityId }) => entityId === brandId)?.value ?? 0) : 0
})
