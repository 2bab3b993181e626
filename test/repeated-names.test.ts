import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openTestApp, runEnd, type TestApp } from './support/test-app.ts'
import { differencesOf, quiet } from './support/pipeline.ts'

describe('an answer that repeats a name', { timeout: 120_000 }, () => {
  let house: TestApp

  before(async () => {
    house = await openTestApp({ works: true })
  })
  after(() => house.close())

  test('tells what it holds beyond the 500 occurrences that are judged', async () => {
    const tenant = await house.tenant()
    const { client } = tenant
    const { id } = await client.createBrand({ body: { name: 'Fernhold' } })
    const rival = await client.addCompetitor({ params: { id }, body: { name: '小米' } })
    const given = { platform: 'chatgpt', prompt: 'best tool', collectedAt: '2025-11-10T08:00:00Z' }
    const texts = ['小米'.repeat(10_000), 'Fernhold, 小米手机.']
    const { runId } = await client.importAnswers({
      params: { id },
      body: { answers: texts.map((text) => ({ ...given, text })) },
    })
    await runEnd(client, runId ?? '')
    await quiet(house)
    const { data } = await client.listAnswers({ params: { id }, query: { include: 'text' } })
    const told = await Promise.all(data.map((answer) => client.getAnswer({ params: { id: answer.id } })))
    const [long, short] = texts.map((text) => told.find((answer) => answer.text === text))
    assert.deepEqual(long?.unjudged, [{ entityId: rival.id, name: '小米', occurrences: 9_500 }])
    assert.ok((long?.mentions.length ?? 0) <= 500)
    assert.deepEqual(short?.unjudged, [])
    assert.equal(short?.mentions.length, 2)
    assert.deepEqual(await differencesOf(house, tenant, id), [])
  })
})
