import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newId, operationIds, type Operation } from '@sightline/sdk'
import { readContract, type Contract } from './support/contract.ts'
import { absentSite } from './support/absent-site.ts'
import { everyOperation, exampleOf, pathOf } from './support/every-operation.ts'
import { aRecommendation } from './support/gap-market.ts'
import { ask, type Asked } from './support/http.ts'
import { seedBrand, openTestApp, runEnd, startedRun, type Tenant, type TestApp } from './support/test-app.ts'
import { liftMinuteLimit } from './support/owner.ts'

const goodWebhook = { url: 'https://hooks.example.com/sightline', events: ['score.changed' as const] }

/** Each test loops over every operation: one that is added is held too, and says here what a good call of it is. */
describe('every operation keeps what the OpenAPI document promises', () => {
  let house: TestApp
  let tenant: Tenant
  let contract: Contract
  let ids: Record<string, string>

  before(async () => {
    house = await openTestApp({ lab: { seed: 5 }, site: absentSite })
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    contract = await readContract(house.baseUrl)
    const { client } = tenant
    const { brandId, promptIds, competitorIds } = await seedBrand(client, house.lab, 6)
    await client.updateBrand({ params: { id: brandId }, body: { domains: ['stillmark.example'] } })
    const run = await runEnd(client, (await startedRun(client, brandId, { repeats: 1 })).id)
    const { data } = await client.listAnswers({ params: { id: brandId }, query: { limit: 1 } })
    const webhook = await client.createWebhook({ body: goodWebhook })
    const delivery = await client.testWebhook({ params: { id: webhook.id }, body: {} })
    ids = {
      brd: brandId,
      cmp: competitorIds[0]!,
      prm: promptIds[0]!,
      run: run.id,
      ans: data[0]!.id,
      whk: webhook.id,
      dlv: delivery.id,
      rec: await aRecommendation(house, client, brandId),
    }
  })
  after(() => house.close())

  /** Bodies that succeed, by operation; an empty one where none is named. */
  const goodBodies: Record<string, unknown> = {
    createBrand: { name: 'Another brand', aliases: ['Another'], domains: ['another.example'] },
    updateBrand: { caseSensitive: true },
    addCompetitor: { name: 'Another rival' },
    updateCompetitor: { aliases: ['Rival'] },
    createPrompts: { prompts: [{ text: 'which tool is best for small teams' }] },
    updatePrompt: { topic: 'tools' },
    startRun: { dryRun: true },
    setSchedule: { hour: 6, days: [1, 3] },
    importAnswers: { answers: [{ prompt: 'best tool', platform: 'chatgpt', text: 'Take any.' }, { nonsense: true }] },
    createWebhook: goodWebhook,
    updateSuggestion: { status: 'accepted' },
    updateWebhook: { threshold: 2.5, status: 'active' },
    recoverDeliveries: { since: '2026-01-01T00:00:00Z' },
  }
  /** Operations that end something come after those that need it, and the brand goes last. */
  const turn = ({ id, method }: Operation): number =>
    id === 'deleteBrand' ? 2 : Number(method === 'DELETE' || id === 'cancelRun')

  /** Path parameters that name what is there, told by the prefix of their example. */
  const realParams = (operation: Operation): Record<string, string> =>
    Object.fromEntries(
      contract
        .of(operation)
        .parameters.filter((parameter) => parameter.in === 'path')
        .map(({ name, schema }) => [name, ids[exampleOf(schema).slice(0, 3)] ?? exampleOf(schema)]),
    )
  const send = (operation: Operation, params: Record<string, string>, asked: Asked = {}) =>
    ask(`${house.baseUrl}${pathOf(operation, params)}`, { method: operation.method, key: tenant.key, ...asked })

  test('the document names every operation once, with the parameters of its path', () => {
    const documented = Object.entries(contract.document.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, ...operation })),
    )
    assert.deepEqual(new Set(documented.map(({ operationId }) => operationId)), new Set(operationIds))
    assert.equal(documented.length, operationIds.length)
    for (const { path, parameters, operationId } of documented) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
      assert.deepEqual(new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)), new Set(inPath), operationId)
    }
  })

  test('a good call succeeds with the declared status and body, and a read is 304 to whoever has its answer', async () => {
    for (const operation of everyOperation.toSorted((one, other) => turn(one) - turn(other))) {
      const hasBody = contract.of(operation).requestBody !== undefined
      const required = contract
        .of(operation)
        .parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
      const query = new URLSearchParams(
        required.map(({ name, schema }): [string, string] => [name, exampleOf(schema)]),
      ).toString()
      if (operation.id === 'cancelRun') {
        const open = await startedRun(tenant.client, ids['brd']!, { repeats: 1 })
        ids['run'] = open.id
      }
      const url = `${house.baseUrl}${pathOf(operation, realParams(operation))}${query && `?${query}`}`
      const reply = await ask(url, {
        method: operation.method,
        key: tenant.key,
        ...(hasBody && { body: goodBodies[operation.id] ?? {} }),
      })
      assert.notEqual(reply.status, 422, `say in this test what a good body of ${operation.id} is: ${reply.text}`)
      contract.hold(operation, reply)
      assert.equal(
        reply.status,
        operation.status,
        `${operation.id}: ${reply.text.slice(0, 300)} ${JSON.stringify(house.log.at(-1))}`,
      )
      if (operation.method !== 'GET') continue
      const known = await ask(url, { key: tenant.key, headers: { 'if-none-match': '*' } })
      assert.deepEqual([reply.headers.has('etag'), known.status], [true, 304], operation.id)
      contract.hold(operation, known)
    }
  })

  test('what goes wrong has a documented status, code and body', async () => {
    const scopeless = await tenant.newKey([])
    for (const operation of everyOperation) {
      const body = contract.of(operation).requestBody ? {} : undefined
      const replies = [
        await send(operation, {}, { key: 'nonsense', body }),
        await send(operation, {}, { key: scopeless, body }),
        await send(operation, {}, { body }),
        await send(operation, { id: newId('event', 0), pid: 'x', cid: 'x' }, { body }),
        await ask(`${house.baseUrl}${pathOf(operation)}?nothing=1`, {
          method: operation.method,
          key: tenant.key,
          body,
        }),
      ]
      if (operation.method !== 'GET')
        for (const odd of ['{', '[]', '{"nothing":1}', ' '.repeat(70_000)])
          replies.push(await send(operation, {}, { body: odd }))
      if (operation.method !== 'GET')
        replies.push(await send(operation, {}, { body: 'a=1', headers: { 'content-type': 'text/plain' } }))
      for (const reply of replies) contract.hold(operation, reply)
    }
  })
})
