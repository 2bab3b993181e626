import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ApiError, createClient, type Client } from '@sightline/sdk'
import { quiet } from './support/pipeline.ts'
import { openTestApp, runEnd, type Tenant, type TestApp } from './support/test-app.ts'

describe('names nobody tracks, and prompts nobody asked yet', () => {
  let house: TestApp
  let tenant: Tenant
  let client: Client
  let id: string
  before(async () => {
    house = await openTestApp({ works: true })
    tenant = await house.tenant()
    client = tenant.client
    id = (await client.createBrand({ body: { name: 'Fernhold' } })).id
    await client.addCompetitor({ params: { id }, body: { name: 'Quorvane' } })
    await client.createPrompts({
      params: { id },
      body: { prompts: [{ text: 'best CRM software', topic: 'crm software' }] },
    })
    const texts = [
      '1. **Fernhold** – a\n2. **Zendrik** – b\n3. **Quorvane** – c',
      '- Zendrik: b\n- Veltora: d\n- Key Features: none',
      '| Tool | Price |\n|---|---|\n| Zendrik | $5 |\n| Fernhold | $6 |',
      'Nothing here.',
    ]
    const { runId } = await client.importAnswers({
      params: { id },
      body: {
        answers: texts.map((text, at) => ({
          text,
          platform: 'chatgpt',
          prompt: 'best CRM software',
          collectedAt: `2026-01-0${at + 1}T00:00:00Z`,
        })),
      },
    })
    await runEnd(client, runId ?? '')
  })
  after(() => house.close())

  test('untracked names come with their counts, examples and the answers looked at', async () => {
    const found = await client.discoverCompetitors({ params: { id } })
    assert.deepEqual([found.from, found.to, found.answersLookedAt, found.answers], ['2025-12-08', '2026-01-04', 4, 4])
    assert.deepEqual(
      found.data.map(({ name, answers, share, places }) => ({ name, answers, share, places })),
      [{ name: 'Zendrik', answers: 3, share: 0.75, places: { item: 2, row: 1, heading: 0 } }],
    )
    const [example] = found.data[0]?.examples ?? []
    assert.equal(example?.text, '2. **Zendrik** – b')
    const answer = await client.getAnswer({ params: { id: example?.answerId ?? '' } })
    assert.ok(answer.text?.includes(example?.text ?? ''))
  })

  test('minAnswers and window narrow it, and a name that is tracked now is gone', async () => {
    const names = async (query: { minAnswers?: number; window?: string }) =>
      (await client.discoverCompetitors({ params: { id }, query })).data.map(({ name }) => name)
    assert.deepEqual(await names({ minAnswers: 1 }), ['Zendrik', 'Veltora'])
    assert.deepEqual(await names({ minAnswers: 1, window: '2d' }), ['Zendrik'])
    assert.deepEqual(await names({ minAnswers: 1, window: '1d' }), [])
    await client.addCompetitor({ params: { id }, body: { name: 'zendrik' } })
    assert.deepEqual(await names({ minAnswers: 1 }), ['Veltora'])
  })

  test('suggested prompts flag what names the brand and what is asked already, and claim no volume', async () => {
    const before = (await client.listPrompts({ params: { id } })).data.length
    const { data, topics } = await client.suggestPrompts({ params: { id }, body: {} })
    assert.deepEqual(topics, ['crm software'])
    const [first] = data
    assert.deepEqual([first?.text, first?.topic, first?.branded], ['Best crm software', 'crm software', false])
    const [prompt] = (await client.listPrompts({ params: { id } })).data
    assert.equal(first?.duplicateOf, prompt?.id)
    assert.deepEqual(
      data.filter(({ branded }) => branded).map(({ text }) => text.includes('Fernhold')),
      data.filter(({ text }) => text.includes('Fernhold')).map(() => true),
    )
    for (const idea of data)
      assert.deepEqual(Object.keys(idea).toSorted(), [
        'branded',
        'country',
        'duplicateOf',
        'intent',
        'language',
        'source',
        'text',
        'topic',
      ])
    assert.equal((await client.listPrompts({ params: { id } })).data.length, before)
    const german = await client.suggestPrompts({ params: { id }, body: { language: 'de', topics: ['CRM'], limit: 1 } })
    assert.deepEqual(
      german.data.map(({ text, language }) => [text, language]),
      [['Was ist bei CRM am besten?', 'de']],
    )
  })

  test('a key that only reads may suggest; other organizations and other scopes may not', async () => {
    const reader = createClient({ baseUrl: house.baseUrl, apiKey: await tenant.newKey(['prompts:read']) })
    assert.ok((await reader.suggestPrompts({ params: { id }, body: {} })).data.length > 0)
    await assert.rejects(reader.discoverCompetitors({ params: { id } }), isProblem('insufficient_scope'))
    const other = await house.tenant()
    await assert.rejects(other.client.discoverCompetitors({ params: { id } }), isProblem('resource_not_found'))
    await assert.rejects(other.client.suggestPrompts({ params: { id }, body: {} }), isProblem('resource_not_found'))
  })

  test('of answers as long as any may be, as many are looked at as six million characters hold, and it says so', async () => {
    const long = await client.createBrand({ body: { name: 'Brindleboard' } })
    const params = { id: long.id }
    const list = '1. **Zendrik** – b\n2. **Veltora** – c\n\n'
    const text = list + 'It is a plain tool that does what it says. '.repeat(2_400).slice(0, 99_900 - list.length)
    const asked = { prompt: 'best tool', platform: 'chatgpt', text }
    for (const day of [1, 2, 3, 4, 5, 6, 7]) {
      const answers = Array.from({ length: 10 }, () => ({ ...asked, collectedAt: `2026-01-0${day}T00:00:00Z` }))
      await client.importAnswers({ params, body: { answers } })
    }
    await quiet(house)
    const found = await client.discoverCompetitors({ params })
    assert.deepEqual([found.answersLookedAt, found.answers], [60, 70])
    assert.deepEqual(
      found.data.map(({ name, answers, share }) => [name, answers, share]),
      [
        ['Veltora', 60, 1],
        ['Zendrik', 60, 1],
      ],
    )
    const { answers, answersLookedAt } = await client.getShareOfVoice({ params, query: { basis: 'all' } })
    assert.deepEqual([answersLookedAt, answers], [60, 70])
  })

  test('a brand without answers has discovered nothing', async () => {
    const fresh = await client.createBrand({ body: { name: 'Nobody yet' } })
    const found = await client.discoverCompetitors({ params: { id: fresh.id } })
    assert.deepEqual(found, { data: [], from: null, to: null, answersLookedAt: 0, answers: 0 })
  })
})

const isProblem = (code: string) => (error: unknown) => error instanceof ApiError && error.code === code
