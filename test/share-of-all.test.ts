import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@sightline/sdk'
import { openTestApp, runEnd, type TestApp } from './support/test-app.ts'
import { liftMinuteLimit } from './support/owner.ts'
import { quiet } from './support/pipeline.ts'

const generous = { timeout: 120_000 }

const NAMES: Record<string, string> = { F: 'Fernhold', Q: 'Quorvane', Z: 'Zephlane', H: 'Holtgrid' }

/** Names in their order: F the brand, Q a competitor; Z and H are not tracked. */
const ANSWERS: [day: string, platform: string, question: number, names: string][] = [
  ['2025-11-03', 'chatgpt', 0, 'FZ'],
  ['2025-11-04', 'chatgpt', 1, 'QZ'],
  ['2025-11-05', 'claude', 0, 'FQ'],
  ['2025-11-10', 'chatgpt', 0, 'FQZH'],
  ['2025-11-11', 'chatgpt', 1, 'QZ'],
  ['2025-11-12', 'claude', 0, 'FZH'],
  ['2025-11-16', 'claude', 1, 'Q'],
]

describe('a share of voice of all names', generous, () => {
  let house: TestApp
  let client: Client
  let params: { id: string }

  before(async () => {
    house = await openTestApp({ works: true })
    const tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    ;({ client } = tenant)
    params = { id: (await client.createBrand({ body: { name: 'Fernhold' } })).id }
    await client.addCompetitor({ params, body: { name: 'Quorvane' } })
    const questions = ['which tool should a small team use', 'what helps to plan a launch', 'is Fernhold any good']
    await client.createPrompts({
      params,
      body: { prompts: questions.map((text, index) => ({ text, topic: index === 0 ? 'teams' : null })) },
    })
    const answers = ANSWERS.map(([day, platform, question, names]) => ({
      prompt: questions[question] ?? '',
      platform,
      text: Array.from(names, (letter, index) => `${index + 1}. **${NAMES[letter]}**: one of the tools.`).join('\n'),
      collectedAt: `${day}T12:00:00Z`,
    }))
    // A branded prompt is no part of the panel, whatever its answers name.
    const branded = { prompt: questions[2] ?? '', platform: 'claude', text: '1. **Zephlane**: a tool.' }
    const { runId } = await client.importAnswers({
      params,
      body: { answers: [...answers, { ...branded, collectedAt: '2025-11-16T13:00:00Z' }] },
    })
    await runEnd(client, runId ?? '')
  })
  after(() => house.close())

  const inShort = (entries: { name: string; kind: string; score: number; answers: number }[]) =>
    entries.map(({ name, kind, score, answers }) => [name, kind, score, answers])

  test('adds the names that nobody tracks as one entry, other, and sums to 100, as a hand counts them', async () => {
    const all = await client.getShareOfVoice({ params, query: { basis: 'all' } })
    // Second week: F 2, Q 3, Z 3 and H 2 of 10 namings.
    assert.deepEqual([all.basis, all.answers, all.namings, all.answersLookedAt], ['all', 4, 10, 4])
    assert.deepEqual(inShort(all.entries), [
      ['Quorvane', 'competitor', 30, 3],
      ['Fernhold', 'brand', 20, 2],
      ['other', 'other', 50, 5],
    ])
    assert.equal(all.entries.at(-1)?.entityId, 'other')
  })

  test('leaves the share of the tracked names as it is', async () => {
    const tracked = await client.getShareOfVoice({ params })
    assert.deepEqual([tracked.basis, tracked.namings, tracked.answersLookedAt], ['tracked', 5, null])
    assert.deepEqual(inShort(tracked.entries), [
      ['Quorvane', 'competitor', 60, 3],
      ['Fernhold', 'brand', 40, 2],
    ])
  })

  test('is told of a platform, a topic and a window', async () => {
    const of = async (query: object) => {
      const { entries, platform, topic } = await client.getShareOfVoice({ params, query: { basis: 'all', ...query } })
      return { platform, topic, answers: inShort(entries).map(([name, , , answers]) => [name, answers]) }
    }
    // In two answers of the week: a name of one answer alone may be a fragment.
    assert.deepEqual(await of({ platform: 'chatgpt' }), {
      platform: 'chatgpt',
      topic: null,
      answers: [
        ['Quorvane', 2],
        ['Fernhold', 1],
        ['other', 2],
      ],
    })
    assert.deepEqual((await of({ topic: 'teams' })).answers, [
      ['Fernhold', 2],
      ['Quorvane', 1],
      ['other', 4],
    ])
    assert.deepEqual((await of({ window: '2w' })).answers, [
      ['Quorvane', 5],
      ['Fernhold', 4],
      ['other', 7],
    ])
  })

  test('over time: each point sums to 100, with other where it was named', async () => {
    const query = { basis: 'all' as const, interval: 'week' as const, from: '2025-11-03', to: '2025-11-16' }
    const { basis, entities, points } = await client.getShareOfVoiceHistory({ params, query })
    assert.equal(basis, 'all')
    assert.deepEqual(
      entities.map(({ name, kind }) => [name, kind]),
      [
        ['Fernhold', 'brand'],
        ['Quorvane', 'competitor'],
        ['other', 'other'],
      ],
    )
    assert.deepEqual(
      points.map(({ namings, answersLookedAt, entries }) => [
        namings,
        answersLookedAt,
        entries.reduce((sum, { score }) => sum + score, 0),
        entries.find(({ entityId }) => entityId === 'other')?.answers,
      ]),
      [
        [6, 3, 100, 2],
        [10, 4, 100, 5],
      ],
    )
    const week = await client.getShareOfVoice({ params, query: { basis: 'all' } })
    assert.deepEqual(
      points[1]?.entries,
      week.entries.map(({ entityId, score, answers }) => ({ entityId, score, answers })),
    )
    const tracked = await client.getShareOfVoiceHistory({ params, query: { ...query, basis: 'tracked' } })
    assert.deepEqual(
      tracked.points.map(({ answersLookedAt, entries }) => [answersLookedAt, entries.length]),
      [
        [null, 2],
        [null, 2],
      ],
    )
  })

  test('a name that is taken in as a competitor is no longer among the others', async () => {
    const { id } = await client.addCompetitor({ params, body: { name: 'Zephlane' } })
    await quiet(house)
    const { entries } = await client.getShareOfVoice({ params, query: { basis: 'all' } })
    assert.equal(entries[1]?.entityId, id)
    assert.deepEqual(inShort(entries), [
      ['Quorvane', 'competitor', 30, 3],
      ['Zephlane', 'competitor', 30, 3],
      ['Fernhold', 'brand', 20, 2],
      ['other', 'other', 20, 2],
    ])
  })

  test('an unknown basis is an error', async () => {
    await assert.rejects(client.getShareOfVoice({ params, query: { basis: 'some' as 'all' } }), /basis/)
  })
})
