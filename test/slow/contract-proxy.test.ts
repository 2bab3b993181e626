import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { createClient, newId, openApiDocument, operationIds, type Operation } from '@sightline/sdk'
import { absentSite } from '../support/absent-site.ts'
import { openContractProxy, type ContractProxy } from '../support/contract-proxy.ts'
import { everyOperation } from '../support/every-operation.ts'
import { aRecommendation } from '../support/gap-market.ts'
import { seedBrand, openTestApp, runEnd, startedRun, type Tenant, type TestApp } from '../support/test-app.ts'
import { ask, askAnybody, type Asked } from '../support/http.ts'
import { liftMinuteLimit } from '../support/owner.ts'

type Documented = {
  parameters: { name: string; in: string; example?: unknown; schema: { example?: unknown; enum?: unknown[] } }[]
  requestBody?: { content: { 'application/json': { example: unknown } } }
}
// The document is made as plain JSON; these are the parts read here.
const { paths } = openApiDocument('', 'v1') as { paths: Record<string, Record<string, Documented>> }

describe('between a client and the product, nothing passes that the contract does not say:', () => {
  let house: TestApp
  let tenant: Tenant
  let proxy: ContractProxy
  let ids: Record<string, string>
  /** The examples bring names that the simulated market has too. */
  let freeNames: () => Promise<void>

  before(async () => {
    house = await openTestApp({ lab: { seed: 5 }, site: absentSite })
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    proxy = await openContractProxy(house.origin)
    const client = createClient({ baseUrl: proxy.baseUrl, apiKey: tenant.key })
    const { brandId, promptIds, competitorIds } = await seedBrand(client, house.lab, 6)
    await client.updateBrand({ params: { id: brandId }, body: { domains: ['stillmark.example'] } })
    const run = await runEnd(client, (await startedRun(client, brandId)).id)
    const { data } = await client.listAnswers({ params: { id: brandId }, query: { limit: 1 } })
    const webhook = await client.createWebhook({
      body: { url: 'https://hooks.example.com/x', events: ['score.changed'] },
    })
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
    freeNames = async () => {
      await client.updateBrand({ params: { id: brandId }, body: { name: 'Stillmark' } })
      for (const [index, cid] of competitorIds.entries())
        await client.updateCompetitor({ params: { id: brandId, cid }, body: { name: `Rival ${index}` } })
    }
  })
  after(async () => {
    proxy.close()
    await house.close()
  })

  const documented = (operation: Operation): Documented => paths[operation.path]![operation.method.toLowerCase()]!
  const send = (operation: Operation, params: Record<string, string>, search = '', asked: Asked = {}) => {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? 'x'))
    return ask(`${proxy.baseUrl}${path}${search}`, { method: operation.method, key: tenant.key, ...asked })
  }
  /** Parameters of the path as the document's examples have them; ids are of what is really there. */
  const paramsOf = (operation: Operation): Record<string, string> =>
    Object.fromEntries(
      documented(operation)
        .parameters.filter((parameter) => parameter.in === 'path')
        .map(({ name, example, schema }) => {
          const shown = String(example ?? schema.example ?? schema.enum?.[0])
          return [name, ids[shown.slice(0, 3)] ?? shown]
        }),
    )
  const bodyOf = (operation: Operation): unknown =>
    documented(operation).requestBody?.content['application/json'].example

  /**
   * Advice comes first, because new names and answers let it expire; what brings new names, and then what ends something,
   * comes after what needs the old; the brand goes last.
   */
  const turn = ({ id, method, tag }: Operation): number => {
    if (tag === 'Recommendations') return -1
    if (id === 'createBrand' || id === 'addCompetitor') return 1
    if (id === 'deleteBrand') return 3
    return method === 'DELETE' || id === 'cancelRun' ? 2 : 0
  }

  test('the examples of the documentation, sent as they stand there, succeed', async () => {
    for (const operation of everyOperation.toSorted((one, other) => turn(one) - turn(other))) {
      if (operation.id === 'createBrand') await freeNames()
      if (operation.id === 'cancelRun') ids['run'] = (await startedRun(tenant.client, ids['brd']!)).id
      const search = new URLSearchParams(
        documented(operation)
          .parameters.filter((parameter) => parameter.in === 'query' && parameter.example !== undefined)
          .map(({ name, example }): [string, string] => [name, String(example)]),
      ).toString()
      const body = bodyOf(operation)
      const reply = await send(
        operation,
        paramsOf(operation),
        search && `?${search}`,
        body === undefined ? {} : { body },
      )
      assert.equal(reply.status, operation.status, `${operation.id}: ${reply.text}`)
      if (operation.method === 'GET')
        assert.equal(
          (await send(operation, paramsOf(operation), search && `?${search}`, { headers: { 'if-none-match': '*' } }))
            .status,
          304,
        )
    }
  })

  test('what is wrong is refused, by each operation, as documented', async () => {
    const scopeless = await tenant.newKey([])
    for (const operation of everyOperation) {
      const body = bodyOf(operation)
      const sent: Asked = body === undefined ? {} : { body }
      const unknown = { id: newId('event', 0), pid: 'x', cid: 'x', sid: 'x', slug: '-', dataset: 'x' }
      await send(operation, paramsOf(operation), '', { ...sent, key: 'nonsense' })
      await send(operation, paramsOf(operation), '', { ...sent, key: scopeless })
      await send(operation, paramsOf(operation), '?nothing=1', sent)
      await send(operation, unknown, '', sent)
      if (body === undefined) continue
      for (const odd of ['{', '[]', 'null', '{"nothing":1}'])
        await send(operation, paramsOf(operation), '', { body: odd })
      for (const field of Object.keys(body as object))
        await send(operation, paramsOf(operation), '', { body: { ...(body as object), [field]: { odd: [] } } })
    }
  })

  test('the proxy saw every operation succeed and be refused, and no violation of the committed contract', () => {
    assert.deepEqual(proxy.violations, [])
    for (const id of operationIds) {
      const statuses = proxy.traffic.get(id) ?? []
      assert.ok(
        statuses.some((status) => status < 300),
        `${id} succeeded`,
      )
      assert.ok(
        statuses.some((status) => status >= 400),
        `${id} was refused`,
      )
      assert.ok(
        statuses.every((status) => status < 500),
        `${id} never failed on our side`,
      )
    }
  })
})

test('the proxy sees what the contract does not say: address, parameter, status, body, header, an unearned success', async (t) => {
  let answer = { status: 200, type: 'application/json; charset=utf-8', text: '{}' }
  const product = createServer((_request, response) =>
    response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.text),
  )
  await new Promise<void>((resolve) => product.listen(0, '127.0.0.1', resolve))
  t.after(() => product.close())
  // Listening on a port gives an address with a port, never a pipe's name.
  const proxy = await openContractProxy(`http://127.0.0.1:${(product.address() as AddressInfo).port}`)
  t.after(() => proxy.close())
  const seen = async (path: string, asked: Asked = {}): Promise<string> => {
    proxy.violations.length = 0
    await askAnybody(`${proxy.baseUrl}${path}`, asked)
    return proxy.violations.join('\n')
  }
  assert.match(await seen('/nothing'), /GET \/api\/v1\/nothing 200: is not documented/)
  assert.match(await seen('/me', { method: 'POST' }), /is not documented/)
  assert.match(await seen('/me'), /getMe 200: data must have required property 'organization'/)
  assert.match(await seen('/me'), /getMe 200: the header RateLimit-Policy is missing/)
  assert.match(await seen('/me?nothing=1'), /taken though the contract forbids it: nothing/)
  assert.match(await seen('/brands?limit=9999'), /taken though the contract forbids it: limit/)
  assert.match(
    await seen('/brands', { method: 'POST', body: { name: 5 } }),
    /taken though the contract forbids it: body/,
  )
  answer = { status: 418, type: 'text/html', text: '<p>' }
  assert.match(await seen('/me'), /getMe 418: its status is not documented/)
  answer = { status: 200, type: 'text/html', text: '<p>' }
  assert.match(await seen('/me'), /getMe 200: it is no JSON/)
})
