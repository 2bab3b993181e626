import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createApp, type App } from '../packages/server/src/app.ts'
import { EXTRACTION_VERSION as PRESENT } from '../packages/server/src/engine/reading/extraction/extract.ts'
import { RENEWED_AT_ONCE } from '../packages/server/src/pipeline/reading/renew.ts'
import { TEST_SECRET } from './support/cluster.ts'
import { openTestApp, runEnd, type Tenant, type TestApp } from './support/test-app.ts'
import { asOwner, liftMinuteLimit } from './support/owner.ts'
import { quiet, verified } from './support/pipeline.ts'
import { makeDue } from './support/queue.ts'
import { eventually } from './support/eventually.ts'

const [NEWER, NEWEST] = [PRESENT + 1, PRESENT + 2]
const ANSWERS = 3 * RENEWED_AT_ONCE + 20

describe('answers of an older detector', { timeout: 120_000 }, () => {
  let house: TestApp
  let tenant: Tenant
  let brandId: string
  let scoreBefore: unknown

  before(async () => {
    house = await openTestApp({ works: false })
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    const { client } = tenant
    brandId = (await client.createBrand({ body: { name: 'Fernhold' } })).id
    const params = { id: brandId }
    await client.addCompetitor({ params, body: { name: 'Quorvane' } })
    const answers = Array.from({ length: ANSWERS }, (_, at) => ({
      prompt: `which tool number ${at % 8}`,
      platform: at % 2 === 0 ? 'chatgpt' : 'claude',
      text: at % 3 === 0 ? '1. Quorvane\n2. Fernhold' : 'Take Fernhold, see https://reviews.test/a.',
      collectedAt: `2025-11-${10 + (at % 7)}T12:00:00Z`,
    }))
    await ofVersion(PRESENT, async (app) => {
      await app.startWork({ isService: true })
      const { runId } = await client.importAnswers({ params, body: { answers } })
      await runEnd(client, runId ?? '')
      await quiet(house)
    })
    scoreBefore = await currentScore()
  })
  after(() => house.close())

  const currentScore = async () => {
    const { computedAt: _at, ...score } = await tenant.client.getBrandScore({ params: { id: brandId } })
    return score
  }

  /** Of a process whose detector is another one. */
  async function ofVersion<Result>(extractionVersion: number, work: (app: App) => Promise<Result>): Promise<Result> {
    const app = createApp({
      url: house.database.url,
      secret: TEST_SECRET,
      platforms: [],
      log: { info: () => {}, error: () => {} },
      version: 'test',
      extractionVersion,
    })
    try {
      return await work(app)
    } finally {
      await app.close()
    }
  }
  /** How many answers were looked through, and how many of them by an older detector than this version. */
  async function progress(version: number): Promise<{ answers: number; older: number }> {
    const [row] = (await asOwner(
      house,
      'select count(*)::int as answers, (count(*) filter (where extraction_version < $2))::int as older from observation where organization_id = $1',
      [tenant.organizationId, version],
    )) as { answers: number; older: number }[]
    assert.ok(row)
    return row
  }
  const olderThan = async (version: number): Promise<number> => (await progress(version)).older
  const differences = async (version: number) =>
    (await verified(house.app, tenant.organizationId, brandId, { extractionVersion: version })).differences

  test('are looked through anew after a start, in portions that a stop does not lose, until verify agrees', async () => {
    // The older detector found nobody in half of them.
    await asOwner(
      house,
      `update observation set named = '{}', entities = '[]' where brand_id = $1 and platform = 'chatgpt'`,
      [brandId],
    )
    await asOwner(house, `update rollup set entities = '{}' where brand_id = $1 and platform = 'chatgpt'`, [brandId])
    assert.equal(await house.app.renewAnswers([tenant.organizationId]), 0, 'none is older than the present one')
    const between = await ofVersion(NEWER, async (app) => {
      assert.deepEqual(await progress(NEWER), { answers: ANSWERS, older: ANSWERS })
      assert.equal(await app.renewAnswers([tenant.organizationId]), 1)
      await app.startWork({ isService: true })
      await eventually(async () => (await olderThan(NEWER)) !== ANSWERS)
    }).then(() => olderThan(NEWER))
    assert.ok(
      between < ANSWERS && (ANSWERS - between) % RENEWED_AT_ONCE === 0,
      `${between} are left, a whole number of portions is done`,
    )
    await ofVersion(NEWER, async (app) => {
      await app.startWork({ isService: true })
      await quiet(house)
      assert.equal(await olderThan(NEWER), 0)
    })
    assert.deepEqual(await differences(NEWER), [])
    assert.deepEqual(await currentScore(), scoreBefore)
  })

  test('are left to the newer process by an older one that still works beside it', async () => {
    await ofVersion(NEWEST, async (newer) => {
      await newer.renewAnswers([tenant.organizationId])
      await ofVersion(PRESENT, async (older) => {
        await older.startWork({ isService: true })
        await quiet(house)
      })
      assert.equal(await olderThan(NEWEST), ANSWERS)
      await makeDue(house.app.database, 'renew:%')
      await newer.startWork({ isService: true })
      await quiet(house)
      assert.equal(await olderThan(NEWEST), 0)
    })
    assert.deepEqual(await differences(NEWEST), [])
  })
})
