import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sessionOperations, type AuditEntry } from '@sightline/sdk'
import { operate } from '../packages/server/src/commands/with-app.ts'
import { DEMO_OWNER, settleDemoOwner } from '../packages/server/src/identity/demo-owner.ts'
import { issuePasswordReset } from '../packages/server/src/identity/password-reset.ts'
import { acceptInvitation } from '../packages/server/src/operations/accounts/invitations.ts'
import { anotherBrowser, newMember, openBrowser, PASSWORD, type Browser, type SignedIn } from './support/browser.ts'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { CLIENT, openOidcProvider, type OidcProvider } from './support/oidc-provider.ts'
import { asOwner } from './support/owner.ts'
import { tokenIn } from './support/people.ts'
import { shownCode } from './support/second-factor.ts'
import { signOnAt } from './support/sign-on-round.ts'

const generous = { timeout: 240_000 }

/**
 * An administrator of an organization of their own invites a stranger's address, opens the link that is shown and makes
 * the account. What they hold of it must be worth nothing once the stranger comes.
 */
describe('an account that waits for somebody else’s address', generous, () => {
  const clock = { now: Date.now() }
  let house: TestApp
  let provider: OidcProvider
  let trap: Tenant
  let real: Tenant
  let email: string
  let number = 0
  let planted: Planted

  before(async () => {
    provider = await openOidcProvider()
    house = await openTestApp({
      now: () => new Date(clock.now),
      web: { provider: { issuer: provider.issuer, name: 'Acme', ...CLIENT }, isDemo: true },
    })
  })
  beforeEach(async () => {
    number += 1
    email = `victim${number}@acme.example`
    provider.person = { sub: `victim ${number}`, email, email_verified: true, name: 'The victim' }
    trap = await house.tenant({ name: 'Trap' })
    real = await house.tenant({ name: 'Real' })
    planted = await plant(email)
  })
  after(async () => {
    await house.close()
    await provider.close()
  })

  const link = async (tenant: Tenant): Promise<string> => {
    const body = { email, role: 'member' as const }
    return tokenIn((await operate(house.app, tenant.organizationId, sessionOperations.inviteMember, { body })).secret)
  }
  const logOf = async (tenant: Tenant): Promise<AuditEntry[]> =>
    (await operate(house.app, tenant.organizationId, sessionOperations.listAuditEntries, { query: { limit: 200 } }))
      .data

  type Planted = {
    browser: SignedIn
    other: Browser
    ticket: string
    secret: string
    recovery: string[]
    reset: string
  }

  /** Everything that can wait: two sessions, a password, a second factor, its codes, a ticket, a link of a reset. */
  async function plant(address: string): Promise<Planted> {
    const browser = await newMember(house, trap, 'admin', address)
    const { secret } = await browser.post<{ secret: string }>('/second-factor')
    const code = shownCode(secret, clock.now)
    const { recoveryCodes } = await browser.post<{ recoveryCodes: string[] }>('/second-factor/activate', { code })
    const enter = async (): Promise<{ browser: Browser; ticket: string }> => {
      const fresh = openBrowser(house.origin)
      const { ticket } = await fresh.post<{ ticket: string }>('/sign-in', { email: address, password: PASSWORD })
      return { browser: fresh, ticket }
    }
    const other = await enter()
    await other.browser.post('/sign-in/second-factor', { ticket: other.ticket, code: recoveryCodes[0] })
    const { ticket } = await enter()
    const { token } = await issuePasswordReset(house.app.services, { email: address, removesSecondFactor: false })
    return { browser, other: other.browser, ticket, secret, recovery: recoveryCodes.slice(1), reset: token }
  }

  async function assertWorthless({ browser, other, ticket, secret, recovery, reset }: Planted): Promise<void> {
    for (const one of [browser, other]) assert.equal((await one.ask('/session')).status, 401, 'a session goes on')
    const stranger = openBrowser(house.origin)
    const ask = async (path: string, body: unknown): Promise<number> =>
      (await stranger.ask(path, { method: 'POST', body })).status
    assert.equal(await ask('/sign-in', { email: planted.browser.email, password: PASSWORD }), 401, 'the password')
    clock.now += 60_000
    for (const code of [shownCode(secret, clock.now), recovery[0]])
      assert.equal(await ask('/sign-in/second-factor', { ticket, code }), 401, 'the ticket')
    assert.equal(
      await ask('/password-reset', { token: reset, newPassword: 'words of the thief, new' }),
      404,
      'the reset',
    )
    const left = await asOwner(
      house,
      `select (select count(*)::int from recovery_code where person_id = $1) as codes,
         (select count(*)::int from login where person_id = $1 and (password is not null or second_factor is not null)) as logins`,
      [browser.personId],
    )
    assert.deepEqual(left, [{ codes: 0, logins: 0 }])
  }

  /** Once, in both organizations where the person works. */
  async function assertTold(by: 'provider' | 'operator', ...tenants: Tenant[]): Promise<void> {
    for (const tenant of tenants) {
      const told = (await logOf(tenant)).filter(({ action }) => action === 'person.verify')
      assert.deepEqual(
        told.map(({ subject, detail }) => ({ subject, by: detail['by'] })),
        [{ subject: planted.browser.personId, by }],
      )
    }
  }

  test('single sign-on by the link of another invitation lets in the person and nothing that waited', async () => {
    const { round, sessionOf } = signOnAt(house.origin)
    const done = await round(`/invitations/${await link(real)}`)
    const session = await sessionOf(done)
    assert.equal(session?.person.hasSecondFactor, false)
    assert.deepEqual(
      session.organizations.map(({ name }) => name),
      ['Real', 'Trap'],
    )
    await assertWorthless(planted)
    assert.ok(await sessionOf(done), 'the person stays signed in')
    await assertTold('provider', trap)
  })

  test('single sign-on without an invitation does the same', async () => {
    const { round, sessionOf } = signOnAt(house.origin)
    const done = await round()
    assert.equal((await sessionOf(done))?.person.id, planted.browser.personId)
    await assertWorthless(planted)
    assert.ok(await sessionOf(done))
    await assertTold('provider', trap)
  })

  test('"member accept" by the operator makes the person a member and lets in nothing that waited', async () => {
    await acceptInvitation(house.app.services, { token: await link(real), name: 'The victim' })
    await assertWorthless(planted)
    await assertTold('operator', trap, real)
  })

  test('the demo’s own address is no exception', async () => {
    email = DEMO_OWNER
    const waiting = await newMember(house, trap, 'admin', DEMO_OWNER)
    await settleDemoOwner(house.app.services, real.organizationId)
    assert.equal((await waiting.ask('/session')).status, 401)
    await assert.rejects(anotherBrowser(house.origin, DEMO_OWNER))
  })
})
