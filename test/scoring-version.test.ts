import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SCORING_VERSION } from '../packages/server/src/engine/scoring/score.ts'
import { openTestApp, runEnd, type Tenant, type TestApp } from './support/test-app.ts'
import { asOwner } from './support/owner.ts'
import { quiet, verified } from './support/pipeline.ts'

describe('scores of older definitions', { timeout: 120_000 }, () => {
  let house: TestApp
  let tenant: Tenant
  let brandId: string
  before(async () => {
    house = await openTestApp({ works: true })
    tenant = await house.tenant()
    brandId = (await tenant.client.createBrand({ body: { name: 'Fernhold' } })).id
    await importAnswers('2026-03-02')
  })
  after(() => house.close())

  async function importAnswers(day: string): Promise<void> {
    const answers = Array.from({ length: 48 }, (_, at) => ({
      prompt: `which tool number ${at % 6}`,
      platform: at % 2 === 0 ? 'chatgpt' : 'claude',
      text: at % 3 === 0 ? 'Take Quorvane.' : 'Take Fernhold.',
      collectedAt: `${day}T12:00:00Z`,
    }))
    const { runId } = await tenant.client.importAnswers({ params: { id: brandId }, body: { answers } })
    await runEnd(tenant.client, runId!)
    await quiet(house)
  }
  const score = () => tenant.client.getBrandScore({ params: { id: brandId } })
  const changes = async () =>
    (await tenant.client.listEvents({ query: { brandId } })).data.filter(({ type }) => type === 'score.changed').length

  test('are made anew after a start, and nobody is told of a change that is none', async () => {
    const { computedAt: _, ...today } = await score()
    const told = await changes()
    // As the version before left them: another composite, told as such.
    await asOwner(
      house,
      `update current_score set score = (score::jsonb || '{"scoringVersion": 1, "composite": 11}')::text where brand_id = $1`,
      [brandId],
    )
    await asOwner(house, 'update score_baseline set composite = 11 where brand_id = $1', [brandId])
    assert.equal((await score()).composite, 11)
    assert.equal(await house.app.renewAnswers([tenant.organizationId]), 1)
    await quiet(house)
    const { computedAt: _again, ...renewed } = await score()
    assert.deepEqual(renewed, today)
    assert.equal(renewed.scoringVersion, SCORING_VERSION)
    assert.equal(await changes(), told)
    const [baseline] = await asOwner(house, 'select composite from score_baseline where brand_id = $1', [brandId])
    assert.equal(Math.round((baseline as { composite: number }).composite), today.composite)
    assert.deepEqual((await verified(house.app, tenant.organizationId, brandId)).differences, [])
    assert.equal(await house.app.renewAnswers([tenant.organizationId]), 0)
  })
})
