import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@sightline/sdk'
import { seedBrand, openTestApp, runEnd, startedRun, type Tenant, type TestApp } from './support/test-app.ts'
import { everyPage } from './support/pages.ts'
import { unrecorded } from './support/statements.ts'

describe('the platforms’ own searches', () => {
  let house: TestApp
  let client: Client
  let brandId: string
  let tenant: Tenant
  before(async () => {
    house = await openTestApp({ lab: { seed: 5 } })
    tenant = await house.tenant()
    ;({ client } = tenant)
    ;({ brandId } = await seedBrand(client, house.lab, 3))
    await runEnd(client, (await startedRun(client, brandId, { repeats: 2 })).id)
  })
  after(() => house.close())

  test('are counted from the answers, and platforms that never tell are listed as such', async () => {
    const found = await client.listSearches({ params: { id: brandId } })
    const answers = (await client.listAnswers({ params: { id: brandId }, query: { limit: 200, outcome: 'ok' } })).data
    const [first] = found.data
    assert.ok(first)
    const isSame = (search: string): boolean => search.trim().toLowerCase() === first.search.toLowerCase()
    const searched = answers.filter(({ searches }) => searches?.some(isSame))
    assert.equal(first.answers, searched.length)
    assert.equal(first.times, searched.flatMap(({ searches }) => searches ?? []).filter(isSame).length)
    assert.deepEqual(first.platforms, [...new Set(searched.map(({ platform }) => platform))].toSorted())
    assert.deepEqual(
      found.platforms,
      [...Map.groupBy(answers, ({ platform }) => platform)]
        .map(([slug, own]) => {
          const telling = own.filter(({ searches }) => searches !== null).length
          return { slug, answers: own.length, answersTelling: telling === 0 ? null : telling }
        })
        .toSorted((one, other) => (one.slug < other.slug ? -1 : 1)),
    )
    assert.ok(found.platforms.some(({ answersTelling }) => answersTelling === null))
  })

  test('a walk gives each search once (F1)', async () => {
    const whole = (await client.listSearches({ params: { id: brandId }, query: { limit: 200 } })).data
    const walked = await everyPage((cursor) =>
      client.listSearches({ params: { id: brandId }, query: { limit: 2, cursor } }),
    )
    assert.deepEqual(walked, whole)
  })

  test('citations of the lab’s answers agree with the answers themselves', async () => {
    const answers = (await client.listAnswers({ params: { id: brandId }, query: { limit: 200, outcome: 'ok' } })).data
    const { data } = await client.listCitations({ params: { id: brandId }, query: { groupBy: 'page', limit: 200 } })
    for (const { url, domain, answers: citing, share } of data.slice(0, 20)) {
      assert.equal(
        citing,
        answers.filter((answer) => answer.citations.some((cited) => cited.url === url && cited.domain === domain))
          .length,
      )
      assert.equal(share.denominator, answers.length)
    }
  })

  test('a walk goes on behind searches of any length, which are one only when all of them is the same', async () => {
    // In one writing with 3 bytes a letter, as Chinese has: the cursor, which an address carries, has 1,024 characters.
    const long = '长'.repeat(2_000)
    const searches = [`${long}A`, `${long}a`, `${long}b`, `${long.slice(1)}c`, 'short']
    await unrecorded(() =>
      house.app.database.transaction(tenant.organizationId, (db) =>
        db
          .updateTable('source_use')
          .set({ searches })
          .where('organization_id', '=', tenant.organizationId)
          .where('searches', 'is not', null)
          .execute(),
      ),
    )
    const walked = await everyPage((cursor) =>
      client.listSearches({ params: { id: brandId }, query: { limit: 1, cursor } }),
    )
    // What is shown of one is its beginning.
    const shown = searches.toSpliced(1, 1).map((search) => search.slice(0, 1_000))
    assert.deepEqual(walked.map(({ search }) => search).toSorted(), shown.toSorted())
    const [{ answers } = { answers: 0 }] = walked
    assert.deepEqual(
      walked.map(({ times }) => times / answers).toSorted((one, other) => one - other),
      [1, 1, 1, 2],
    )
  })
})
