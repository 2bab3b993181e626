import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openTestApp, runEnd, type Tenant, type TestApp } from './support/test-app.ts'

describe('deleting while others work on the same', () => {
  let house: TestApp
  let tenant: Tenant

  before(async () => {
    house = await openTestApp({ works: true })
    tenant = await house.tenant()
  })
  after(() => house.close())

  test('a brand is deleted at once while its answers are being looked through, however often', async () => {
    const { client } = tenant
    const deleteWhileBusy = async (index: number) => {
      const { id } = await client.createBrand({ body: { name: `Brand ${index}` } })
      const params = { id }
      const answers = Array.from({ length: 400 }, (_, number) => ({
        prompt: `best tool ${number % 5}`,
        platform: 'chatgpt',
        text: `Brand ${index} and answer ${number}.`,
      }))
      const { runId } = await client.importAnswers({ params, body: { answers } })
      await runEnd(client, runId!)
      await client.updateBrand({ params, body: { aliases: ['Changed'] } })
      // Each at another moment of the work that the change began.
      for (let moment = 0; moment < 4 * index; moment += 1) await client.getBrand({ params })
      assert.deepEqual(await client.deleteBrand({ params }), { id, deleted: true })
    }
    for (let index = 0; index < 8; index += 1) await deleteWhileBusy(index)
    assert.deepEqual((await client.listBrands()).data, [])
  })
})
