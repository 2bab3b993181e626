import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@sightline/sdk'
import type { Database } from '../packages/server/src/base/db/database.ts'
import { openTestApp, type TestApp } from './support/test-app.ts'
import { quiet } from './support/pipeline.ts'

const QUESTIONS = Array.from({ length: 10 }, (_, index) => `which tool helps a team with purpose ${index + 1}`)
const WEEKS = ['2026-03-02', '2026-03-09']
/** Zephlane is news, and what is said of the brand is no praise. */
const TEXT =
  '1. **Quorvane**: a good tool.\n2. **Zephlane**: another.\n\nFernhold is slow, buggy and a terrible choice.'

/**
 * Texts of strangers take as long as they take, and a thread may be busy with others: whoever waits for one in a
 * transaction loses it after twenty seconds.
 */
describe('texts are read outside of transactions', { timeout: 120_000 }, () => {
  let house: TestApp
  let client: Client
  let params: { id: string }
  /** The tasks that threads were given, and whether whoever gave them was in a transaction. */
  const given = new Map<string, Set<'inside' | 'outside'>>()

  before(async () => {
    house = await openTestApp({ works: true })
    watch(house)
    ;({ client } = await house.tenant())
    params = { id: (await client.createBrand({ body: { name: 'Fernhold' } })).id }
    await client.addCompetitor({ params, body: { name: 'Quorvane' } })
    await client.createPrompts({ params, body: { prompts: QUESTIONS.map((text) => ({ text })) } })
    for (const day of WEEKS) {
      const answers = QUESTIONS.flatMap((prompt) =>
        ['chatgpt', 'claude'].map((platform) => ({ prompt, platform, text: TEXT, collectedAt: `${day}T12:00:00Z` })),
      )
      await client.importAnswers({ params, body: { answers } })
      await quiet(house)
    }
  })
  after(() => house.close())

  function watch({ app: { database, threads } }: TestApp): void {
    const inside = new AsyncLocalStorage<true>()
    const within = (open: Database['transaction']): Database['transaction'] =>
      (organizationId, work) => open(organizationId, (db) => inside.run(true, () => work(db))) // prettier-ignore
    database.transaction = within(database.transaction)
    database.snapshot = within(database.snapshot)
    const note = (task: string): void => {
      const places = given.get(task) ?? new Set()
      given.set(task, places.add(inside.getStore() ? 'inside' : 'outside'))
    }
    for (const reading of [threads, threads.urgent]) {
      const { each, together } = reading
      reading.each = (tenant, task, ...more) => (note(task), each(tenant, task, ...more))
      reading.together = (tenant, task, ...more) => (note(task), together(tenant, task, ...more))
    }
  }

  const placesOf = (task: string): string[] => [...(given.get(task) ?? [])]

  test('names that enter a market', async () => {
    const { data } = await client.listEvents({ query: { type: 'competitor.alert', brandId: params.id } })
    assert.ok(data.some((event) => event.type === 'competitor.alert' && event.data.name === 'Zephlane'))
    assert.deepEqual([placesOf('untracked'), placesOf('answersNaming')], [['outside'], ['outside']])
  })

  test('what answers criticise', () => {
    assert.deepEqual(placesOf('criticism'), ['outside'])
  })

  test('names that nobody tracks', async () => {
    const { data } = await client.discoverCompetitors({ params })
    assert.deepEqual(
      data.map(({ name, answers }) => [name, answers]),
      [['Zephlane', 40]],
    )
    assert.deepEqual(placesOf('discover'), ['outside'])
  })

  test('a share of voice of all names, and its history', async () => {
    given.delete('untracked')
    const { answersLookedAt } = await client.getShareOfVoice({ params, query: { basis: 'all' } })
    assert.equal(answersLookedAt, 20)
    await client.getShareOfVoiceHistory({ params, query: { basis: 'all' } })
    assert.deepEqual(placesOf('untracked'), ['outside'])
  })
})
