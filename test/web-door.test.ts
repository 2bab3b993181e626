import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import {
  identityOperations,
  isAtLeast,
  newId,
  operations,
  roleForScope,
  sessionOperations,
  type AnyOperation,
  type ApiKey,
  type Brand,
  type IdentityOperation,
  type Page,
  type Role,
} from '@sightline/sdk'
import { anotherBrowser, newMember, openBrowser, PASSWORD, type SignedIn } from './support/browser.ts'
import { ask, assertErrorShape } from './support/http.ts'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { asOwner } from './support/owner.ts'

const generous = { timeout: 240_000 }
const everyMembersOperation: AnyOperation[] = [
  ...Object.values<AnyOperation>(operations),
  ...Object.values<AnyOperation>(sessionOperations),
]

describe('the door for people who are signed in', generous, () => {
  let house: TestApp
  let tenant: Tenant
  let owner: SignedIn
  let viewer: SignedIn
  const closers: (() => Promise<unknown>)[] = []

  before(async () => {
    house = await openTestApp()
    tenant = await house.tenant()
    owner = await newMember(house, tenant, 'owner')
    viewer = await newMember(house, tenant, 'viewer')
  })
  after(async () => {
    for (const close of closers) await close()
    await house.close()
  })

  const inside = (path: string): string => `/organizations/${tenant.organizationId}${path}`
  const keyBody = { name: 'Planted', scopes: ['brands:read'] }
  const keyNames = async (): Promise<string[]> =>
    (await owner.get<Page<ApiKey>>(inside('/keys'))).data.map(({ name }) => name)

  test('X1 what does not come from a page of ours with the session’s token is 403 and changes nothing', async () => {
    const before = await keyNames()
    const wrong: Record<string, Record<string, string>> = {
      'no origin': { origin: '' },
      'another origin': { origin: 'https://evil.example' },
      'an origin that only begins like ours': { origin: `${house.origin}.evil.example` },
      'a sandboxed frame': { origin: 'null' },
      'another scheme': { origin: house.origin.replace('http:', 'https:') },
      'another port': { origin: 'http://127.0.0.1:1' },
      'a cross-site fetch': { 'sec-fetch-site': 'cross-site' },
      'a same-site fetch': { 'sec-fetch-site': 'same-site' },
      'a fetch of no page': { 'sec-fetch-site': 'none' },
      'no token': { 'x-csrf-token': '' },
      'a token of another session': { 'x-csrf-token': viewer.csrfToken! },
      'a form': {
        origin: 'https://evil.example',
        'content-type': 'application/x-www-form-urlencoded',
        'x-csrf-token': '',
      },
      'JSON as text/plain': { origin: 'https://evil.example', 'content-type': 'text/plain', 'x-csrf-token': '' },
    }
    for (const [name, headers] of Object.entries(wrong)) {
      const created = await owner.ask(inside('/keys'), { method: 'POST', body: keyBody, headers })
      assert.equal(assertErrorShape(created, 403, 'cross_site_request').code, 'cross_site_request', name)
      const revoked = await owner.ask(inside(`/keys/${tenant.keyId}`), { method: 'DELETE', headers })
      assertErrorShape(revoked, 403, 'cross_site_request')
    }
    assert.deepEqual(await keyNames(), before)
    assert.equal((await tenant.client.getMe()).key.id, tenant.keyId)
  })

  test('X1 a body that says it is no JSON is refused even from our own page', async () => {
    const body = JSON.stringify(keyBody)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const reply = await owner.ask(inside('/keys'), { method: 'POST', body, headers: { 'content-type': type } })
      assertErrorShape(reply, 415, 'unsupported_media_type')
    }
  })

  test('X1 signing in from another site’s page is refused before a password is looked at', async () => {
    const body = { email: owner.email, password: PASSWORD }
    for (const origin of ['', 'https://evil.example']) {
      const browser = openBrowser(house.origin)
      assertErrorShape(
        await browser.ask('/sign-in', { method: 'POST', body, headers: { origin } }),
        403,
        'cross_site_request',
      )
      assert.equal(browser.cookie, null)
    }
  })

  test('X1 behind a proxy that is not named in TRUSTED_PROXIES the refusal says so', async () => {
    const origin = house.origin.replace('http:', 'https:')
    const reply = await openBrowser(house.origin).ask('/sign-in', { method: 'POST', body: {}, headers: { origin } })
    assert.match(assertErrorShape(reply, 403, 'cross_site_request').message, /TRUSTED_PROXIES/)
  })

  test('X2 a GET on an address that changes something has no effect', async () => {
    const before = await everything()
    const writes = [
      ...everyMembersOperation.map(({ method, path }) => ({ method, path: inside(path) })),
      ...Object.values<IdentityOperation>(identityOperations),
    ].filter(({ method }) => method !== 'GET')
    const reads = new Set(
      [
        ...everyMembersOperation.map(({ method, path }) => ({ method, path: inside(path) })),
        ...Object.values<IdentityOperation>(identityOperations),
      ]
        .filter(({ method }) => method === 'GET')
        .map(({ path }) => path),
    )
    for (const { path } of writes.filter((write) => !reads.has(write.path))) {
      const reply = await owner.ask(filled(path), { headers: { accept: 'application/json' } })
      assertErrorShape(reply, 405, 'method_not_allowed')
    }
    assert.deepEqual(await everything(), before)
  })

  test('every operation is there, and nobody is let in without a session, or into an organization they do not work in', async () => {
    const stranger = openBrowser(house.origin)
    const elsewhere = await house.tenant({ name: 'Elsewhere' })
    for (const { method, path, id } of everyMembersOperation) {
      const address = filled(path)
      assertErrorShape(await stranger.ask(inside(address), { method }), 401, 'not_signed_in')
      const foreign = await owner.ask(`/organizations/${elsewhere.organizationId}${address}`, { method })
      const unknown = await owner.ask(`/organizations/${newId('organization', 0)}${address}`, { method })
      assert.equal(
        assertErrorShape(foreign, 404, 'resource_not_found').message,
        assertErrorShape(unknown, 404, 'resource_not_found').message,
        id,
      )
    }
    for (const { method, path, access } of Object.values<IdentityOperation>(identityOperations))
      if (access === 'signedIn') assertErrorShape(await stranger.ask(filled(path), { method }), 401, 'not_signed_in')
  })

  test('X13 a member without the role for keys is 403 on their list and on a new one, and likewise for all that is above them', async () => {
    assertErrorShape(await viewer.ask(inside('/keys')), 403, 'insufficient_role')
    const before = await keyNames()
    assertErrorShape(await viewer.ask(inside('/keys'), { method: 'POST', body: keyBody }), 403, 'insufficient_role')
    assert.deepEqual(await keyNames(), before)
    for (const operation of everyMembersOperation.filter((one) => !isAtLeast('viewer', neededFor(one))))
      assertErrorShape(
        await viewer.ask(inside(filled(operation.path)), { method: operation.method }),
        403,
        'insufficient_role',
      )
  })

  test('people are answered as keys are, with the same tags and pages, and are not counted against the month', async () => {
    for (const name of ['One', 'Two']) await owner.post(inside('/brands'), { name })
    const used = async (): Promise<number> => (await tenant.client.getUsage()).calls.used
    const before = await used()
    const first = await owner.ask(inside('/brands?limit=1'))
    const tag = first.headers.get('etag')!
    assert.equal((await owner.ask(inside('/brands?limit=1'), { headers: { 'if-none-match': tag } })).status, 304)
    const { data, pagination } = JSON.parse(first.text) as Page<Brand>
    assert.ok(pagination.next?.startsWith(`${house.origin}/web/organizations/${tenant.organizationId}/brands?`))
    assert.equal(first.headers.get('link'), `<${pagination.next}>; rel="next"`)
    const second = await owner.get<Page<Brand>>(pagination.next!.slice(`${house.origin}/web`.length))
    assert.equal(await used(), before)
    const { data: all } = await tenant.client.listBrands({})
    assert.deepEqual([...data, ...second.data], all)
  })

  test('a write with an Idempotency-Key has its effect once', async () => {
    const sent = { method: 'POST', body: { name: 'Once' }, headers: { 'idempotency-key': 'a-double-click' } }
    const [one, other] = [await owner.ask(inside('/brands'), sent), await owner.ask(inside('/brands'), sent)]
    assert.deepEqual(JSON.parse(one.text), JSON.parse(other.text))
    assert.equal(other.headers.get('idempotent-replayed'), 'true')
  })

  test('X11 no answer of the door may be kept by a cache', async () => {
    const created = await owner.ask(inside('/keys'), { method: 'POST', body: keyBody })
    assert.equal(created.status, 201)
    for (const reply of [
      created,
      await owner.ask('/session'),
      await owner.ask(inside('/brands')),
      await owner.ask('/nowhere'),
    ])
      assert.equal(reply.headers.get('cache-control'), 'no-store')
  })

  test('X5 a session’s name is 256 bits of chance, new at each sign-in and after a new password; the old one is dead', async () => {
    const browser = await anotherBrowser(house.origin, viewer.email)
    const first = browser.cookie!
    assert.equal(Buffer.from(first.split('=')[1]!, 'base64url').length, 32)
    await browser.post('/sign-in', { email: viewer.email, password: PASSWORD })
    const second = browser.cookie!
    assert.notEqual(second, first)
    assert.equal(await statusWith(first), 401)
    await browser.post('/password', { currentPassword: PASSWORD, newPassword: 'another four random words' })
    assert.notEqual(browser.cookie, second)
    assert.equal(await statusWith(second), 401)
    assert.equal((await browser.ask('/session')).status, 200)
    // The page need not be loaded again to go on.
    await browser.post('/password', { currentPassword: 'another four random words', newPassword: PASSWORD })
  })

  test('X5 the database keeps no session’s name, and a name that somebody planted is none', async () => {
    const rows = await asOwner(house, 'select web_session::text as line from web_session')
    const [, token = ''] = owner.cookie!.split('=')
    assert.ok(rows.length > 0)
    for (const form of [token, Buffer.from(token, 'base64url').toString('hex')])
      assert.ok(!JSON.stringify(rows).includes(form))
    const planted = openBrowser(house.origin)
    planted.cookie = `sightline=${'A'.repeat(43)}`
    await planted.post('/sign-in', { email: owner.email, password: PASSWORD })
    assert.notEqual(planted.cookie, `sightline=${'A'.repeat(43)}`)
  })

  test('X6 over HTTPS the cookie is a __Host- one that no sub-domain can set, and one without the prefix is not looked at', async () => {
    const rest = house.app.createRest({ trustedProxies: ['127.0.0.1'] })
    await rest.listen({ host: '127.0.0.1', port: 0 })
    closers.push(() => rest.close())
    const behind = `http://127.0.0.1:${(rest.server.address() as AddressInfo).port}`
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'app.acme.example' }
    const signIn = await ask(`${behind}/web/sign-in`, {
      method: 'POST',
      body: { email: owner.email, password: PASSWORD },
      headers: { ...forwarded, origin: 'https://app.acme.example' },
    })
    const cookie = signIn.headers.get('set-cookie') ?? ''
    assert.match(cookie, /^__Host-sightline=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/)
    assert.match(signIn.headers.get('strict-transport-security') ?? '', /^max-age=31536000/)
    const [pair = ''] = cookie.split(';')
    const own = pair.split('=')[1]!
    const statusOf = async (sent: string): Promise<number> =>
      (await ask(`${behind}/web/session`, { headers: { ...forwarded, cookie: sent } })).status
    assert.equal(await statusOf(pair), 200)
    assert.equal(await statusOf(`sightline=${'B'.repeat(43)}; ${pair}`), 200)
    assert.equal(await statusOf(`sightline=${own}`), 401)
    assert.equal(await statusOf(`${pair}; ${pair}`), 401)
  })

  test('a session ends after a week without use, and after thirty days however much it is used', async () => {
    const clock = { now: Date.now() }
    const later = await openTestApp({ now: () => new Date(clock.now) })
    closers.push(() => later.close())
    const [idle, busy] = [
      await newMember(later, await later.tenant(), 'owner', 'a@acme.example'),
      await newMember(later, await later.tenant(), 'owner', 'b@acme.example'),
    ]
    for (let day = 1; day <= 31; day += 1) {
      clock.now += 86_400_000
      assert.equal((await busy.ask('/session')).status, day < 30 ? 200 : 401, `day ${day}`)
      if (day === 8) assert.equal((await idle.ask('/session')).status, 401)
    }
  })

  async function statusWith(cookie: string): Promise<number> {
    const browser = openBrowser(house.origin)
    browser.cookie = cookie
    return (await browser.ask('/session')).status
  }

  /** Everything that somebody could have changed here. */
  const everything = async (): Promise<unknown> => [
    await keyNames(),
    await owner.get(inside('/members')),
    await owner.get(inside('/brands')),
    await owner.get(inside('/organization')),
    (await owner.get<{ person: unknown }>('/session')).person,
  ]
})

/** Ids of the right form that name nothing. */
const filled = (path: string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'personId' ? newId('person', 0) : newId('brand', 0)))

const neededFor = (operation: AnyOperation): Role => {
  if ('role' in operation) return operation.role
  return operation.scope === 'any' || operation.scope === 'public' ? 'viewer' : roleForScope(operation.scope)
}
