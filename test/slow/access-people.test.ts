import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { isAtLeast, roles, scopes, sessionOperations, type Role, type SessionOperation } from '@sightline/sdk'
import { anotherBrowser, newMember, openBrowser, type Browser, type Sent, type SignedIn } from '../support/browser.ts'
import {
  BRAND_CANARY,
  canaryEstate,
  goodCallOf,
  ORGANIZATION_CANARY,
  type CanaryEstate,
} from '../support/canary-estate.ts'
import { addressAt, bodySchemaOf, everyDoor, nameOf, type DoorOperation } from '../support/every-door.ts'
import { expectedRoles, expectedScopes, WRITES_OF_VIEWERS } from '../support/expected-access.ts'
import { assertNothingInside, openHostileScene, type HostileScene } from '../support/hostile-scene.ts'
import { assertErrorShape, type Reply } from '../support/http.ts'
import { requestHead, sendRaw } from '../support/raw-http.ts'

const generous = { timeout: 240_000 }
type OfMembers = Extract<DoorOperation, { door: 'member' }>
const ofMembers = everyDoor.filter((one): one is OfMembers => one.door === 'member')
const ofThePerson = everyDoor.filter((one) => one.door === 'identity')
const ofTheWeb = everyDoor.filter((one) => one.door !== 'key')

/** To leave is to be gone. */
const NOT_ASKED = ['leaveOrganization']
/** These tell of the key that asks, which no person is. */
const FOR_KEYS_ONLY = ['getMe']

/** By the tables that were written down for it, not by what the service asks. */
function neededFor({ operation }: OfMembers): Role {
  if ('role' in operation) return operation.role
  return operation.scope === 'any' || operation.scope === 'public' ? 'viewer' : expectedScopes[operation.scope].role
}

describe('every operation of the session’s door, with everybody who may not', generous, () => {
  let scene: HostileScene
  let estate: CanaryEstate
  const people = new Map<Role, SignedIn>()

  before(async () => {
    scene = await openHostileScene({ works: true })
    estate = await canaryEstate(scene.house)
    for (const role of roles)
      people.set(role, await newMember(scene.house, estate.tenant, role, `${role}-too@${ORGANIZATION_CANARY}.example`))
  })
  after(() => scene.close())

  /** As whoever may would send it. */
  const sendGood = (browser: Browser, one: DoorOperation, headers: Sent['headers'] = {}): Promise<Reply> => {
    const { method, address, body } = goodCallOf(one, estate)
    return browser.ask(address.slice('/web'.length), { method, body, headers })
  }
  /** Of the right form, about nothing: nobody’s account or organization must go by it. */
  const sendHarmless = (browser: Browser, one: DoorOperation): Promise<Reply> => {
    const { method } = one.operation
    const body = bodySchemaOf(one) === null ? undefined : {}
    return browser.ask(addressAt(one, estate.tenant.organizationId).slice('/web'.length), { method, body })
  }
  function assertTellsNothing(one: DoorOperation, reply: Reply): void {
    assertNothingInside(reply, estate.secrets, nameOf(one))
    for (const word of [BRAND_CANARY, ORGANIZATION_CANARY, ...Object.values(estate.ids)])
      assert.ok(!reply.text.includes(word), `${nameOf(one)} tells ${word}`)
  }

  test('each role is refused exactly what needs a higher one, by that role’s name', () =>
    scene.unharmed(async () => {
      const calls = roles.flatMap((role) =>
        ofMembers.filter((one) => !isAtLeast(role, neededFor(one))).map((one) => ({ role, one })),
      )
      assert.ok(calls.length > 60, `${calls.length}`)
      await scene.inTurns(calls, async ({ role, one }) => {
        const reply = await sendGood(people.get(role)!, one)
        assert.equal(reply.status, 403, `${nameOf(one)} as ${role}: ${reply.text}`)
        assert.equal(assertErrorShape(reply, 403, 'insufficient_role').requiredRole, neededFor(one), nameOf(one))
        assertTellsNothing(one, reply)
      })
    }))

  test('each role is let in to everything that needs no higher one', async () => {
    const calls = roles.flatMap((role) =>
      ofMembers
        .filter((one) => isAtLeast(role, neededFor(one)) && !NOT_ASKED.includes(one.operation.id))
        .map((one) => ({ role, one })),
    )
    await scene.inTurns(calls, async ({ role, one }) => {
      const reply = await sendHarmless(people.get(role)!, one)
      assert.ok(![401, 403].includes(reply.status) && reply.status < 500, `${nameOf(one)} as ${role}: ${reply.text}`)
      // Of an address that is there, unless it is nothing for people.
      const isNowhere = reply.text.includes('"route_not_found"')
      assert.equal(isNowhere, FOR_KEYS_ONLY.includes(one.operation.id), `${nameOf(one)} as ${role}: ${reply.text}`)
    })
  })

  test('what is for keys only says so to whoever is signed in, and where to ask instead', async () => {
    for (const one of ofMembers.filter(({ operation }) => FOR_KEYS_ONLY.includes(operation.id))) {
      const { message } = assertErrorShape(await sendHarmless(people.get('owner')!, one), 404, 'route_not_found')
      assert.match(message, /API key.+GET \/web\/session/)
    }
  })

  test('every role and scope has an expectation, and the least role may write nothing but its own leaving', () => {
    assert.deepEqual(Object.keys(expectedRoles), [...roles])
    assert.deepEqual(Object.keys(expectedScopes).toSorted(), [...scopes].toSorted())
    const first = (role: Role) => ofMembers.find(({ operation }) => operation.id === expectedRoles[role].mayFirst)
    for (const [index, role] of roles.entries()) {
      const one = first(role)
      assert.ok(one, role)
      assert.deepEqual([neededFor(one), expectedRoles[role].rank], [role, index])
    }
    const ofViewers = Object.values<SessionOperation>(sessionOperations).filter(
      ({ role, isWrite }) => role === 'viewer' && isWrite,
    )
    assert.deepEqual(
      ofViewers.map(({ id }) => id),
      WRITES_OF_VIEWERS,
    )
  })

  test('nobody is let in without a session: no cookie, a planted one, two, one that ended, or an API key', async () => {
    const signedOut = await anotherBrowser(scene.house.origin, people.get('admin')!.email)
    const { cookie: ended, csrfToken } = signedOut
    await signedOut.post('/sign-out')
    const own = people.get('owner')!.cookie!
    const strangers: Record<string, Record<string, string>> = {
      nothing: {},
      'a planted cookie': { cookie: `sightline=${'A'.repeat(43)}` },
      'an empty cookie': { cookie: 'sightline=' },
      'two cookies': { cookie: `${own}; ${own}` },
      'a cookie of another name': { cookie: own.replace('sightline', 'Sightline') },
      'a session that ended': { cookie: ended!, 'x-csrf-token': csrfToken! },
      'an API key': { authorization: `Bearer ${estate.tenant.key}` },
    }
    const closed = [...ofMembers, ...ofThePerson.filter(({ operation }) => operation.access === 'signedIn')]
    const calls = Object.entries(strangers).flatMap(([name, headers]) => closed.map((one) => ({ name, headers, one })))
    await scene.unharmed(() =>
      scene.inTurns(calls, async ({ name, headers, one }) => {
        const reply = await sendGood(openBrowser(scene.house.origin), one, headers)
        assert.equal(reply.status, 401, `${nameOf(one)} with ${name}: ${reply.text}`)
        assertErrorShape(reply, 401, 'not_signed_in')
        assertTellsNothing(one, reply)
      }),
    )
  })

  test('the owner of another organization finds this one nowhere', async () => {
    const elsewhere = await scene.house.tenant({ name: 'Elsewhere' })
    const stranger = await newMember(scene.house, elsewhere, 'owner', 'owner@elsewhere.example')
    await scene.unharmed(() =>
      scene.inTurns(ofMembers, async (one) => {
        const reply = await sendGood(stranger, one)
        assertErrorShape(reply, 404, 'resource_not_found')
        assertTellsNothing(one, reply)
      }),
    )
  })

  test('a page whose name was made to lead here has no session, though it is its own origin', () =>
    scene.unharmed(async () => {
      // DNS rebinding: the browser takes this service for the page's own, and sends the cookies of that name, which are none.
      const own = ['Origin: http://evil.example', 'Sec-Fetch-Site: same-origin', 'X-CSRF-Token: x']
      const closed = everyDoor.filter(({ operation }) => !('access' in operation) || operation.access === 'signedIn')
      await scene.inTurns(closed, async (one) => {
        const { method, address, body = '' } = goodCallOf(one, estate)
        const headers = [...own, 'Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]
        const bytes = requestHead(`${method} ${address} HTTP/1.1`, headers, 'evil.example') + body
        const [reply] = (await sendRaw(scene.house.origin, bytes, { replies: 1 })).replies
        assert.ok(reply)
        assertErrorShape(reply, 401, one.door === 'key' ? 'missing_api_key' : 'not_signed_in')
        assertTellsNothing(one, reply)
      })
    }))

  test('what is forged by another site is refused at every operation that is no GET, whoever is signed in', async () => {
    const { origin } = scene.house
    const owner = people.get('owner')!
    const forged: Record<string, Record<string, string>> = {
      'no origin': { origin: '' },
      'another origin': { origin: 'https://evil.example' },
      'an origin that begins like ours': { origin: `${origin}.evil.example` },
      'an origin that ends like ours': { origin: `http://evil.example/${new URL(origin).host}` },
      'an origin with a path': { origin: `${origin}/` },
      'a sandboxed frame': { origin: 'null' },
      'another scheme': { origin: origin.replace('http:', 'https:') },
      'another port': { origin: 'http://127.0.0.1:1' },
      'a cross-site fetch': { 'sec-fetch-site': 'cross-site' },
      'a same-site fetch': { 'sec-fetch-site': 'same-site' },
      'a fetch of no page': { 'sec-fetch-site': 'none' },
      'an origin that only a proxy tells': { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
    }
    const tokens: Record<string, Record<string, string>> = {
      'no token': { 'x-csrf-token': '' },
      'another session’s token': { 'x-csrf-token': people.get('viewer')!.csrfToken! },
      'a token that is too short': { 'x-csrf-token': owner.csrfToken!.slice(1) },
      'a token in another case': { 'x-csrf-token': owner.csrfToken!.toLowerCase() + 'x' },
    }
    const writes = ofTheWeb.filter(({ operation }) => operation.method !== 'GET')
    const calls = writes.flatMap((one) => {
      const needsToken = !('access' in one.operation) || one.operation.access === 'signedIn'
      return Object.entries({ ...forged, ...(needsToken && tokens) }).map(([name, headers]) => ({ name, headers, one }))
    })
    await scene.unharmed(() =>
      scene.inTurns(calls, async ({ name, headers, one }) => {
        const reply = await sendGood(owner, one, headers)
        assert.equal(reply.status, 403, `${nameOf(one)} with ${name}: ${reply.text}`)
        assertErrorShape(reply, 403, 'cross_site_request')
        assertTellsNothing(one, reply)
      }),
    )
  })
})
