import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openTestHouse, type Tenant, type TestHouse } from './support/house.ts'

describe('deleting while others work on the same', () => {
  let house: TestHouse
  let tenant: Tenant

  before(async () => {
    house = await openTestHouse({ works: true })
    tenant = await house.tenant()
  })
  after(() => house.close())

  test('a brand is deleted at once while its answers are being looked through, however often', async () => {
    const { client } = tenant
    const deleteWhileBusy = async (index: number) => {
      const { id } = await client.createBrand({ body: { name: `Brand ${index}` } })
      const params = { id }
      const answers = Array.from({ length: 100 }, (_, number) => ({
        prompt: `best tool ${number % 5}`,
        platform: 'chatgpt',
        text: `Brand ${index} and answer ${number}.`,
      }))
      for (let round = 0; round < 3; round += 1) {
        await client.importAnswers({ params, body: { answers } })
        await client.updateBrand({ params, body: { aliases: [`Alias ${round}`] } })
      }
      const deleted = await client.deleteBrand({ params })
      assert.deepEqual(deleted, { id, deleted: true })
    }
    await Promise.all(Array.from({ length: 6 }, (_, index) => deleteWhileBusy(index)))
    assert.deepEqual((await client.listBrands()).data, [])
  })
})
