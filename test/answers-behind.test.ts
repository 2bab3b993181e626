import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sessionOperations, type Client } from '@sightline/sdk'
import { openTestApp, runEnd, type TestApp } from './support/test-app.ts'
import { liftMinuteLimit } from './support/owner.ts'
import { join } from './support/people.ts'
import { quiet } from './support/pipeline.ts'
import { QUESTIONS, secondWeek, twoWeeks, type TwoWeeks } from './support/two-weeks.ts'

const { updateOrganization } = sessionOperations
type Asked = NonNullable<Parameters<Client['listAnswers']>[0]['query']>

describe('the answers behind a number', () => {
  let house: TestApp
  let weeks: TwoWeeks
  let client: Client
  let params: { id: string }

  before(async () => {
    house = await openTestApp({ works: true })
    weeks = await twoWeeks(house)
    ;({ client } = weeks.tenant)
    params = { id: weeks.brandId }
    await liftMinuteLimit(house, weeks.tenant)
    await client.updateBrand({ params, body: { domains: ['fernhold.example'] } })
    await importMore(client, params)
    await quiet(house)
  })
  after(() => house.close())

  /** How many the list says there are; it holds as many. */
  async function countOf(query: Asked): Promise<number> {
    const { data, matching } = await client.listAnswers({ params, query: { ...query, count: 'true', limit: 200 } })
    assert.equal(data.length, matching)
    return data.length
  }
  const valid = { ...secondWeek, outcome: 'ok' } as const

  test('of a score are told apart from those to branded and archived prompts', async () => {
    const { sample, asOf, platforms } = await client.getBrandScore({ params })
    assert.equal(asOf, secondWeek.to)
    assert.equal(await countOf({ ...valid, countedIn: 'score' }), sample.answers)
    assert.equal(sample.answers, 6)
    assert.equal(await countOf(valid), 9)
    for (const { slug, sample: own } of platforms)
      assert.equal(await countOf({ ...valid, countedIn: 'score', platform: slug }), own.answers)
    const unanswered = { ...secondWeek, outcome: 'not_triggered', countedIn: 'panel' } as const
    assert.equal(await countOf(unanswered), sample.notTriggered)
  })

  test('of a score leave out platforms that weigh nothing in it, and of their own score do not', async () => {
    const admin = await join(house, weeks.tenant, 'admin')
    const weigh = async (platformWeights: Record<string, number> | null) => {
      await admin.ask(updateOrganization, { body: { platformWeights } })
      await quiet(house)
    }
    await weigh({ chatgpt: 1, claude: 0 })
    const { sample } = await client.getBrandScore({ params })
    assert.equal(await countOf({ ...valid, countedIn: 'score' }), sample.answers)
    assert.ok((await countOf({ ...valid, countedIn: 'panel' })) > sample.answers)
    const own = await client.getPlatformResult({ params: { ...params, slug: 'claude' } })
    assert.equal(await countOf({ ...valid, countedIn: 'score', platform: 'claude' }), own.sample.answers)
    await weigh(null)
  })

  test('of a topic, a platform and a name are those that platform results and shares count', async () => {
    const topic = { ...valid, countedIn: 'panel', topic: 'teams' } as const
    const { data } = await client.listPlatformResults({ params, query: { topic: 'teams' } })
    for (const { slug, outcomes, named, cited } of data) {
      assert.equal(await countOf({ ...topic, platform: slug }), outcomes.ok)
      assert.equal(await countOf({ ...topic, platform: slug, mentioned: 'true' }), named)
      assert.equal(await countOf({ ...topic, platform: slug, cites: 'own' }), cited)
    }
    assert.equal(
      data.reduce((sum, { cited }) => sum + cited, 0),
      1,
    )
    const shares = await client.getShareOfVoice({ params, query: { topic: 'teams' } })
    for (const { kind, entityId, answers } of shares.entries)
      assert.equal(
        await countOf({ ...topic, ...(kind === 'brand' ? { mentioned: 'true' } : { competitorId: entityId }) }),
        answers,
      )
  })

  test('of a source and of a gap are those that its rows count', async () => {
    const days = { from: '2025-11-03', to: secondWeek.to }
    for (const groupBy of ['domain', 'page'] as const) {
      const { data } = await client.listCitations({ params, query: { ...days, groupBy } })
      assert.ok(data.length > 1)
      for (const { domain, url, answers } of data)
        assert.equal(await countOf({ ...days, cites: url ?? domain }), answers)
      const gaps = await client.listCitationGaps({ params, query: { ...days, groupBy } })
      assert.ok(gaps.data.length > 0)
      for (const { domain, url, ...gap } of gaps.data) {
        const drawn = { ...days, drawsOn: url ?? domain }
        assert.equal(await countOf({ ...drawn, mentioned: 'false', anyCompetitor: 'true' }), gap.answersWithoutBrand)
        assert.equal(await countOf({ ...drawn, anyCompetitor: 'true' }), gap.answersWithCompetitors)
        assert.equal(await countOf({ ...drawn, mentioned: 'true' }), gap.answersWithBrand)
      }
    }
  })

  test('are counted over all pages, and only where that is asked for', async () => {
    const page = await client.listAnswers({ params, query: { ...valid, limit: 2, count: 'true' } })
    assert.deepEqual([page.data.length, page.matching, page.pagination.hasMore], [2, 9, true])
    const next = await client.listAnswers({
      params,
      query: { ...valid, limit: 2, count: 'true', cursor: page.pagination.nextCursor ?? '' },
    })
    assert.equal(next.matching, 9)
    assert.equal((await client.listAnswers({ params, query: valid })).matching, null)
  })
})

/** Beside the two weeks: a branded prompt, one that is archived, and sources. */
async function importMore(client: Client, params: { id: string }): Promise<void> {
  const answer = (prompt: string, text: string, urls: string[] = []) => ({
    prompt,
    platform: 'chatgpt',
    text,
    collectedAt: '2025-11-14T12:00:00Z',
    citations: urls.map((url) => ({ url })),
  })
  const archived = 'what did people use last year'
  const { runId } = await client.importAnswers({
    params,
    body: {
      answers: [
        answer('is Fernhold any good', 'Fernhold is good.', ['https://reviews.test/fernhold']),
        answer(archived, 'Quorvane is good.', ['https://reviews.test/all', 'https://forum.test/a']),
        answer(QUESTIONS[0], 'Quorvane is good.', ['https://www.fernhold.example/why', 'https://reviews.test/all']),
        answer(archived, 'Taskmoor is good.', ['https://forum.test/a']),
      ],
    },
  })
  await runEnd(client, runId ?? '')
  const { data } = await client.listPrompts({ params })
  const pid = data.find(({ text }) => text === archived)?.id ?? ''
  await client.updatePrompt({ params: { ...params, pid }, body: { status: 'archived' } })
}
