import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { furnish, labPlatformsOf, runEnd, startedRun, type Tenant } from './support/house.ts'
import { freshDatabase } from './support/database.ts'
import { openHouse, type TestHouse } from './support/product.ts'
import { liftMinuteLimit } from './support/owner.ts'
import { allAnswers, differencesOf, quiet } from './support/pipeline.ts'
import type { Platform, Reading } from '../packages/server/src/platforms/platform.ts'

const generous = { timeout: 120_000 }

/** What no platform should send, and one will: each must leave an answer, never a job that fails for ever. */
const oddities: Record<string, (reading: Reading) => Partial<Reading>> = {
  'a model with NUL and half a character': () => ({ model: 'gpt\0-\ud83d5' }),
  'fractions and astronomical numbers as usage': () => ({
    usage: { inputTokens: 1.5, outputTokens: 1e15, reasoningTokens: -1, searches: 99_999 },
  }),
  'a price that is none': () => ({ cost: { usd: Number.POSITIVE_INFINITY, basis: 'reported' } }),
  'a text with NUL, half characters and escapes': ({ text }) => ({
    text: `\0\ud83d\u001b[31m${text}\udc00`,
    citations: [],
  }),
  'titles and searches with NUL and half characters': ({ citations }) => ({
    citations: citations.map((citation) => ({ ...citation, title: 'a\0b\ud83dc' })),
    searches: ['best\0tool', '\udc00'],
  }),
  'an address with NUL': ({ citations }) => ({
    citations: citations.map((citation) => ({ ...citation, url: `${citation.url}/\0\ud83d`, rawUrl: '\0' })),
  }),
}

describe('answers that no platform should give', generous, () => {
  let lab: TestHouse
  let house: TestHouse
  let tenant: Tenant
  let brandId: string
  let odd: (reading: Reading) => Partial<Reading> = () => ({})

  before(async () => {
    const database = await freshDatabase()
    lab = await openHouse(database, { lab: { seed: 61 }, works: false })
    const platforms = labPlatformsOf(lab.lab!).map((platform): Platform =>
      platform.slug === 'perplexity'
        ? {
            ...platform,
            read: (replies) => {
              const reading = platform.read(replies)
              return { ...reading, ...odd(reading) }
            },
          }
        : platform,
    )
    house = await openHouse(database, { platforms })
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    ;({ brandId } = await furnish(tenant.client, lab.lab, 3))
  })
  after(async () => {
    await house.close()
    await lab.close()
  })

  for (const [title, oddity] of Object.entries(oddities))
    test(title, generous, async () => {
      odd = oddity
      const { id } = await startedRun(tenant.client, brandId, { platforms: ['perplexity', 'claude'] })
      const run = await runEnd(tenant.client, id)
      assert.deepEqual([run.status, run.stored], ['completed', 6])
      const answers = await allAnswers(tenant.client, brandId, { runId: id })
      assert.deepEqual(
        answers.map(({ outcome }) => outcome),
        Array.from({ length: 6 }, () => 'ok'),
      )
      assert.ok(answers.every(({ cost }) => cost.usd === null || cost.usd < 10))
      await quiet(house)
      assert.deepEqual(await differencesOf(house, tenant, brandId), [])
    })
})
