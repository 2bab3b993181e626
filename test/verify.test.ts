import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { seedBrand, openTestApp, runEnd, startedRun, type Tenant, type TestApp } from './support/test-app.ts'
import { asOwner, liftMinuteLimit } from './support/owner.ts'
import { allAnswers, differencesOf, quiet, verified } from './support/pipeline.ts'

const generous = { timeout: 120_000 }

describe('verify', generous, () => {
  let house: TestApp
  let tenant: Tenant
  let brandId: string
  let answerId: string

  before(async () => {
    house = await openTestApp({ lab: { seed: 51 } })
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    ;({ brandId } = await seedBrand(tenant.client, house.lab, 4))
    await runEnd(tenant.client, (await startedRun(tenant.client, brandId)).id)
    const answers = await allAnswers(tenant.client, brandId)
    answerId = answers.find(({ mentions }) => mentions.some(({ entityId }) => entityId === brandId))!.id
  })
  /** Mends whatever the test before broke: all is made anew from the answers. */
  beforeEach(async () => {
    await tenant.client.updateBrand({ params: { id: brandId }, body: { aliases: [] } })
    await quiet(house)
  })
  after(() => house.close())

  const found = () => differencesOf(house, tenant, brandId)
  const tamper = (statement: string, values: unknown[] = []) => asOwner(house, statement, [brandId, ...values])

  test('is content after a run, an import and a change of names', async () => {
    assert.deepEqual(await found(), [])
    const imported = await tenant.client.importAnswers({
      params: { id: brandId },
      body: {
        answers: [
          { prompt: 'best tool', platform: 'chatgpt', text: 'Nobody knows.', collectedAt: '2026-01-02T10:00:00Z' },
          { prompt: 'best tool', platform: 'claude', text: '', outcome: 'refused' },
        ],
      },
    })
    await runEnd(tenant.client, imported.runId!)
    assert.deepEqual(await found(), [])
    await tenant.client.updateBrand({ params: { id: brandId }, body: { aliases: ['Nobody'] } })
    await quiet(house)
    assert.deepEqual(await found(), [])
  })

  test('sees one moment while a run goes on: no count differs from its answers', async () => {
    const { id } = await startedRun(tenant.client, brandId, { repeats: 3 })
    for (let isOpen = true; isOpen;) {
      isOpen = (await tenant.client.getRun({ params: { id } })).status !== 'completed'
      // What is made from the counts follows them in a step of its own.
      const differences = await found()
      assert.deepEqual(
        differences.filter(({ what }) => what === 'observation' || what === 'rollup'),
        [],
      )
    }
    await quiet(house)
    assert.deepEqual(await found(), [])
  })

  test('finds an observation that was changed, and names its answer', async () => {
    await tamper(`update observation set entities = '[]' where brand_id = $1 and answer_id = $2`, [answerId])
    assert.deepEqual(await found(), [{ brandId, what: 'observation', where: answerId }])
  })

  test('finds an answer whose text was changed', async () => {
    const [other] = (await tamper(
      `select id, text from answer where brand_id = $1 and id <> $2 and outcome = 'ok' order by length(text) desc limit 1`,
      [answerId],
    )) as { id: string; text: Buffer }[]
    const [own] = (await tamper(`select text from answer where brand_id = $1 and id = $2`, [answerId])) as {
      text: Buffer
    }[]
    await tamper(`update answer set text = $3, findings = null where brand_id = $1 and id = $2`, [
      answerId,
      other!.text,
    ])
    const differences = await found()
    await tamper(`update answer set text = $3 where brand_id = $1 and id = $2`, [answerId, own!.text])
    assert.ok(differences.some(({ what, where }) => what === 'observation' && where === answerId))
  })

  test('finds a count that was changed, and names its day, platform and prompt', async () => {
    const [cell] = (await tamper(
      `update rollup set ok = ok + 1 where ctid = (select ctid from rollup where brand_id = $1 and platform = 'claude' and ok > 0 limit 1)
       returning day::text as day, prompt_id as "promptId"`,
    )) as { day: string; promptId: string }[]
    const differences = await found()
    assert.deepEqual(differences[0], { brandId, what: 'rollup', where: `${cell!.day} claude ${cell!.promptId}` })
  })

  test('finds a count of nothing', async () => {
    await tamper(
      `insert into rollup select organization_id, brand_id, day, 'grok-of-old', prompt_id, ok, not_triggered, refused, empty, failed, simulated, entities
       from rollup where brand_id = $1 limit 1`,
    )
    assert.ok((await found()).some(({ what, where }) => what === 'rollup' && where.includes('grok-of-old')))
    await tamper(`delete from rollup where brand_id = $1 and platform = 'grok-of-old'`)
  })

  test('finds a score that was changed, and one that is gone', async () => {
    await tamper(
      `update current_score set score = jsonb_set(score::jsonb, '{composite}', '100')::text where brand_id = $1 and time_window = '7d'`,
    )
    assert.deepEqual(await found(), [{ brandId, what: 'score', where: '7d' }])
    await tamper(`delete from current_score where brand_id = $1 and time_window = '28d'`)
    assert.deepEqual((await found()).map(({ what, where }) => `${what} ${where}`).toSorted(), ['score 28d', 'score 7d'])
  })

  test('finds the same when it holds two answers at once and compares each day as soon as it is whole', async () => {
    const days = ['2025-11-30', '2025-12-01', '2026-01-31', '2026-02-01', '2026-02-02']
    const answers = days.flatMap((day) =>
      [8, 23].map((hour) => ({
        prompt: 'best tool',
        platform: 'chatgpt',
        text: `Nobody knows on ${day}.`,
        collectedAt: `${day}T${String(hour).padStart(2, '0')}:59:59Z`,
      })),
    )
    const { runId } = await tenant.client.importAnswers({ params: { id: brandId }, body: { answers } })
    await runEnd(tenant.client, runId!)
    await quiet(house)
    const verifiedBy = (batch?: number) => verified(house.app, tenant.organizationId, brandId, { batch })
    assert.deepEqual((await verifiedBy(2)).differences, [])
    await tamper(`update rollup set ok = ok + 1 where brand_id = $1 and day in ('2025-12-01', '2026-02-02')`)
    await tamper(`update observation set entities = '[1]' where brand_id = $1 and answer_id = $2`, [answerId])
    const whole = await verifiedBy()
    assert.ok(whole.differences.filter(({ what }) => what === 'rollup').length >= 2)
    // Each is told when it is found: a day sooner where batches are smaller.
    const inOrder = ({ differences, ...rest }: Awaited<ReturnType<typeof verified>>) => ({
      ...rest,
      differences: differences.toSorted((one, other) => (one.what + one.where < other.what + other.where ? -1 : 1)),
    })
    assert.deepEqual(inOrder(await verifiedBy(2)), inOrder(whole))
    await tamper(`update rollup set ok = ok - 1 where brand_id = $1 and day in ('2025-12-01', '2026-02-02')`)
  })

  test('says nothing of another brand', async () => {
    await tamper(`update observation set entities = '[]' where brand_id = $1 and answer_id = $2`, [answerId])
    const { id } = await tenant.client.createBrand({ body: { name: 'Untouched' } })
    assert.deepEqual(await differencesOf(house, tenant, id), [])
  })

  test('finds an observation that is gone, and the counts that no longer have it', async () => {
    // The last one: nothing brings it back.
    await tamper(`delete from observation where brand_id = $1 and answer_id = $2`, [answerId])
    const differences = await found()
    assert.deepEqual(differences[0], { brandId, what: 'observation', where: answerId })
    assert.ok(differences.some(({ what }) => what === 'rollup'))
  })
})
