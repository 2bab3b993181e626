import assert from 'node:assert/strict'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { after, before, describe, test } from 'node:test'
import { wrongBodiesOf, sampleOf } from '../support/body-samples.ts'
import { bodyTexts } from '../support/body-texts.ts'
import { newMember, type SignedIn } from '../support/browser.ts'
import { addressAt, bodySchemaOf, everyDoor, nameOf, type DoorOperation } from '../support/every-door.ts'
import { assertNothingInside, openHostileScene, type HostileScene } from '../support/hostile-scene.ts'
import { ask, assertErrorShape, type Reply } from '../support/http.ts'

const BODY_LIMIT = 65_536
const largeBodyLimits: Record<string, number> = {
  startRun: 262_144,
  createPrompts: 4_194_304,
  importAnswers: 16_777_216,
}
const generous = { timeout: 240_000 }

/** Members ask what keys ask through the same parser: once is enough. */
const withBody = everyDoor.filter(
  (one) => bodySchemaOf(one) !== null && !(one.door === 'member' && 'scope' in one.operation),
)

describe('hostile bodies, for every operation that takes one', generous, () => {
  let scene: HostileScene
  let owner: SignedIn

  before(async () => {
    scene = await openHostileScene()
    owner = await newMember(scene.house, scene.tenant, 'owner')
  })
  after(() => scene.close())

  function send(one: DoorOperation, body: unknown): Promise<Reply> {
    const { house, tenant } = scene
    const { method } = one.operation
    const address = addressAt(one, tenant.organizationId)
    if (one.door === 'key') return ask(house.origin + address, { method, key: tenant.key, body })
    return owner.ask(address.slice('/web'.length), { method, body, headers: { 'content-type': 'application/json' } })
  }

  test('bytes that are no JSON, cannot be kept or mean something to JavaScript are refused with one code', () =>
    scene.unharmed(async () => {
      const texts = bodyTexts()
      assert.ok(texts.length >= 130, `${texts.length}`)
      // What the parser refuses it refuses for all alike: each operation has a third. Keys and values are the schema's to refuse.
      const calls = withBody.flatMap((one, turn) =>
        texts
          .filter(({ code }, index) => code !== 'invalid_json' || (turn + index) % 3 === 0)
          .map((text) => ({ one, text })),
      )
      await scene.inTurns(calls, async ({ one, text: { name, body, status, code } }) => {
        const said = `${nameOf(one)}: ${name}`
        const reply = await send(one, body)
        assert.equal(reply.status, status, `${said}: ${reply.text}`)
        assertErrorShape(reply, status, code)
        assertNothingInside(reply, scene.secrets, said)
      })
      assert.equal(Object.keys(Object.prototype).length, 0)
    }))

  test('a value that a field does not take is refused by the field’s name, for every field of every operation', () =>
    scene.unharmed(async () => {
      const calls = withBody.flatMap((one) => {
        const schema = bodySchemaOf(one) ?? {}
        const isTaken = takerOf(schema)
        assert.ok(isTaken(sampleOf(schema)), `${nameOf(one)}: say in test/support/body-samples.ts how its body is made`)
        return wrongBodiesOf(schema)
          .filter(({ body }) => !isTaken(body))
          .map((wrong) => ({ one, wrong }))
      })
      assert.ok(calls.length > 1_500, `${calls.length}`)
      await scene.inTurns(calls, async ({ one, wrong: { path, what, body } }) => {
        const said = `${nameOf(one)}: ${path} ${what}`
        const text = JSON.stringify(body)
        const reply = await send(one, text)
        if (text.length > (largeBodyLimits[one.operation.id] ?? BODY_LIMIT))
          return void assertErrorShape(reply, 413, 'payload_too_large')
        assert.equal(reply.status, 422, `${said}: ${reply.text}`)
        const { details } = assertErrorShape(reply, 422, 'validation_failed')
        assert.ok(
          details.some((detail) => detail.path.startsWith(path) || path.startsWith(detail.path)),
          `${said}: ${reply.text}`,
        )
        assertNothingInside(reply, scene.secrets, said)
      })
    }))

  test('what is sent to an operation that takes no body is not looked into', () =>
    scene.unharmed(async () => {
      const without = everyDoor.filter(({ door, operation }) => door === 'key' && operation.method === 'DELETE')
      assert.ok(without.length >= 3)
      for (const one of without)
        for (const body of ['{', '\0', '['.repeat(30_000)]) {
          const reply = await send(one, body)
          assert.ok([400, 404].includes(reply.status), `${nameOf(one)}: ${reply.text}`)
          assertNothingInside(reply, scene.secrets, nameOf(one))
        }
    }))
})

/** By the documented schema, not by the parser that reads the request. */
function takerOf(schema: Record<string, unknown>): (body: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  // Those that are judged apart are not judged here.
  const open = JSON.parse(
    JSON.stringify(schema, (name, value: unknown) => (name === 'items' && isReference(value) ? {} : value)),
  ) as object
  const validate = ajv.compile(open)
  return (body) => validate(body)
}

const isReference = (value: unknown): boolean => typeof value === 'object' && value !== null && '$ref' in value
