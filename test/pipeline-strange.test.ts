import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Answer } from '@sightline/sdk'
import { seedBrand, labPlatformsOf, runEnd, startedRun, type Tenant } from './support/test-app.ts'
import { freshDatabase } from './support/database.ts'
import type { Oddity } from './support/odd-readings.ts'
import { openApp, type TestApp } from './support/product.ts'
import { asOwner, liftMinuteLimit } from './support/owner.ts'
import { allAnswers, differencesOf, quiet } from './support/pipeline.ts'
import type { Platform } from '../packages/server/src/platforms/platform.ts'

const generous = { timeout: 120_000 }

type Row = Record<string, unknown>

/** What is kept of each oddity, in the answer and in its row: it must leave an answer, never a job that fails for ever. */
const kept: Record<Oddity, (answer: Answer, row: Row) => void> = {
  'a model with NUL and half a character': ({ model }) => assert.equal(model, 'gpt\ufffd-\ufffd5'),
  'fractions and astronomical numbers as usage': (_answer, row) =>
    assert.deepEqual([row['input_tokens'], row['output_tokens'], row['searches_count']], [null, null, null]),
  'a price that is none': ({ cost }) => assert.deepEqual(cost, { usd: null, basis: null }),
  'a text with NUL, half characters and escapes': ({ text, citations }) => {
    assert.ok(text!.startsWith('\ufffd\ufffd\u001b[31m') && text!.length > 10)
    assert.equal(text!.indexOf('\ufffd', 2), text!.length - 1)
    assert.deepEqual(citations, [])
  },
  'titles and searches with NUL and half characters': ({ citations, searches }) => {
    assert.ok(citations.length > 0)
    assert.ok(citations.every(({ title }) => title === 'a\ufffdb\ufffdc'))
    assert.deepEqual(searches, ['best\ufffdtool', '\ufffd'])
  },
  'an address with NUL': ({ citations }) => {
    assert.ok(citations.length > 0)
    assert.ok(citations.every(({ url }) => url.endsWith('/\ufffd\ufffd')))
  },
}

describe('answers that no platform should give', generous, () => {
  let lab: TestApp
  let house: TestApp
  let tenant: Tenant
  let brandId: string
  let provider = ''

  before(async () => {
    const database = await freshDatabase()
    lab = await openApp(database, { lab: { seed: 61 }, works: false })
    const platforms = labPlatformsOf(lab.lab!).map((platform): Platform =>
      platform.slug !== 'perplexity'
        ? platform
        : {
            ...platform,
            get provider() {
              return provider
            },
          },
    )
    house = await openApp(database, {
      platforms,
      textThreads: { entry: new URL('support/odd-thread.ts', import.meta.url) },
    })
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    ;({ brandId } = await seedBrand(tenant.client, lab.lab, 3))
  })
  after(async () => {
    await house.close()
    await lab.close()
  })

  for (const [title, assertKept] of Object.entries(kept))
    test(title, generous, async () => {
      provider = title
      const { id } = await startedRun(tenant.client, brandId, { platforms: ['perplexity', 'claude'] })
      const run = await runEnd(tenant.client, id)
      assert.deepEqual([run.status, run.stored], ['completed', 6])
      const answers = await allAnswers(tenant.client, brandId, { runId: id })
      assert.deepEqual(
        answers.map(({ outcome }) => outcome),
        Array.from({ length: 6 }, () => 'ok'),
      )
      assert.ok(answers.every(({ cost }) => cost.usd === null || cost.usd < 10))
      const odd = answers.filter(({ platform }) => platform === 'perplexity')
      assert.equal(odd.length, 3)
      for (const { id: answerId } of odd) {
        const [row] = await asOwner(house, 'select * from answer where id = $1', [answerId])
        assertKept(await tenant.client.getAnswer({ params: { id: answerId } }), row as Row)
      }
      await quiet(house)
      assert.deepEqual(await differencesOf(house, tenant, brandId), [])
    })
})
