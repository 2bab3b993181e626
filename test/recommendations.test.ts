import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { RecommendationSummary } from '@sightline/sdk'
import { openTestApp, type TestApp } from './support/test-app.ts'
import {
  daysFrom,
  gapMarket,
  GAP_QUESTION,
  listed,
  move,
  only,
  PLATFORMS,
  sidOf,
  topOf,
  type GapMarket,
} from './support/gap-market.ts'
import { asOwner } from './support/owner.ts'
import { differencesOf, quiet, refusalOf } from './support/pipeline.ts'

const generous = { timeout: 240_000 }
const MARCH = '2026-03-02'

describe('recommendations from imported answers', generous, () => {
  let house: TestApp
  let clock = new Date('2026-03-10T08:00:00Z')

  before(async () => {
    house = await openTestApp({ works: true, now: () => clock })
  })
  after(() => house.close())

  const at = (day: string): void => void (clock = new Date(`${day}T08:00:00Z`))
  describe('what they say', () => {
    let market: GapMarket
    before(async () => {
      market = await gapMarket(house)
      await market.answer(daysFrom(MARCH, 4))
    })

    test('the lift is that of a hand: 0.3 × 100 ÷ 6 × the median of 1 and 0.9', async () => {
      const found = await only(market)
      assert.deepEqual(
        [found.kind, found.fingerprint, found.estimatedLift, found.successRate, found.status],
        ['prompt_gap', `prompt_gap:${market.promptIds[0]}`, 5, 0.3, 'new'],
      )
      const { cells, cellCount } = await market.client.getSuggestion({ params: sidOf(market, found) })
      assert.equal(cellCount, 2)
      assert.deepEqual(
        cells,
        PLATFORMS.map((platform) => ({
          promptId: market.promptIds[0],
          platform,
          answers: 4,
          value: 0,
          target: 0.95,
          reach: 1,
          points: 2.375,
        })),
      )
      const [low, high] = found.liftRange
      // If all works the brand gains 2 × 100 ÷ 12 × 0.95 = 15.8 points; the score is 83.
      assert.ok(low! < 5 && high! > 5 && high! <= 100 - 83 + 0.4)
    })

    test('the evidence opens the very answers: to the question, with a rival, without the brand', async () => {
      const found = await only(market)
      const { evidence } = await market.client.getSuggestion({ params: sidOf(market, found) })
      assert.equal(evidence.answerIds.length, 8)
      for (const id of evidence.answerIds) {
        const answer = await market.client.getAnswer({ params: { id } })
        assert.equal(answer.prompt, GAP_QUESTION)
        const named = new Set(answer.mentions.map(({ name }) => name))
        assert.deepEqual(named, new Set(['Quorvane', 'Taskmoor']))
      }
      assert.deepEqual(evidence.prompts, [
        { promptId: market.promptIds[0], prompt: GAP_QUESTION, answers: 8, named: 0, rivals: 8 },
      ])
      assert.deepEqual(
        evidence.rivals.map(({ name, named, answers }) => `${name} ${named}/${answers}`).toSorted(byText),
        ['Quorvane 8/8', 'Taskmoor 8/8'],
      )
      assert.match(found.summary, /0 of 8 answers/)
    })

    test('the score’s topRecommendation is the first of the list, in every window', async () => {
      const { id, title, effort, estimatedLift } = await only(market)
      for (const window of ['7d', '28d', '90d'])
        assert.deepEqual(await topOf(market, window), { title, estimatedLift, effort, id })
    })

    test('a scoring of the same answers changes nothing: same id, same stamps, no second event', async () => {
      const first = await only(market)
      await market.client.updateBrand({ params: market.params, body: { aliases: ['Fernhold Projects'] } })
      await quiet(house)
      assert.deepEqual({ ...(await only(market)), seenAt: '' }, { ...first, seenAt: '' })
      const events = await asOwner(
        house,
        `select body from event where brand_id = $1 and type = 'recommendation.new'`,
        [market.brandId],
      )
      assert.equal(events.length, 1)
      const [event] = events as { body: { data: { recommendationId: string; estimatedLift: number } } }[]
      assert.deepEqual([event?.body.data.recommendationId, event?.body.data.estimatedLift], [first.id, 5])
    })

    test('verify finds the stored scores as a new computation gives them, top recommendation included', async () => {
      assert.deepEqual(await differencesOf(house, market.tenant, market.brandId), [])
      await asOwner(house, `update recommendation set title = 'Tampered' where brand_id = $1`, [market.brandId])
      const differences = await differencesOf(house, market.tenant, market.brandId)
      assert.deepEqual(
        differences.map(({ what, where }) => [what, where]),
        [
          ['score', '7d'],
          ['score', '28d'],
        ],
      )
    })
  })

  describe('sources', () => {
    test('a source that brings rivals and not the brand, and an own page that does not say its name', async () => {
      const market = await gapMarket(house)
      const citing = (...urls: string[]) => ({ citations: urls.map((url) => ({ url })) })
      await market.answer(
        daysFrom(MARCH, 4),
        { 0: 'QT', 1: 'Q' },
        {
          0: citing('https://reviews.test/a', 'https://fernhold.example/agencies'),
          1: citing('https://reviews.test/b'),
        },
      )
      const all = await listed(market)
      const gap = all.find(({ kind }) => kind === 'source_gap')
      assert.equal(gap?.fingerprint, 'source_gap:reviews.test')
      // Two questions on two platforms, all of whose answers draw on it: 0.25 × 100 ÷ 6 × (0.95 + 0.5), as Taskmoor,
      // in half of these answers, is a haver too, and worth nothing in the second question.
      const points = (0.25 * 100 * (0.95 + 0.5)) / 6
      assert.equal(gap?.estimatedLift, Math.round(points))
      const whole = await market.client.getSuggestion({ params: sidOf(market, gap) })
      assert.deepEqual(whole.evidence.sources, [{ domain: 'reviews.test', url: null, answers: 16 }])
      for (const id of whole.evidence.answerIds) {
        const { citations } = await market.client.getAnswer({ params: { id } })
        assert.ok(citations.some(({ domain }) => domain === 'reviews.test'))
      }
      const own = all.find(({ kind }) => kind === 'own_page_unnamed')
      assert.equal(own?.fingerprint, 'own_page_unnamed:https://fernhold.example/agencies')
      assert.equal(own?.effort, 'low')
      assert.equal(own?.estimatedLift, Math.round((0.5 * 100 * 0.95) / 6))
      const page = await market.client.getSuggestion({ params: sidOf(market, own) })
      assert.deepEqual(page.evidence.sources, [
        { domain: 'fernhold.example', url: 'https://fernhold.example/agencies', answers: 8 },
      ])
    })

    test('what the examination of the own site found becomes advice, and goes when it is mended', async () => {
      const market = await gapMarket(house)
      const citing = { citations: [{ url: 'https://quorvane.example/agencies' }] }
      await market.answer(daysFrom(MARCH, 4), { 0: 'QT' }, { 0: citing })
      const finding = {
        code: 'closed_by_robots',
        weight: 'blocks',
        platforms: ['chatgpt'],
        crawlers: ['OAI-SearchBot'],
        urls: [],
      }
      await asOwner(
        house,
        `insert into site_audit values ($1, $2, 'fernhold.example', now(), $3) on conflict (organization_id, brand_id, domain) do update set body = excluded.body`,
        [
          market.tenant.organizationId,
          market.brandId,
          JSON.stringify({ findings: [finding, { ...finding, weight: 'note' }] }),
        ],
      )
      await market.answer(daysFrom('2026-03-06', 1), { 0: 'QT' }, { 0: citing })
      const found = (await listed(market, { kind: 'site_unreadable' }))[0]
      assert.equal(found?.fingerprint, 'site_unreadable:closed_by_robots fernhold.example')
      assert.deepEqual(found?.platforms, ['chatgpt'])
      await asOwner(house, `update site_audit set body = '{"findings": []}' where brand_id = $1`, [market.brandId])
      await market.answer(daysFrom('2026-03-07', 1), { 0: 'QT' }, { 0: citing })
      assert.deepEqual(await listed(market, { kind: 'site_unreadable' }), [])
      assert.equal((await listed(market, { kind: 'site_unreadable', status: 'expired' })).length, 1)
    })

    test('a criticism that recurs is told with its words, its sources and the answers, whatever its lift', async () => {
      const market = await gapMarket(house)
      const text = '1. Quorvane is excellent.\n2. Fernhold has a steep learning curve and slow support.'
      const more = { text, citations: [{ url: 'https://reviews.test/a' }] }
      await market.answer(daysFrom(MARCH, 4), {}, { 1: more, 2: more })
      const [claim] = await listed(market, { kind: 'negative_claim' })
      assert.ok(claim)
      const { evidence } = await market.client.getSuggestion({ params: sidOf(market, claim) })
      assert.deepEqual(evidence.sources, [{ domain: 'reviews.test', url: null, answers: 16 }])
      assert.ok(evidence.quotes.length > 0 && evidence.quotes.every(({ text }) => text.includes('learning curve')))
      for (const { answerId } of evidence.quotes)
        assert.ok((await market.client.getAnswer({ params: { id: answerId } })).text?.includes('learning curve'))
    })
  })

  describe('their states', () => {
    let market: GapMarket
    let found: RecommendationSummary
    before(async () => {
      at('2026-03-10')
      market = await gapMarket(house)
      await market.answer(daysFrom(MARCH, 4))
      found = await only(market)
    })
    const auditOf = (id: string) =>
      asOwner(house, 'select action, actor, detail from audit_entry where subject = $1 order by id', [id])

    test('go new → accepted → in_progress → done; every other step is a conflict that says what is possible', async () => {
      const refused = await refusalOf(move(market, found, { status: 'done' }))
      assert.deepEqual([refused.status, refused.code], [409, 'conflict'])
      assert.match(refused.message, /accepted or dismissed, not done/)
      const { nextStatuses } = await move(market, found, { status: 'accepted' })
      assert.deepEqual(nextStatuses, ['in_progress', 'dismissed'])
      assert.match((await refusalOf(move(market, found, { status: 'new' }))).message, /in_progress or dismissed/)
      await move(market, found, { status: 'in_progress' })
      const again = await move(market, found, { status: 'in_progress' })
      assert.equal(again.status, 'in_progress', 'the same step again is no error')
      const done = await move(market, found, { status: 'done' })
      assert.deepEqual([done.status, done.doneAt, done.nextStatuses], ['done', '2026-03-10T08:00:00.000Z', []])
      assert.match((await refusalOf(move(market, found, { status: 'accepted' }))).message, /It is done/)
    })

    test('each change is in the audit log with who made it', async () => {
      const entries = (await auditOf(found.id)) as { action: string; actor: { kind: string }; detail: object }[]
      assert.deepEqual(
        entries.map(({ action, actor }) => [action, actor.kind]),
        [
          ['recommendation.create', 'system'],
          ['recommendation.update', 'key'],
          ['recommendation.update', 'key'],
          ['recommendation.update', 'key'],
        ],
      )
      assert.deepEqual(entries[3]?.detail, { from: 'in_progress', to: 'done', reason: null })
    })

    test('a dismissal needs a reason, other steps take none', async () => {
      for (const body of [{ status: 'dismissed' }, { status: 'accepted', reason: 'why not' }] as const) {
        const refused = await refusalOf(move(market, found, body))
        assert.deepEqual([refused.status, refused.code], [422, 'validation_failed'])
      }
    })

    test('done, it leaves the list and the score in the same moment, and does not come again from the same answers', async () => {
      assert.deepEqual(await listed(market), [])
      assert.equal(await topOf(market), null)
      assert.equal(await topOf(market, '28d'), null)
      await market.answer(daysFrom('2026-03-08', 1))
      assert.deepEqual(await listed(market), [])
      assert.equal((await listed(market, { status: 'all' })).length, 1)
    })
  })
})

const byText = (one: string, other: string): number => (one < other ? -1 : 1)
