import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ApiError, createClient, type BrandScore } from '@sightline/sdk'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { quiet } from './support/pipeline.ts'
import { secondWeek, twoWeeks, type TwoWeeks } from './support/two-weeks.ts'

describe('a brand among its competitors, computed by hand', () => {
  let house: TestApp
  let weeks: TwoWeeks
  let client: Tenant['client']
  let params: { id: string }
  let score: BrandScore

  before(async () => {
    house = await openTestApp({ works: true })
    weeks = await twoWeeks(house)
    client = weeks.tenant.client
    params = { id: weeks.brandId }
    score = await client.getBrandScore({ params })
  })
  after(() => house.close())

  const refusedWith = (code: string) => (error: unknown) => error instanceof ApiError && error.code === code

  describe('platform results', () => {
    test('give every rate with the counts it is made from, as a hand counts them', async () => {
      const { data, ...around } = await client.listPlatformResults({ params })
      assert.deepEqual({ from: around.from, to: around.to }, secondWeek)
      assert.deepEqual(
        data.map(({ slug }) => slug),
        ['chatgpt', 'claude'],
      )
      const claude = data[1]
      assert.ok(claude)
      assert.deepEqual(
        { triggerRate: claude.triggerRate, shown: claude.shown, asked: claude.asked },
        { triggerRate: 2 / 3, shown: 2, asked: 3 },
      )
      assert.deepEqual(claude.outcomes, { ok: 2, notTriggered: 1, refused: 0, empty: 0, failed: 0, unreadable: 0 })
      assert.deepEqual([claude.mentionRate, claude.named], [0.5, 1])
      assert.deepEqual([claude.meanPlace, claude.placeSum, claude.placed], [1, 1, 1])
      assert.deepEqual([claude.citationRate, claude.cited, claude.surface], [0, 0, 'import'])
      assert.deepEqual([data[0]?.meanPlace, data[0]?.placeSum, data[0]?.placed], [1.5, 3, 2])
    })

    test('of one platform are the same entry alone, and an unknown platform is an error', async () => {
      const all = await client.listPlatformResults({ params })
      const { data, platform } = await client.listPlatformResults({ params, query: { platform: 'claude' } })
      assert.equal(all.platform, null)
      assert.equal(platform, 'claude')
      assert.deepEqual(
        data,
        all.data.filter(({ slug }) => slug === 'claude'),
      )
      await assert.rejects(
        client.listPlatformResults({ params, query: { platform: 'nowhere' } }),
        refusedWith('invalid_parameter'),
      )
    })

    test('agree with the score', async () => {
      const { data } = await client.listPlatformResults({ params })
      assert.deepEqual(
        data.map(({ slug, score, interval, sample, triggerRate }) => ({ slug, score, interval, sample, triggerRate })),
        score.platforms.map(({ slug, score, interval, sample, triggerRate }) => ({
          slug,
          score,
          interval,
          sample,
          triggerRate,
        })),
      )
    })

    test('of one platform are the same; a known one that was not asked is not measured, an unknown one is an error', async () => {
      const { data } = await client.listPlatformResults({ params })
      const {
        slug,
        named,
        meanPlace,
        score: own,
      } = await client.getPlatformResult({ params: { ...params, slug: 'claude' } })
      assert.deepEqual([slug, named, meanPlace, own], ['claude', data[1]?.named, data[1]?.meanPlace, data[1]?.score])
      const grok = await client.getPlatformResult({ params: { ...params, slug: 'grok' } })
      assert.deepEqual(
        [grok.score, grok.mentionRate, grok.meanPlace, grok.surface, grok.sample.answers],
        [null, null, null, null, 0],
      )
      await assert.rejects(
        client.getPlatformResult({ params: { ...params, slug: 'nowhere' } }),
        refusedWith('resource_not_found'),
      )
    })

    test('of a topic count its prompts only; a topic that no prompt has is an error', async () => {
      const { data } = await client.listPlatformResults({ params, query: { topic: 'teams' } })
      assert.deepEqual(
        data.map(({ slug, score, sample }) => [slug, score, sample.answers]),
        [
          ['chatgpt', 50, 2],
          ['claude', 0, 1],
        ],
      )
      await assert.rejects(
        client.listPlatformResults({ params, query: { topic: 'cars' } }),
        refusedWith('invalid_parameter'),
      )
    })
  })

  describe('share of voice', () => {
    test('is 100 × answers ÷ namings, as a hand counts them', async () => {
      const share = await client.getShareOfVoice({ params })
      assert.deepEqual([share.answers, share.namings, share.basis], [5, 5, 'tracked'])
      assert.deepEqual(
        share.entries.map(({ name, kind, entityId, score, answers }) => ({ name, kind, entityId, score, answers })),
        [
          { name: 'Fernhold', kind: 'brand', entityId: weeks.brandId, score: 60, answers: 3 },
          { name: 'Quorvane', kind: 'competitor', entityId: weeks.competitorIds[0], score: 40, answers: 2 },
          { name: 'Taskmoor', kind: 'competitor', entityId: weeks.competitorIds[1], score: 0, answers: 0 },
        ],
      )
      const claude = await client.getShareOfVoice({ params, query: { platform: 'claude' } })
      assert.deepEqual(
        claude.entries.map(({ score }) => score),
        [50, 50, 0],
      )
    })

    test('over time: a week’s point is that week’s share', async () => {
      const { points, entities } = await client.getShareOfVoiceHistory({ params, query: { interval: 'week' } })
      assert.deepEqual(
        entities.map(({ name }) => name),
        ['Fernhold', 'Quorvane', 'Taskmoor'],
      )
      // First week: 4 answers name Fernhold, 4 Quorvane, 1 Taskmoor: 44.4, 44.4 and 11.1; the first of equals gets the rest.
      const [first, second] = points
      assert.deepEqual(
        [first?.answers, first?.namings, first?.entries.map(({ answers }) => answers)],
        [5, 9, [4, 4, 1]],
      )
      assert.equal(
        first?.entries.reduce((sum, { score }) => sum + score, 0),
        100,
      )
      assert.deepEqual(
        second?.entries.map(({ score }) => score),
        [60, 40, 0],
      )
    })

    test('an unknown platform, topic or basis is an error, not an empty list', async () => {
      for (const query of [{ platform: 'nowhere' }, { topic: 'cars' }, { basis: 'some' as 'tracked' }])
        await assert.rejects(client.getShareOfVoice({ params, query }), refusedWith('invalid_parameter'))
    })
  })

  describe('head to head', () => {
    test('tells scores, shares, leads and who stands first where both are named, as a hand counts them', async () => {
      const compared = await client.compareCompetitors({ params })
      assert.deepEqual(
        compared.entries.map(({ name, score, shareOfVoice, named, trend }) => [
          name,
          score,
          shareOfVoice,
          named,
          trend?.delta,
        ]),
        [
          ['Fernhold', 60, 60, 3, -9],
          ['Quorvane', 50, 40, 2, -35],
          ['Taskmoor', 0, 0, 0, -22.5],
        ],
      )
      assert.deepEqual(compared.entries[0]?.interval, score.interval)
      assert.deepEqual(compared.entries[0]?.trend?.interval, score.trend.interval)
      assert.deepEqual(compared.sample, score.sample)
      const [quorvane, taskmoor] = compared.headToHead
      assert.deepEqual([quorvane?.lead.delta, quorvane?.lead.pairs], [10, 4])
      assert.deepEqual(quorvane?.answers, {
        both: 1,
        brandFirst: 0,
        competitorFirst: 1,
        level: 0,
        onlyBrand: 2,
        onlyCompetitor: 1,
        neither: 1,
      })
      assert.deepEqual(taskmoor?.answers, {
        both: 0,
        brandFirst: 0,
        competitorFirst: 0,
        level: 0,
        onlyBrand: 3,
        onlyCompetitor: 0,
        neither: 2,
      })
    })

    test('takes the competitors asked for in their order, and refuses those of nobody and more than twenty', async () => {
      const [quorvane, taskmoor] = weeks.competitorIds
      const ask = (competitorIds: string) => client.compareCompetitors({ params, query: { competitorIds } })
      assert.deepEqual(
        (await ask(`${taskmoor},${quorvane}`)).headToHead.map(({ competitorId }) => competitorId),
        [taskmoor, quorvane],
      )
      assert.deepEqual(
        (await ask(taskmoor)).entries.map(({ name, shareOfVoice }) => [name, shareOfVoice]),
        [
          ['Fernhold', 60],
          ['Taskmoor', 0],
        ],
      )
      await assert.rejects(ask('cmp_01arz3ndektsv4rrffq69g5fav'), refusedWith('invalid_parameter'))
      await assert.rejects(ask(weeks.brandId), refusedWith('invalid_parameter'))
      const many = Array.from(
        { length: 21 },
        (_, index) => `cmp_01arz3ndektsv4rrffq69g5${String(index).padStart(3, '0')}`,
      )
      await assert.rejects(ask(many.join(',')), refusedWith('invalid_parameter'))
      await assert.rejects(
        client.compareCompetitors({ params, query: { window: '93d' } }),
        refusedWith('invalid_parameter'),
      )
    })
  })

  test('a list of competitors with a window tells of each what the comparison tells; without one, nothing', async () => {
    const { entries, from, to } = await client.compareCompetitors({ params, query: { window: '7d' } })
    const { data } = await client.listCompetitors({ params, query: { window: '7d' } })
    assert.deepEqual(
      data.map(({ id, measured }) => ({ entityId: id, ...measured })),
      entries
        .filter(({ kind }) => kind === 'competitor')
        .map(({ entityId, score, interval, shareOfVoice, named, trend }) => {
          return { entityId, from, to, score, interval, shareOfVoice, named, trend }
        }),
    )
    const plain = await client.listCompetitors({ params })
    assert.deepEqual(
      plain.data.map(({ measured }) => measured),
      [null, null],
    )
    const other = await house.tenant()
    const { id } = await other.client.createBrand({ body: { name: 'Elsewhere' } })
    await other.client.addCompetitor({ params: { id }, body: { name: 'Nobody' } })
    const unmeasured = await other.client.listCompetitors({ params: { id }, query: { window: '7d' } })
    assert.deepEqual(
      unmeasured.data.map(({ measured }) => measured),
      [null],
    )
  })

  test('the scoring method is served as the engine calculates', async () => {
    const method = await client.getScoringMethod()
    assert.equal(method.scoringVersion, score.scoringVersion)
    assert.deepEqual(method.answerValue.byPlace[2], { place: 3, andLater: false, value: 0.81 })
  })

  describe('who may read what', () => {
    test('another organization and an unknown brand get the same refusal; before the first answers there is no score', async () => {
      const other = await house.tenant()
      const { id } = await other.client.createBrand({ body: { name: 'Elsewhere' } })
      const reads = (caller: Tenant['client'], brandId: string) => [
        () => caller.getScoreHistory({ params: { id: brandId } }),
        () => caller.explainScore({ params: { id: brandId } }),
        () => caller.compareScores({ params: { id: brandId } }),
        () => caller.listPlatformResults({ params: { id: brandId } }),
        () => caller.getPlatformResult({ params: { id: brandId, slug: 'claude' } }),
        () => caller.getShareOfVoice({ params: { id: brandId } }),
        () => caller.getShareOfVoiceHistory({ params: { id: brandId } }),
        () => caller.compareCompetitors({ params: { id: brandId } }),
      ]
      for (const read of reads(other.client, weeks.brandId))
        await assert.rejects(read(), refusedWith('resource_not_found'))
      for (const read of reads(other.client, id)) await assert.rejects(read(), refusedWith('score_not_available'))
    })

    test('each asks for the scope it declares', async () => {
      const apiKey = await weeks.tenant.newKey(['results:read'])
      const limited = createClient({ baseUrl: house.baseUrl, apiKey })
      await limited.listPlatformResults({ params })
      await assert.rejects(limited.getShareOfVoice({ params }), refusedWith('insufficient_scope'))
      await assert.rejects(limited.compareCompetitors({ params }), refusedWith('insufficient_scope'))
    })
  })

  test('changes of prompts and competitors are marked on their day, also after a competitor is gone', async () => {
    const rival = await client.addCompetitor({ params, body: { name: 'Shortlived' } })
    await client.removeCompetitor({ params: { ...params, cid: rival.id } })
    await client.updatePrompt({ params: { ...params, pid: weeks.promptIds[0] }, body: { status: 'archived' } })
    await quiet(house)
    const today = rival.createdAt.slice(0, 10)
    const { marks, points } = await client.getScoreHistory({ params, query: { from: today, to: today } })
    assert.deepEqual(points, [])
    const competitors = marks.find(({ kind }) => kind === 'competitors')
    assert.deepEqual(
      { ...competitors, names: competitors?.names.toSorted() },
      {
        day: today,
        kind: 'competitors',
        platform: null,
        before: null,
        after: null,
        added: 3,
        removed: 1,
        changed: 0,
        names: ['Quorvane', 'Shortlived', 'Taskmoor'],
      },
    )
    // The brand’s first prompts began the set; they did not change it.
    const prompts = marks.find(({ kind }) => kind === 'prompts')
    assert.deepEqual([prompts?.added, prompts?.removed, prompts?.changed], [0, 1, 0])
  })
})
