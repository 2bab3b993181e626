import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { freshDatabase } from './support/database.ts'
import { furnish, labPlatformsOf, runEnd, startedRun } from './support/house.ts'
import { openHouse } from './support/product.ts'

const generous = { timeout: 120_000 }
const DAY_MS = 86_400_000

describe('a platform that never answers in time', generous, () => {
  test('ends as failed with timeout, and spoils no other', async () => {
    const database = await freshDatabase()
    const first = await openHouse(database, { lab: { seed: 4 }, works: false })
    const platforms = labPlatformsOf(first.lab!).map((platform) =>
      platform.slug === 'chatgpt' ? { ...platform, timeoutMs: 60 } : platform,
    )
    const house = await openHouse(database, {
      platforms,
      sleep: async () => {},
      now: () => new Date(Date.now() - DAY_MS),
    })
    try {
      first.lab?.addFault({ kind: 'slow', delayMs: 5_000, provider: 'openai' })
      const { client } = await house.tenant()
      const { brandId, promptIds } = await furnish(client, first.lab, 1)
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
    const before = await openHouse(database, { lab: { seed: 4 }, works: false })
    const { client } = await before.tenant()
    const { brandId } = await furnish(client, before.lab, 2)
    const { id } = await startedRun(client, brandId, { platforms: ['chatgpt', 'claude'] })
    const house = await openHouse(database, {
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
