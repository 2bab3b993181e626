import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { operations, roles, scopes, sessionOperations, type Operation, type SessionOperation } from '@sightline/sdk'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { readContract, type Contract } from './support/contract.ts'
import { fullFixture, paramsOf, type FullFixture } from './support/full-fixture.ts'
import { everyOperation, exampleOf, pathOf } from './support/every-operation.ts'
import { ask, assertErrorShape, type Reply } from './support/http.ts'
import { openTestApp, type TestApp } from './support/test-app.ts'

const generous = { timeout: 240_000 }
const everySessionOperation = Object.values<SessionOperation>(sessionOperations)

/** What a key needs no scope for, each with the reason. */
const WITHOUT_SCOPE: Record<string, string> = { getMe: 'says which scopes the key has' }
/** Addresses that ask for no key, each with the reason; what is below a folder goes with it. */
const WITHOUT_KEY: Record<string, string> = {
  '/healthz': 'whether the process lives, for whoever restarts it',
  '/readyz': 'whether the database answers, for whoever sends traffic',
  '/api/v1/openapi.json': 'the contract, which is public',
  '/docs': 'the documentation, which is public',
  '/': 'the web application’s page, which holds nothing of anybody',
  '/web': 'for people: it asks for a session instead, see web-door.test.ts',
}

describe('what the doors let through', generous, () => {
  let house: TestApp
  let estate: FullFixture
  let contract: Contract

  before(async () => {
    house = await openTestApp({
      lab: { seed: 37 },
      site: { get: () => Promise.resolve({ kind: 'failed', reason: 'unreachable' }) },
    })
    estate = await fullFixture(house)
    contract = await readContract(house.baseUrl)
  })
  after(() => house.close())

  test('C2: every operation declares a scope that exists, or stands in the list of those without one', () => {
    for (const { id, scope } of everyOperation)
      if (scope === 'any') assert.ok(WITHOUT_SCOPE[id], `${id} asks for no scope: give it one, or say here why not`)
      else assert.ok(scope !== 'public' && scopes.includes(scope), `${id} declares ${scope}`)
    for (const id of Object.keys(WITHOUT_SCOPE)) assert.equal(everyOperation.find((one) => one.id === id)?.scope, 'any')
  })

  test('C2: everything that people do declares a role that exists, and shares no id and no address with the API', () => {
    const addresses = new Set(everyOperation.map(({ method, path }) => `${method} ${path}`))
    for (const { id, role, method, path } of everySessionOperation) {
      assert.ok(roles.includes(role), `${id} declares ${role}`)
      assert.ok(!Object.hasOwn(operations, id), id)
      assert.ok(!addresses.has(`${method} ${path}`), `${method} ${path}`)
    }
  })

  test('C2: every address that the server knows asks for a key, or stands in the list of those that do not', async () => {
    const declared = new Set(everyOperation.map(({ path }) => `/api/v1${path.replaceAll(/\{(\w+)\}/g, ':$1')}`))
    const mounted = await mountedPaths(house)
    const found = [...declared, '/healthz', '/readyz', '/api/v1/openapi.json']
    assert.deepEqual(
      found.filter((path) => !mounted.includes(path)),
      [],
    )
    for (const path of mounted.filter((known) => !declared.has(known)))
      assert.ok(
        Object.keys(WITHOUT_KEY).some((open) => path === open || path.startsWith(`${open}/`)),
        `${path} is no declared operation: declare it, or say here why it needs no key`,
      )
    for (const operation of everyOperation)
      assertErrorShape(
        await ask(`${house.baseUrl}${pathOf(operation)}`, { method: operation.method }),
        401,
        'missing_api_key',
      )
  })

  test('C6: an answer holds the fields of its schema and no other, whatever is asked', async () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
    for (const operation of everyOperation.filter(({ isWrite }) => !isWrite)) {
      const reply = await good(operation)
      assert.equal(reply.status, operation.status, `${operation.id}: ${reply.text.slice(0, 300)}`)
      const validate = ajv.compile(closed(operation))
      assert.ok(validate(JSON.parse(reply.text)), `${operation.id}: ${ajv.errorsText(validate.errors)}`)
    }
  })

  test('C6: no answer holds a secret that was told once, or a name of what only the inside knows', async () => {
    const { secrets, owner, ids } = estate
    const told = Object.values(secrets).map((secret) => secret.slice(-20))
    const answers: [string, string][] = []
    for (const operation of everyOperation.filter(({ isWrite }) => !isWrite))
      answers.push([operation.id, (await good(operation)).text])
    for (const operation of everySessionOperation.filter(({ isWrite }) => !isWrite)) {
      const answer = await owner.ask(operation, { params: paramsOf(operation, ids) })
      answers.push([operation.id, JSON.stringify(answer)])
    }
    for (const [id, text] of answers) {
      for (const secret of told) assert.ok(!text.includes(secret), id)
      assert.doesNotMatch(
        text,
        /"(organization_?id|hash|token(_?hash)?|sealed|password|secret|fence|digest|raw)":/i,
        id,
      )
      assert.doesNotMatch(text, /"[a-z]+(_[a-z]+)+":(?!\d)/, `${id} has no column’s name`)
    }
  })

  async function good(operation: Operation): Promise<Reply> {
    const { parameters, requestBody } = contract.of(operation)
    const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
    const query = new URLSearchParams(
      required.map(({ name, schema }): [string, string] => [name, exampleOf(schema)]),
    ).toString()
    const path = pathOf(operation, paramsOf(operation, estate.ids))
    return ask(`${house.baseUrl}${path}${query && `?${query}`}`, {
      method: operation.method,
      key: estate.tenant.key,
      ...(requestBody && { body: {} }),
    })
  }
})

/** The schema of an operation's answer, closed: zod closes objects for output, where the document leaves them open. */
function closed(operation: Operation): object {
  return operation.output.toJSONSchema({ io: 'output', unrepresentable: 'any' })
}

/** Fastify prints its routes as a tree; without common prefixes each line is a segment. */
async function mountedPaths(house: TestApp): Promise<string[]> {
  const server = house.app.createRest()
  await server.ready()
  const segments: string[] = []
  const paths: string[] = []
  for (const line of server.printRoutes({ commonPrefix: false, includeHooks: false }).split('\n')) {
    const match = /^(.*?)(?:├──|└──) (\S*)(?: \(([A-Z, ]+)\))?$/.exec(line)
    if (!match) continue
    const depth = (match[1] ?? '').length / 4
    segments.splice(depth, Number.POSITIVE_INFINITY, match[2] ?? '')
    if (match[3] !== undefined) paths.push(segments.join('').replaceAll(/\/{2,}/g, '/'))
  }
  return paths
}
