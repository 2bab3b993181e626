import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ApiError, createClient, ITS_BRAND, newId } from '@sightline/sdk'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'

describe('a prompt named without its brand', () => {
  let house: TestApp
  let tenant: Tenant
  let brandIds: string[]
  let promptIds: string[]

  before(async () => {
    house = await openTestApp()
    tenant = await house.tenant()
    brandIds = await Promise.all(
      ['One', 'Two'].map(async (name) => (await tenant.client.createBrand({ body: { name } })).id),
    )
    promptIds = await Promise.all(brandIds.map((id) => addPrompt(tenant, id)))
  })
  after(() => house.close())

  const addPrompt = async ({ client }: Tenant, id: string): Promise<string> => {
    const { data } = await client.createPrompts({ params: { id }, body: { prompts: [{ text: 'best crm' }] } })
    return data[0]?.id ?? ''
  }
  const path = (pid = '') => ({ id: ITS_BRAND, pid })

  test('is changed and archived where it is, whichever brand it belongs to', async () => {
    const changed = await tenant.client.updatePrompt({ params: path(promptIds[1]), body: { topic: 'crm' } })
    assert.deepEqual([changed.brandId, changed.topic], [brandIds[1], 'crm'])
    assert.deepEqual(await tenant.client.getPrompt({ params: path(promptIds[1]) }), changed)
    const pid = await addPrompt(tenant, (await tenant.client.createBrand({ body: { name: 'Three' } })).id)
    for (const _time of ['first', 'second'])
      assert.deepEqual(await tenant.client.archivePrompt({ params: path(pid) }), { id: pid, deleted: true })
  })

  test('is nothing to another organization, nor to a key that is limited to other brands', async () => {
    const other = await house.tenant()
    const apiKey = await tenant.newKey(['prompts:write'], [brandIds[0] ?? ''])
    const limited = createClient({ baseUrl: house.baseUrl, apiKey })
    const change = { body: { topic: 'stolen' } }
    await assert.rejects(other.client.getPrompt({ params: path(promptIds[1]) }), isNotFound)
    for (const client of [other.client, limited]) {
      await assert.rejects(client.updatePrompt({ params: path(promptIds[1]), ...change }), isNotFound)
      await assert.rejects(client.archivePrompt({ params: path(promptIds[1]) }), isNotFound)
      await assert.rejects(client.updatePrompt({ params: path(newId('prompt', 0)), ...change }), isNotFound)
    }
    assert.equal((await limited.updatePrompt({ params: path(promptIds[0]), body: { topic: 'own' } })).topic, 'own')
    const [kept] = (await tenant.client.listPrompts({ params: { id: brandIds[1] ?? '' } })).data
    assert.deepEqual([kept?.status, kept?.topic], ['active', 'crm'])
  })

  test('no other address takes it for a brand', async () => {
    await assert.rejects(tenant.client.getBrand({ params: { id: ITS_BRAND } }), isNotFound)
    await assert.rejects(tenant.client.listPrompts({ params: { id: ITS_BRAND } }), isNotFound)
  })
})

const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.code === 'resource_not_found'
