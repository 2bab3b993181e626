import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@sightline/sdk'
import { furnish, openTestHouse, runEnd, startedRun, type TestHouse } from './support/house.ts'
import { everyPage } from './support/pages.ts'

describe('the platforms’ own searches', () => {
  let house: TestHouse
  let client: Client
  let brandId: string
  before(async () => {
    house = await openTestHouse({ lab: { seed: 5 } })
    client = (await house.tenant()).client
    ;({ brandId } = await furnish(client, house.lab, 3))
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
})
