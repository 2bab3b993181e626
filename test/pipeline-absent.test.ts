import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { lowestId } from '@sightline/sdk'
import { freshDatabase } from './support/database.ts'
import { seedBrand, labPlatformsOf, runEnd, startedRun } from './support/test-app.ts'
import { openApp } from './support/product.ts'
import { eventually } from './support/eventually.ts'

const generous = { timeout: 120_000 }
const DAY_MS = 86_400_000

describe('a platform that never answers in time', generous, () => {
  test('ends as failed with timeout, and spoils no other', async () => {
    const database = await freshDatabase()
    const first = await openApp(database, { lab: { seed: 4 }, works: false })
    const platforms = labPlatformsOf(first.lab!).map((platform) =>
      platform.slug === 'chatgpt' ? { ...platform, timeoutMs: 60 } : platform,
    )
    const house = await openApp(database, {
      platforms,
      sleep: async () => {},
      now: () => new Date(Date.now() - DAY_MS),
    })
    try {
      first.lab?.addFault({ kind: 'slow', delayMs: 5_000, provider: 'openai' })
      const { client } = await house.tenant()
      const { brandId, promptIds } = await seedBrand(client, first.lab, 1)
      const run = await runEnd(
        client,
        (await startedRun(client, brandId, { platforms: ['chatgpt', 'claude'], promptIds })).id,
      )
      assert.deepEqual(
        run.platforms.map(({ slug, failed, errors }) => [slug, failed, errors]),
        [
          ['chatgpt', 1, [{ code: 'timeout', count: 1 }]],
          ['claude', 0, []],
        ],
      )
    } finally {
      await house.close()
      await first.close()
    }
  })
})

describe('a platform whose key was taken away', generous, () => {
  test('does not hold up the run that was planned with it', async () => {
    const database = await freshDatabase()
    const before = await openApp(database, { lab: { seed: 4 }, works: false })
    const { client } = await before.tenant()
    const { brandId } = await seedBrand(client, before.lab, 2)
    const { id } = await startedRun(client, brandId, { platforms: ['chatgpt', 'claude'] })
    const house = await openApp(database, {
      platforms: labPlatformsOf(before.lab!).filter(({ slug }) => slug !== 'claude'),
    })
    try {
      const run = await runEnd(client, id)
      assert.deepEqual(
        run.platforms.map(({ slug, failed, errors }) => [slug, failed, errors]),
        [
          ['chatgpt', 0, []],
          ['claude', 2, [{ code: 'not_set_up', count: 2 }]],
        ],
      )
    } finally {
      await house.close()
      await before.close()
    }
  })
})

describe('a run that nobody worked on for weeks', generous, () => {
  test('is collected under ids of the day it is collected on, so that what looks at days finds its answers', async () => {
    const database = await freshDatabase()
    const before = await openApp(database, { lab: { seed: 4 }, works: false })
    const platforms = labPlatformsOf(before.lab!)
    for (const provider of ['openai', 'anthropic'] as const)
      before.lab?.addFault({ kind: 'slow', delayMs: 60_000, provider })
    const planning = await openApp(
      { ...database, drop: async () => {} },
      { platforms, now: () => new Date(Date.now() - 40 * DAY_MS) },
    )
    const { client } = await before.tenant()
    const { brandId } = await seedBrand(client, before.lab, 2)
    const { id } = await startedRun(client, brandId, { platforms: ['chatgpt', 'claude'], repeats: 2 })
    await eventually(async () => (await client.getRun({ params: { id } })).status === 'running')
    await planning.close()
    before.lab?.clearFaults()
    const house = await openApp({ ...database, drop: async () => {} }, { platforms })
    try {
      const run = await runEnd(client, id)
      assert.equal(run.stored, 8)
      const answers = (await client.listAnswers({ params: { id: brandId }, query: { limit: 50 } })).data
      assert.equal(answers.length, 8)
      for (const answer of answers) assert.ok(answer.id > lowestId('answer', Date.now() - DAY_MS), answer.id)
      const results = await client.listPlatformResults({ params: { id: brandId } })
      assert.deepEqual(
        results.data.map(({ slug, surface }) => [slug, surface]),
        [
          ['chatgpt', 'api'],
          ['claude', 'api'],
        ],
      )
    } finally {
      await house.close()
      await before.close()
    }
  })
})
