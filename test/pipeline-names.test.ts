import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Answer } from '@sightline/sdk'
import { EXTRACTION_VERSION } from '../packages/server/src/engine/reading/extraction/extract.ts'
import { openTextThreads } from '../packages/server/src/threads/text-threads.ts'
import { reExtract } from '../packages/server/src/pipeline/reading/extract.ts'
import { seedBrand, openTestApp, runEnd, startedRun, type Tenant, type TestApp } from './support/test-app.ts'
import { liftMinuteLimit } from './support/owner.ts'
import { allAnswers, differencesOf, quiet } from './support/pipeline.ts'

const generous = { timeout: 120_000 }

describe('names that change after the answers were stored', generous, () => {
  let house: TestApp
  let tenant: Tenant
  let brandId: string
  let asked: number
  let answers: Answer[]

  before(async () => {
    house = await openTestApp({ lab: { seed: 41 } })
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    ;({ brandId } = await seedBrand(tenant.client, house.lab, 6))
    await runEnd(tenant.client, (await startedRun(tenant.client, brandId, { repeats: 2 })).id)
    asked = house.lab!.requests.length
    answers = await allAnswers(tenant.client, brandId)
  })
  after(() => house.close())

  /** Lets the stored answers be looked through anew, and shows that no platform was asked for it. */
  async function recomputed(): Promise<Answer[]> {
    await quiet(house)
    assert.equal(house.lab!.requests.length, asked)
    assert.deepEqual(await differencesOf(house, tenant, brandId), [])
    const fresh = await allAnswers(tenant.client, brandId)
    assert.deepEqual(
      fresh.map(({ id, text }) => [id, text]),
      answers.map(({ id, text }) => [id, text]),
    )
    return fresh
  }

  const naming = (from: Answer[], name: string) =>
    from.filter(({ text, outcome }) => outcome === 'ok' && text?.includes(name))
  const mentioning = (from: Answer[], entityId: string) =>
    from.filter(({ mentions }) => mentions.some((mention) => mention.entityId === entityId))
  const brandName = (index: number) => house.lab!.market.brands[index]!.name

  test('a thread makes the book of names once for all its jobs, and anew after a change of names', async () => {
    const made: string[][] = []
    const told = new BroadcastChannel('books of names')
    told.addEventListener('message', (event) => {
      // Typed as any event; what `test/support/books-thread.ts` sends are names.
      made.push((event as unknown as { data: string[] }).data)
    })
    const entry = new URL('support/books-thread.ts', import.meta.url)
    const threads = openTextThreads({ info: () => {}, error: () => {} }, { entry, size: 1 })
    const needs = { database: house.app.database, extractionVersion: EXTRACTION_VERSION, threads }
    const job = { organizationId: tenant.organizationId, brandId, after: '' }
    await reExtract(needs, job)
    await reExtract(needs, job)
    assert.equal(made.length, 1)
    const { id } = await tenant.client.addCompetitor({ params: { id: brandId }, body: { name: 'Kessandra' } })
    await reExtract(needs, job)
    await reExtract(needs, job)
    assert.equal(made.length, 2)
    assert.deepEqual(made[1], [...(made[0] ?? []), 'Kessandra'])
    await tenant.client.removeCompetitor({ params: { id: brandId, cid: id } })
    await reExtract(needs, job)
    assert.equal(made.length, 2, 'the names of before are still there')
    told.close()
    await threads.close()
    await recomputed()
  })

  test('a new competitor is found in all stored answers', async () => {
    const name = brandName(3)
    const { id } = await tenant.client.addCompetitor({ params: { id: brandId }, body: { name } })
    const fresh = await recomputed()
    assert.ok(naming(answers, name).length > 5)
    assert.deepEqual(
      mentioning(fresh, id).map((answer) => answer.id),
      naming(fresh, name).map((answer) => answer.id),
    )
  })

  test('a deleted competitor disappears from all of them', async () => {
    const { data } = await tenant.client.listCompetitors({ params: { id: brandId }, query: {} })
    const gone = data.at(0)!
    assert.ok(mentioning(await allAnswers(tenant.client, brandId), gone.id).length > 0)
    await tenant.client.removeCompetitor({ params: { id: brandId, cid: gone.id } })
    const fresh = await recomputed()
    assert.deepEqual(mentioning(fresh, gone.id), [])
    assert.equal(
      fresh.some(({ places }) => places.some(({ entityId }) => entityId === gone.id)),
      false,
    )
  })

  test('a renamed brand is measured by its new name, with a new score', async () => {
    const { client } = tenant
    const name = brandName(5)
    await client.updateBrand({ params: { id: brandId }, body: { name } })
    const fresh = await recomputed()
    assert.deepEqual(
      mentioning(fresh, brandId).map((answer) => answer.id),
      naming(fresh, name).map((answer) => answer.id),
    )
    const score = await client.getBrandScore({ params: { id: brandId } })
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    const byPlatform = [
      ...Map.groupBy(
        fresh.filter(({ outcome, platform }) => outcome === 'ok' && score.weights[platform] !== 0),
        ({ platform }) => platform,
      ).values(),
    ]
    const composite = mean(
      byPlatform.map((ofPlatform) =>
        mean(
          [...Map.groupBy(ofPlatform, ({ promptId }) => promptId).values()].map((ofPrompt) =>
            mean(ofPrompt.map(({ places }) => places.find(({ entityId }) => entityId === brandId)?.value ?? 0)),
          ),
        ),
      ),
    )
    assert.equal(score.composite, Math.floor(100 * composite + 0.5))
  })

  test('many changes at once end in the state of the last one', async () => {
    const { client } = tenant
    const names = ['Nobody Else', 'Somebody Else']
    await Promise.all(
      [0, 1].map((index) => client.addCompetitor({ params: { id: brandId }, body: { name: names[index]! } })),
    )
    await client.updateBrand({ params: { id: brandId }, body: { name: brandName(4), aliases: [brandName(2)] } })
    const fresh = await recomputed()
    const either = new Set([...naming(fresh, brandName(4)), ...naming(fresh, brandName(2))].map(({ id }) => id))
    assert.deepEqual(new Set(mentioning(fresh, brandId).map(({ id }) => id)), either)
  })
})
