import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { WebSession } from '@sightline/sdk'
import { issuePasswordReset } from '../packages/server/src/identity/password-reset.ts'
import { anotherBrowser, newMember, openBrowser, PASSWORD } from './support/browser.ts'
import { assertErrorShape } from './support/http.ts'
import type { Tenant, TestApp } from './support/test-app.ts'
import { asOwner } from './support/owner.ts'
import { shownCode } from './support/second-factor.ts'
import { openSignInScene, tooMany, type SignInScene } from './support/sign-in-scene.ts'

const generous = { timeout: 240_000 }
const MINUTE_MS = 60_000

describe('a second factor', generous, () => {
  let scene: SignInScene
  let house: TestApp
  let tenant: Tenant
  let clock: SignInScene['clock']

  before(async () => {
    scene = await openSignInScene()
    ;({ house, tenant, clock } = scene)
  })
  after(() => house.close())

  test('X5 a second factor is asked for from its first code on; each code is good once, and a recovery code too', async () => {
    const guest = await newMember(house, tenant, 'member', 'careful@acme.example')
    const other = await anotherBrowser(house.origin, guest.email)
    const { secret, otpauthUri } = await guest.post<{ secret: string; otpauthUri: string }>('/second-factor')
    assert.match(
      otpauthUri,
      new RegExp(`^otpauth://totp/Sightline:careful%40acme\\.example\\?secret=${secret}&issuer=Sightline&`),
    )
    const code = (stepsAside = 0) => shownCode(secret, clock.now + stepsAside * 30_000)
    assertErrorShape(
      await guest.ask('/second-factor/activate', { method: 'POST', body: { code: wrong(code()) } }),
      401,
      'sign_in_failed',
    )
    const before = guest.cookie
    const { recoveryCodes } = await guest.post<{ recoveryCodes: string[] }>('/second-factor/activate', { code: code() })
    assert.equal(new Set(recoveryCodes).size, 10)
    // X5: what protects the account changed, so the session is a new one and the others are none.
    assert.notEqual(guest.cookie, before)
    assert.equal((await other.ask('/session')).status, 401)
    assert.equal((await guest.get<WebSession>('/session')).person.hasSecondFactor, true)
    assertErrorShape(await guest.ask('/second-factor', { method: 'POST' }), 409, 'conflict')

    const browser = openBrowser(house.origin)
    const { status, ticket } = await browser.post<{ status: string; ticket: string }>('/sign-in', {
      email: guest.email,
      password: PASSWORD,
    })
    assert.equal(status, 'second_factor')
    assert.equal(browser.cookie, null)
    const confirm = (sent: string, by = ticket) =>
      browser.ask('/sign-in/second-factor', { method: 'POST', body: { ticket: by, code: sent } })
    assertErrorShape(await confirm(code()), 401, 'sign_in_failed')
    assertErrorShape(await confirm(code(1), `${ticket.slice(0, -4)}AAAA`), 401, 'sign_in_failed')
    clock.now += 30_000
    assert.equal((await confirm(code())).status, 200)
    assertErrorShape(await confirm(code()), 401, 'sign_in_failed')
    assert.equal((await confirm(recoveryCodes[0]!.toUpperCase())).status, 200)
    assertErrorShape(await confirm(recoveryCodes[0]!), 401, 'sign_in_failed')
    clock.now += 6 * MINUTE_MS
    assertErrorShape(await confirm(recoveryCodes[1]!), 401, 'sign_in_failed')

    await guest.post('/second-factor/remove', { code: recoveryCodes[2]! })
    assert.equal((await scene.signIn(guest.email, PASSWORD)).status, 200)
    const kept = JSON.stringify(await asOwner(house, 'select login::text as a from login'))
    assert.ok(!kept.includes(secret))
    assert.deepEqual(
      (await scene.actionsOf(guest.personId)).filter((action) => action.includes('factor')),
      ['person.activate_second_factor', 'person.remove_second_factor'],
    )
  })

  test('a second factor is removed by a code of the app or a recovery code, never by the password', async () => {
    const guest = await newMember(house, tenant, 'member', 'unwilling@acme.example')
    const remove = (body: unknown) => guest.ask('/second-factor/remove', { method: 'POST', body })
    for (const by of ['app', 'recovery'] as const) {
      const { secret } = await guest.post<{ secret: string }>('/second-factor')
      const code = () => shownCode(secret, clock.now)
      const { recoveryCodes } = await guest.post<{ recoveryCodes: string[] }>('/second-factor/activate', {
        code: code(),
      })
      const other = openBrowser(house.origin)
      const { ticket } = await other.post<{ ticket: string }>('/sign-in', { email: guest.email, password: PASSWORD })
      await other.post('/sign-in/second-factor', { ticket, code: recoveryCodes[9] })
      for (const body of [{}, { password: PASSWORD }, { password: PASSWORD, code: recoveryCodes[0] }])
        assertErrorShape(await remove(body), 422, 'validation_failed')
      // Each code is good once: this one turned it on, that one was used at the other browser.
      for (const sent of [PASSWORD, code(), wrong(code()), recoveryCodes[9]])
        assertErrorShape(await remove({ code: sent }), 401, 'sign_in_failed')
      assert.equal((await guest.get<WebSession>('/session')).person.hasSecondFactor, true)
      clock.now += 30_000
      await remove({ code: by === 'app' ? code() : recoveryCodes[0] })
      assert.equal((await guest.get<WebSession>('/session')).person.hasSecondFactor, false)
      assert.equal((await other.ask('/session')).status, 401)
      clock.now += 16 * MINUTE_MS
    }
  })

  test('X12 codes are guessed no more often than passwords', async () => {
    const guest = await newMember(house, tenant, 'member', 'six-digits@acme.example')
    const { secret } = await guest.post<{ secret: string }>('/second-factor')
    const code = () => shownCode(secret, clock.now)
    await guest.post('/second-factor/activate', { code: code() })
    const browser = openBrowser(house.origin)
    const { ticket } = await browser.post<{ ticket: string }>('/sign-in', { email: guest.email, password: PASSWORD })
    clock.now += 30_000
    const statuses: number[] = []
    for (let tries = 0; tries < 12; tries += 1)
      statuses.push(
        (await browser.ask('/sign-in/second-factor', { method: 'POST', body: { ticket, code: wrong(code()) } })).status,
      )
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 401), 429, 429])
    tooMany(await browser.ask('/sign-in/second-factor', { method: 'POST', body: { ticket, code: code() } }))
    // Who lost both is let in by the operator.
    clock.now += 16 * MINUTE_MS
    const { token } = await issuePasswordReset(house.app.services, { email: guest.email, removesSecondFactor: true })
    await browser.post('/password-reset', { token, newPassword: PASSWORD })
    assert.equal((await scene.signIn(guest.email, PASSWORD)).status, 200)
  })
})

const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
