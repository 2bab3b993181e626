import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sessionOperations } from '@sightline/sdk'
import { operate } from '../packages/server/src/commands/with-app.ts'
import { issuePasswordReset } from '../packages/server/src/identity/password-reset.ts'
import { setUpCode } from '../packages/server/src/identity/set-up.ts'
import { anotherBrowser, newMember, openBrowser, PASSWORD, type Browser, type SignedIn } from './support/browser.ts'
import { canaryEstate, goodCallOf, type CanaryEstate } from './support/canary-estate.ts'
import { TEST_SECRET } from './support/cluster.ts'
import { everyDoor, nameOf } from './support/every-door.ts'
import { fingerprintOf } from './support/fingerprint.ts'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { assertErrorShape, type Reply } from './support/http.ts'
import { CLIENT, openOidcProvider, type OidcProvider } from './support/oidc-provider.ts'
import { tokenIn } from './support/people.ts'
import { quiet } from './support/pipeline.ts'
import { shownCode } from './support/second-factor.ts'
import { signOnAt } from './support/sign-on-round.ts'

const generous = { timeout: 240_000 }
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

describe('what was good once is not good again', generous, () => {
  const clock = { now: Date.now() }
  let provider: OidcProvider
  let house: TestApp
  let tenant: Tenant
  let owner: SignedIn

  before(async () => {
    provider = await openOidcProvider()
    const web = { provider: { issuer: provider.issuer, name: 'Acme', ...CLIENT } }
    house = await openTestApp({ now: () => new Date(clock.now), web })
    tenant = await house.tenant()
    owner = await newMember(house, tenant, 'owner')
  })
  after(async () => {
    await house.close()
    await provider.close()
  })

  const post = (path: string, body: unknown, by: Browser = openBrowser(house.origin)): Promise<Reply> =>
    by.ask(path, { method: 'POST', body })
  async function invite(email: string): Promise<{ id: string; token: string }> {
    const { inviteMember } = sessionOperations
    const made = await operate(house.app, tenant.organizationId, inviteMember, { body: { email } })
    return { id: made.invitation.id, token: tokenIn(made.secret) }
  }
  const accept = (token: string): Promise<Reply> =>
    post(`/invitations/${token}/accept`, { name: 'Somebody', password: PASSWORD })
  const membersOf = async (): Promise<number> =>
    (await owner.get<{ data: unknown[] }>(`/organizations/${tenant.organizationId}/members?limit=200`)).data.length

  test('an invitation’s link that was used, taken back, ran out or was changed by a letter', async () => {
    const [used, revoked, late] = [
      await invite('used@a.example'),
      await invite('back@a.example'),
      await invite('late@a.example'),
    ]
    assert.equal((await accept(used.token)).status, 200)
    await operate(house.app, tenant.organizationId, sessionOperations.revokeInvitation, { params: { id: revoked.id } })
    const members = await membersOf()
    for (const token of [used.token, revoked.token]) assertErrorShape(await accept(token), 409, 'conflict')
    const letters = Array.from(late.token, (letter, at) => ({ letter, at })).filter(
      ({ at }) => at >= late.token.length - 20,
    )
    for (const { letter, at } of letters) {
      const changed = `${late.token.slice(0, at)}${letter === 'a' ? 'b' : 'a'}${late.token.slice(at + 1)}`
      assertErrorShape(await accept(changed), 404, 'resource_not_found')
    }
    clock.now += 8 * DAY_MS
    await owner.post('/sign-in', { email: owner.email, password: PASSWORD })
    assertErrorShape(await accept(late.token), 409, 'conflict')
    assert.equal(await membersOf(), members)
  })

  test('a reset link that was used, replaced or ran out', async () => {
    const guest = await newMember(house, tenant, 'member', 'reset@a.example')
    const issue = async () =>
      (await issuePasswordReset(house.app.services, { email: guest.email, removesSecondFactor: false })).token
    const reset = (token: string) => post('/password-reset', { token, newPassword: 'words of a stranger now' })
    const [replaced, used] = [await issue(), await issue()]
    assertErrorShape(await reset(replaced), 404, 'link_not_valid')
    assert.equal((await post('/password-reset', { token: used, newPassword: PASSWORD })).status, 200)
    assertErrorShape(await reset(used), 404, 'link_not_valid')
    const late = await issue()
    clock.now += DAY_MS + MINUTE_MS
    assertErrorShape(await reset(late), 404, 'link_not_valid')
    assert.equal((await post('/sign-in', { email: guest.email, password: PASSWORD })).status, 200)
  })

  test('the set-up link, once somebody has an account', async () => {
    const body = { code: setUpCode(TEST_SECRET), name: 'Eve', email: 'eve@a.example', password: PASSWORD }
    const before = await fingerprintOf(house)
    for (const by of [openBrowser(house.origin), owner]) {
      const reply = await post('/set-up', body, by)
      assert.ok([404, 409].includes(reply.status), reply.text)
    }
    assert.deepEqual(await fingerprintOf(house), before)
  })

  test('a code of the app: for another ticket, for removing it, in the step before and the step after', async () => {
    const guest = await newMember(house, tenant, 'member', 'codes@a.example')
    const { secret } = await guest.post<{ secret: string }>('/second-factor')
    const code = (aside = 0) => shownCode(secret, clock.now + aside * 30_000)
    const first = code()
    const { recoveryCodes } = await guest.post<{ recoveryCodes: string[] }>('/second-factor/activate', { code: first })
    const ticketOf = async (): Promise<string> => {
      const reply = await post('/sign-in', { email: guest.email, password: PASSWORD })
      return (JSON.parse(reply.text) as { ticket: string }).ticket
    }
    const confirm = (ticket: string, sent: string) => post('/sign-in/second-factor', { ticket, code: sent })
    const [one, other] = [await ticketOf(), await ticketOf()]
    // What turned it on is used up for everything else.
    assertErrorShape(await confirm(one, first), 401, 'sign_in_failed')
    assertErrorShape(await post('/second-factor/remove', { code: first }, guest), 401, 'sign_in_failed')
    clock.now += MINUTE_MS
    const used = code()
    assert.equal((await confirm(one, used)).status, 200)
    for (const ticket of [one, other]) assertErrorShape(await confirm(ticket, used), 401, 'sign_in_failed')
    assertErrorShape(await confirm(other, code(-1)), 401, 'sign_in_failed')
    assert.equal((await confirm(other, recoveryCodes[0]!)).status, 200)
    for (const form of [recoveryCodes[0]!, recoveryCodes[0]!.toUpperCase(), recoveryCodes[0]!.replaceAll('-', ' ')])
      assertErrorShape(await confirm(other, form), 401, 'sign_in_failed')
    // A ticket is of one account and one password.
    clock.now += MINUTE_MS
    await guest.post('/password', { currentPassword: PASSWORD, newPassword: 'another four random words' })
    assertErrorShape(await confirm(other, recoveryCodes[1]!), 401, 'sign_in_failed')
  })

  test('a ticket that is old, cut, changed, of another account or no ticket at all', async () => {
    const guest = await newMember(house, tenant, 'member', 'tickets@a.example')
    const { secret } = await guest.post<{ secret: string }>('/second-factor')
    const { recoveryCodes } = await guest.post<{ recoveryCodes: string[] }>('/second-factor/activate', {
      code: shownCode(secret, clock.now),
    })
    const { text } = await post('/sign-in', { email: guest.email, password: PASSWORD })
    const { ticket } = JSON.parse(text) as { ticket: string }
    const begun = await signOnAt(house.origin).begin()
    // Sealed by the same house, for another purpose.
    const round = begun.cookies[0]?.split('=')[1] ?? ''
    const wrong = [
      ticket.slice(1),
      ticket.slice(0, -1),
      `${ticket}A`.slice(1),
      ticket.toUpperCase(),
      round.slice(0, 1_000),
      'x',
    ]
    for (const sent of wrong)
      assertErrorShape(
        await post('/sign-in/second-factor', { ticket: sent, code: recoveryCodes[0] }),
        401,
        'sign_in_failed',
      )
    clock.now += 6 * MINUTE_MS
    assertErrorShape(await post('/sign-in/second-factor', { ticket, code: recoveryCodes[0] }), 401, 'sign_in_failed')
  })

  test('a round to the identity provider: its answer, its cookie and its question', async () => {
    const guest = await newMember(house, tenant, 'member', 'round@a.example')
    provider.person = { sub: 'round', email: guest.email, email_verified: true, name: 'Round' }
    const { begin, open, sessionOf } = signOnAt(house.origin)
    const begun = await begin()
    const agreed = await open(begun.location)
    const done = await open(agreed.location, begun.cookies)
    assert.equal((await sessionOf(done))?.person.id, guest.personId)
    const again = await begin()
    for (const cookies of [begun.cookies, again.cookies, done.cookies, []]) {
      const replayed = await open(agreed.location, cookies)
      assert.match(replayed.location, /^\/sign-in\?problem=single_sign_on_[a-z_]+$/)
      assert.equal(
        replayed.cookies.some((cookie) => /^sightline=./.test(cookie)),
        false,
      )
    }
  })

  test('a session’s cookie and token: after signing out, a new password and a new sign-in', async () => {
    const guest = await newMember(house, tenant, 'member', 'cookies@a.example')
    const kept: { cookie: string; csrfToken: string }[] = []
    const keep = () => kept.push({ cookie: guest.cookie!, csrfToken: guest.csrfToken! })
    keep()
    await guest.post('/password', { currentPassword: PASSWORD, newPassword: 'another four random words' })
    keep()
    await guest.post('/sign-out')
    Object.assign(guest, await anotherBrowser(house.origin, guest.email, 'another four random words'))
    for (const { cookie, csrfToken } of kept) {
      const headers = { cookie, 'x-csrf-token': csrfToken }
      const replayed = await openBrowser(house.origin).ask('/person', {
        method: 'PATCH',
        body: { name: 'Eve' },
        headers,
      })
      assertErrorShape(replayed, 401, 'not_signed_in')
      // The new session with a token of an old one.
      const mixed = await guest.ask('/person', {
        method: 'PATCH',
        body: { name: 'Eve' },
        headers: { 'x-csrf-token': csrfToken },
      })
      assertErrorShape(mixed, 403, 'cross_site_request')
    }
  })
})

describe('a request that is named by its Idempotency-Key', generous, () => {
  let house: TestApp
  let estate: CanaryEstate

  before(async () => {
    house = await openTestApp({ works: true })
    estate = await canaryEstate(house)
  })
  after(() => house.close())

  /** They would leave nothing to ask about. */
  const LAST = ['leaveOrganization', 'deleteOrganization', 'changePlan']

  test('is not answered again to anybody else, for any operation that writes', async () => {
    const second = await newMember(house, estate.tenant, 'owner', 'second@a.example')
    const all = everyDoor.filter(
      ({ door, operation }) => door === 'member' && operation.isWrite && !LAST.includes(operation.id),
    )
    // What takes away goes last, or the others had nothing to change.
    const ordered = all.toSorted(
      (one, other) => Number(one.operation.method === 'DELETE') - Number(other.operation.method === 'DELETE'),
    )
    const done: string[] = []
    for (const one of ordered) {
      const { method, address, body } = goodCallOf(one, estate)
      const headers = { 'idempotency-key': 'replayed' }
      const ask = (by: Browser) => by.ask(address.slice('/web'.length), { method, body, headers })
      const first = await ask(estate.owner)
      if (first.status >= 300) continue
      done.push(nameOf(one))
      const organizationId = estate.tenant.organizationId
      // What it set going is its own effect.
      await quiet(house)
      const before = await fingerprintOf(house, { organizationId })
      const replayed = await ask(second)
      assertErrorShape(replayed, 422, 'idempotency_key_reused')
      const { secret } = JSON.parse(first.text) as { secret?: string }
      if (secret !== undefined) assert.ok(!replayed.text.includes(secret), nameOf(one))
      const again = await ask(estate.owner)
      assert.deepEqual(
        [again.status, again.text, again.headers.get('idempotent-replayed')],
        [first.status, first.text, 'true'],
        nameOf(one),
      )
      assert.deepEqual(await fingerprintOf(house, { organizationId }), before, nameOf(one))
    }
    assert.ok(done.length >= 20, `only ${done.join(', ')}`)
  })
})
