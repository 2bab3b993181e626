import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client, SightlineEvent } from '@sightline/sdk'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { asOwner, liftMinuteLimit } from './support/owner.ts'
import { quiet } from './support/pipeline.ts'

const generous = { timeout: 240_000 }

type Alert = Extract<SightlineEvent, { type: 'competitor.alert' }>['data']

const NAMES: Record<string, string> = { F: 'Fernhold', Q: 'Quorvane', T: 'Taskmoor', Z: 'Zephlane', B: 'Brindleboard' }
const FIRST_MONDAY = Date.UTC(2025, 8, 1)
const QUESTIONS = Array.from({ length: 12 }, (_, index) => `which tool helps a team with purpose ${index + 1}`)

describe('a competitor’s notable moves, week after week', generous, () => {
  let house: TestApp
  let tenant: Tenant
  let client: Client
  let params: { id: string }
  let quorvane: string
  let taskmoor: string
  let week = 0

  before(async () => {
    house = await openTestApp({ works: true })
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    ;({ client } = tenant)
    const { id } = await client.createBrand({ body: { name: 'Fernhold' } })
    params = { id }
    quorvane = (await client.addCompetitor({ params, body: { name: 'Quorvane' } })).id
    taskmoor = (await client.addCompetitor({ params, body: { name: 'Taskmoor' } })).id
    await client.createPrompts({ params, body: { prompts: QUESTIONS.map((text) => ({ text })) } })
  })
  after(() => house.close())

  /** A week of two answers to each question, which list these names in their order; and what was told of it. */
  const nextWeek = async (names: string, also?: { names: string; questions: number }): Promise<Alert[]> => {
    const answers = QUESTIONS.flatMap((prompt, index) =>
      [1, 3].map((weekday) => ({
        prompt,
        platform: 'chatgpt',
        text: listOf(also && index < also.questions ? also.names : names),
        collectedAt: new Date(FIRST_MONDAY + (7 * week + weekday) * 86_400_000).toISOString(),
      })),
    )
    week++
    const told = (await alerts()).length
    await client.importAnswers({ params, body: { answers } })
    await quiet(house)
    return (await alerts()).slice(told)
  }

  /** Oldest first. */
  const alerts = async (): Promise<Alert[]> => {
    const { data } = await client.listEvents({ query: { type: 'competitor.alert', brandId: params.id, limit: 200 } })
    return data
      .toSorted((one, other) => one.sequence - other.sequence)
      .flatMap((event) => (event.type === 'competitor.alert' ? [event.data] : []))
  }

  const inShort = (told: Alert[]) => told.map(({ name, move }) => `${name} ${move}`).toSorted()

  test('the first weeks only show how things stand', async () => {
    assert.deepEqual(await nextWeek('FQ'), [])
    assert.deepEqual(await nextWeek('FQ'), [])
  })

  test('a week in which a competitor stands before the brand is a move of its score, and turns no order yet', async () => {
    const told = await nextWeek('QF')
    assert.deepEqual(inShort(told), ['Quorvane score_moved'])
    const [move] = told
    assert.deepEqual(
      { ...move, answerIds: move?.answerIds.length },
      {
        brandId: params.id,
        competitorId: quorvane,
        name: 'Quorvane',
        move: 'score_moved',
        measure: 'score',
        previous: 90,
        current: 100,
        delta: 10,
        window: '7d',
        interval: move?.interval,
        significant: false,
        platformWide: false,
        answers: 24,
        brandScore: 90,
        fingerprint: `score_moved:${quorvane}:up:2025-09-18`,
        answerIds: 5,
        simulated: false,
      },
    )
    const compared = await client.compareCompetitors({ params })
    const entry = compared.entries.find(({ entityId }) => entityId === quorvane)
    assert.deepEqual([move?.current, move?.interval, move?.delta], [entry?.score, entry?.interval, entry?.trend?.delta])
  })

  test('the second week in a row turns the order: it overtook, told once, with answers that show it', async () => {
    const told = await nextWeek('QF')
    assert.deepEqual(inShort(told), ['Quorvane overtook'])
    assert.deepEqual([told[0]?.previous, told[0]?.current, told[0]?.brandScore], [100, 100, 90])
    for (const answerId of told[0]?.answerIds ?? []) {
      const { places } = await client.getAnswer({ params: { id: answerId } })
      assert.equal(places.find(({ entityId }) => entityId === quorvane)?.place, 1)
    }
    assert.deepEqual(await nextWeek('QF'), [])
  })

  test('a name that nobody tracks in 10 % and ten of the answers has entered the market, and is told once', async () => {
    assert.deepEqual(await nextWeek('QF', { names: 'QFZ', questions: 4 }), [])
    const told = await nextWeek('QF', { names: 'QFZ', questions: 5 })
    assert.deepEqual(inShort(told), ['Zephlane new_entrant'])
    const [entrant] = told
    assert.deepEqual(
      [entrant?.competitorId, entrant?.measure, entrant?.previous, entrant?.current, entrant?.delta, entrant?.interval],
      [null, 'answers', 8, 10, 10, null],
    )
    assert.deepEqual([entrant?.answers, entrant?.fingerprint], [24, 'new_entrant:zephlane'])
    for (const answerId of entrant?.answerIds ?? []) {
      const { text } = await client.getAnswer({ params: { id: answerId } })
      assert.match(text ?? '', /Zephlane/)
    }
    assert.deepEqual(await nextWeek('QF', { names: 'QFZ', questions: 6 }), [])
  })

  test('a newcomer among the tracked ones moves its own share of voice and that of the others', async () => {
    const told = await nextWeek('QFT')
    assert.deepEqual(inShort(told), ['Quorvane sov_moved', 'Taskmoor score_moved', 'Taskmoor sov_moved'])
    const shares = told.filter(({ move }) => move === 'sov_moved')
    const voice = await client.getShareOfVoice({ params })
    for (const { competitorId, current, measure, answers } of shares) {
      assert.equal(current, voice.entries.find(({ entityId }) => entityId === competitorId)?.score)
      assert.deepEqual([measure, answers], ['share_of_voice', 24])
    }
    for (const { name, delta } of told) assert.equal(Math.sign(delta), name === 'Taskmoor' ? 1 : -1)
  })

  test('scoring the same answers again, or with another spelling of a name, tells nothing again', async () => {
    const told = (await alerts()).length
    await client.updateBrand({ params, body: { aliases: ['Fernhold Projects'] } })
    await client.updateCompetitor({ params: { ...params, cid: quorvane }, body: { aliases: ['Quorvane Boards'] } })
    await quiet(house)
    assert.equal((await alerts()).length, told)
  })

  test('a competitor that is removed is no new entrant, and taken in again it begins anew, silently', async () => {
    await client.removeCompetitor({ params: { ...params, cid: taskmoor } })
    await quiet(house)
    const told = (await alerts()).length
    assert.deepEqual(await nextWeek('QFT'), [])
    await client.addCompetitor({ params, body: { name: 'Taskmoor' } })
    await quiet(house)
    assert.equal((await alerts()).length, told)
  })

  test('the brand passes it again: the move, then, a week later, that it fell behind', async () => {
    const first = await nextWeek('FQT')
    assert.deepEqual(inShort(first), ['Quorvane score_moved'])
    assert.equal(first[0]?.delta, -10)
    assert.deepEqual(inShort(await nextWeek('FQT')), ['Quorvane fell_behind'])
    assert.deepEqual(await nextWeek('FQT'), [])
  })

  test('no sequence number is missing, and what is known of the moves belongs to the brand alone', async () => {
    const { data } = await client.listEvents({ query: { brandId: params.id, limit: 200 } })
    const sequences = data.map(({ sequence }) => sequence).toSorted((one, other) => one - other)
    assert.deepEqual(
      sequences,
      sequences.map((_, index) => index + 1),
    )
    const fingerprints = (await alerts()).map(({ fingerprint }) => fingerprint)
    assert.equal(new Set(fingerprints).size, fingerprints.length)
    const rows = await asOwner(house, 'select distinct organization_id from competitor_standing')
    assert.deepEqual(rows, [{ organization_id: tenant.organizationId }])
  })
})

const listOf = (names: string): string =>
  names === ''
    ? 'Nothing comes to mind for this.'
    : Array.from(names, (letter, index) => `${index + 1}. **${NAMES[letter]}**: one of the tools.`).join('\n')
