import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { after, before, describe, test } from 'node:test'
import { identityOperations, sessionOperations, type Page, type WebSession } from '@sightline/sdk'
import { operate } from '../packages/server/src/commands/with-app.ts'
import { createIdentity } from '../packages/server/src/identity/identity.ts'
import { issuePasswordReset } from '../packages/server/src/identity/password-reset.ts'
import { acceptInvitation } from '../packages/server/src/operations/accounts/invitations.ts'
import { anotherBrowser, newMember, openBrowser, PASSWORD, verify, type SignedIn } from './support/browser.ts'
import { assertErrorShape } from './support/http.ts'
import type { Tenant, TestApp } from './support/test-app.ts'
import { asOwner } from './support/owner.ts'
import { errorOf, openSignInScene, tooMany, type SignInScene } from './support/sign-in-scene.ts'
import { tokenIn } from './support/people.ts'

const generous = { timeout: 240_000 }
const MINUTE_MS = 60_000

describe('signing in', generous, () => {
  let scene: SignInScene
  let house: TestApp
  let tenant: Tenant
  let owner: SignedIn
  let clock: SignInScene['clock']

  before(async () => {
    scene = await openSignInScene()
    ;({ house, tenant, owner, clock } = scene)
  })
  after(() => house.close())

  async function invitationTo(email: string): Promise<string> {
    const body = { email, role: 'member' as const }
    const { secret } = await operate(house.app, tenant.organizationId, sessionOperations.inviteMember, { body })
    return tokenIn(secret)
  }

  test('with the address in any case and the password as it was chosen; the database keeps an argon2id hash of OWASP’s cost', async () => {
    const reply = await scene.signIn('  OWNER@Acme.example ', PASSWORD)
    assert.equal(reply.status, 200, reply.text)
    for (const wrong of [PASSWORD.toUpperCase(), ` ${PASSWORD}`, '', 'x'.repeat(1_000)])
      assertErrorShape(await scene.signIn(owner.email, wrong), 401, 'sign_in_failed')
    const rows = (await asOwner(house, 'select password from login')) as { password: string }[]
    for (const { password } of rows)
      assert.match(password, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  })

  test('a password is 12 to 256 characters of any alphabet and none of those that are guessed first', async () => {
    const token = await invitationTo('choosy@acme.example')
    const accept = (password: string) =>
      openBrowser(house.origin).ask(`/invitations/${token}/accept`, {
        method: 'POST',
        body: { name: 'Choosy', password },
      })
    const common = [
      'Password1234',
      'aaaaaaaaaaaa',
      'abcabcabcabc',
      '123456789012',
      'qwertyuiopas',
      '210987654321',
      'choosy@acme.example',
    ]
    for (const password of ['short words', '🔑'.repeat(11), 'x1'.repeat(129), ...common]) {
      const error = assertErrorShape(await accept(password), 422, 'validation_failed')
      assert.deepEqual(
        error.details.map(({ path }) => path),
        ['password'],
        password,
      )
    }
    assert.equal((await accept('🔑слова и ключи🔑')).status, 200)
    // Typed on another keyboard, where é is two characters.
    const browser = await anotherBrowser(house.origin, 'choosy@acme.example', '🔑слова и ключи🔑')
    const [composed, decomposed] = ['café crème brûlée'.normalize('NFC'), 'café crème brûlée'.normalize('NFD')]
    await browser.post('/password', { currentPassword: '🔑слова и ключи🔑', newPassword: composed })
    assert.equal((await scene.signIn('choosy@acme.example', decomposed)).status, 200)
  })

  test('X12 no account, no password and a wrong password are answered alike, and each costs one derivation', async () => {
    const token = await invitationTo('bare@acme.example')
    await acceptInvitation(house.app.services, { token, name: 'Made at the command line' })
    const seen = []
    for (const email of ['nobody@acme.example', 'bare@acme.example', owner.email]) {
      const { count, result } = await derivationsOf(() => scene.signIn(email, 'wrong words of somebody'))
      const { requestId: _requestId, ...error } = errorOf(result)
      seen.push({ count, error, names: [...result.headers.keys()] })
    }
    assert.equal(seen[0]!.count, 1)
    assert.deepEqual(seen[1], seen[0])
    assert.deepEqual(seen[2], seen[0])
  })

  test('X12 of a hundred wrong passwords ten are looked at; then the right one has to wait too, from there only', async () => {
    const guest = await newMember(house, tenant, 'member', 'guessed@acme.example')
    const statuses: number[] = []
    const { count } = await derivationsOf(async () => {
      for (let tries = 0; tries < 100; tries += 1)
        statuses.push((await scene.signIn(guest.email, `guess number ${tries}`)).status)
    })
    assert.equal(count, 10)
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 401), ...Array.from({ length: 90 }, () => 429)])
    const refused = tooMany(await scene.signIn(guest.email, PASSWORD))
    assert.ok(refused.retryAfterSeconds! <= 900)
    // Somebody else at the same place, and the same account at another process, as the count is in the database.
    assert.equal((await scene.signIn(owner.email, PASSWORD)).status, 200)
    const elsewhere = createIdentity(house.app.services, {
      version: 'test',
      isDemo: false,
      canSignUp: false,
      provider: null,
    })
    const from = (address: string) =>
      elsewhere.dispatch({
        operation: identityOperations.signIn,
        input: { params: {}, query: {}, body: { email: guest.email, password: PASSWORD } },
        visitor: { session: null, address, userAgent: '' },
      })
    await assert.rejects(from('127.0.0.1'), { code: 'rate_limited' })
    assert.ok(await from('203.0.113.9'))
    clock.now += 16 * MINUTE_MS
    assert.equal((await scene.signIn(guest.email, PASSWORD)).status, 200)
  })

  test('X12 guesses sent at once are counted before any is looked at', async () => {
    const guest = await newMember(house, tenant, 'member', 'at-once@acme.example')
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, index) => scene.signIn(guest.email, `guess number ${index}`)),
    )
    assert.equal(replies.filter(({ status }) => status === 401).length, 10)
    assert.equal(replies.filter(({ status }) => status === 429).length, 20)
    clock.now += 16 * MINUTE_MS
  })

  test('X12 the operator’s link chooses a password once and for a day; sessions end, and a newer link replaces it', async () => {
    const guest = await newMember(house, tenant, 'member', 'forgetful@acme.example')
    const issue = () => issuePasswordReset(house.app.services, { email: guest.email, removesSecondFactor: false })
    const reset = (token: string, newPassword: string) =>
      openBrowser(house.origin).ask('/password-reset', { method: 'POST', body: { token, newPassword } })
    const { token: replaced } = await issue()
    const { token } = await issue()
    assertErrorShape(await reset(replaced, 'a fresh set of words'), 404, 'link_not_valid')
    assertErrorShape(await reset('A'.repeat(43), 'a fresh set of words'), 404, 'link_not_valid')
    assert.deepEqual(JSON.parse((await reset(token, 'a fresh set of words')).text), { email: guest.email })
    assertErrorShape(await reset(token, 'yet another set of words'), 404, 'link_not_valid')
    assert.equal((await guest.ask('/session')).status, 401)
    assert.equal((await scene.signIn(guest.email, PASSWORD)).status, 401)
    assert.equal((await scene.signIn(guest.email, 'a fresh set of words')).status, 200)
    const late = await issue()
    clock.now += 25 * 60 * MINUTE_MS
    assertErrorShape(await reset(late.token, 'too late a set of words'), 404, 'link_not_valid')
    assert.deepEqual(
      (await scene.actionsOf(guest.personId)).filter((action) => action.includes('password')),
      [
        'person.issue_password_reset',
        'person.issue_password_reset',
        'person.reset_password',
        'person.issue_password_reset',
      ],
    )
  })

  test('an invitation makes an account with a password, and an account that is there is asked for its own', async () => {
    const email = 'invited@acme.example'
    const token = await invitationTo(email)
    const stranger = openBrowser(house.origin)
    assert.deepEqual(await stranger.get(`/invitations/${token}`), {
      organizationName: 'Test',
      email,
      role: 'member',
      hasAccount: false,
    })
    assertErrorShape(
      await stranger.ask(`/invitations/${token}/accept`, { method: 'POST', body: {} }),
      422,
      'validation_failed',
    )
    const session = await stranger.post<WebSession>(`/invitations/${token}/accept`, {
      name: 'Invited',
      password: PASSWORD,
    })
    assert.deepEqual(
      session.organizations.map(({ id, role }) => ({ id, role })),
      [{ id: tenant.organizationId, role: 'member' }],
    )
    assertErrorShape(await stranger.ask(`/invitations/${token}`), 409, 'conflict')
    assertErrorShape(await stranger.ask(`/invitations/${token.slice(0, -1)}?`), 404, 'resource_not_found')

    const other = await house.tenant({ name: 'Other' })
    const again = await operate(house.app, other.organizationId, sessionOperations.inviteMember, { body: { email } })
    const path = `/invitations/${tokenIn(again.secret)}`
    const thief = openBrowser(house.origin)
    assert.equal((await thief.get<{ hasAccount: boolean }>(path)).hasAccount, true)
    for (const body of [{}, { name: 'Thief', password: 'a password of my own' }])
      assertErrorShape(await thief.ask(`${path}/accept`, { method: 'POST', body }), 401, 'sign_in_failed')
    // Signed in as somebody else is not signed in as whom it is for.
    assertErrorShape(await owner.ask(`${path}/accept`, { method: 'POST', body: {} }), 401, 'sign_in_failed')
    assertErrorShape(await stranger.ask(`${path}/accept`, { method: 'POST', body: {} }), 403, 'email_not_verified')
    await verify(house, Object.assign(stranger, { personId: session.person.id, email }))
    const joined = await stranger.post<WebSession>(`${path}/accept`, {})
    assert.deepEqual(
      joined.organizations.map(({ name }) => name),
      ['Other', 'Test'],
    )
    assert.equal(joined.person.name, 'Invited')
  })

  test('an invitation’s token stands in no log', async () => {
    const token = await invitationTo('logged@acme.example')
    await openBrowser(house.origin).get(`/invitations/${token}`)
    const log = JSON.stringify(house.log)
    assert.ok(log.includes('/web/invitations/'))
    assert.ok(!log.includes(token))
    for (const secret of [PASSWORD, owner.cookie!, owner.csrfToken!]) assert.ok(!log.includes(secret))
  })

  test('one’s own name can be changed, and nobody else’s', async () => {
    const reply = await owner.ask('/person', { method: 'PATCH', body: { name: 'Ada Lovelace' } })
    assert.equal((JSON.parse(reply.text) as WebSession).person.name, 'Ada Lovelace')
    assertErrorShape(await owner.ask('/person', { method: 'PATCH', body: { name: ' ' } }), 422, 'validation_failed')
    const { data } = await owner.get<Page<{ name: string; email: string }>>(scene.inside('/members?limit=200'))
    assert.equal(data.filter(({ name }) => name === 'Ada Lovelace').length, 1)
  })

  test('without the operator’s leave nobody makes an account by themselves', async () => {
    const body = { name: 'Self', email: 'self@acme.example', password: PASSWORD, organizationName: 'Self' }
    assertErrorShape(await openBrowser(house.origin).ask('/sign-up', { method: 'POST', body }), 403, 'sign_up_closed')
  })
})

/** How many passwords were derived meanwhile: what takes the time is counted, not the time. */
async function derivationsOf<Result>(work: () => Promise<Result>): Promise<{ count: number; result: Result }> {
  let count = 0
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'ARGON2REQUEST') count += 1
    },
  }).enable()
  try {
    return { result: await work(), count: count }
  } finally {
    hook.disable()
  }
}
