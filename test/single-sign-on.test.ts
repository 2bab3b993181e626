import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sessionOperations, type SignInOptions } from '@sightline/sdk'
import { operate } from '../packages/server/src/commands/with-app.ts'
import { readConfig } from '../packages/server/src/config.ts'
import { unbindProvider } from '../packages/server/src/identity/unbind-provider.ts'
import { newMember, openBrowser, type SignedIn } from './support/browser.ts'
import { ask } from './support/http.ts'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { CLIENT, openOidcProvider, type OidcProvider } from './support/oidc-provider.ts'
import { tokenIn } from './support/people.ts'
import { signOnAt, type SignOn } from './support/sign-on-round.ts'

describe('single sign-on', () => {
  let house: TestApp
  let tenant: Tenant
  let provider: OidcProvider
  let guest: SignedIn

  before(async () => {
    provider = await openOidcProvider()
    house = await openTestApp({ web: { provider: { issuer: provider.issuer, name: 'Acme', ...CLIENT } } })
    tenant = await house.tenant()
    guest = await newMember(house, tenant, 'member', 'ada@acme.example')
  })
  beforeEach(() => {
    provider.forge = {}
    provider.keepsEmailBack = false
    provider.person = { sub: 'ada', email: 'Ada@acme.example', email_verified: true, name: 'Ada' }
  })
  after(async () => {
    await house.close()
    await provider.close()
  })

  const open: SignOn['open'] = (...asked) => signOnAt(house.origin).open(...asked)
  const begin: SignOn['begin'] = (next) => signOnAt(house.origin).begin(next)
  const round: SignOn['round'] = (next) => signOnAt(house.origin).round(next)
  const sessionOf: SignOn['sessionOf'] = (step) => signOnAt(house.origin).sessionOf(step)

  async function invitationTo(email: string): Promise<string> {
    const body = { email, role: 'viewer' as const }
    return tokenIn((await operate(house.app, tenant.organizationId, sessionOperations.inviteMember, { body })).secret)
  }

  test('signs in whoever works here under the address that the provider vouches for, and knows them by its own name from then on', async () => {
    assert.deepEqual((await openBrowser(house.origin).get<SignInOptions>('/sign-in-options')).singleSignOn, {
      name: 'Acme',
    })
    const done = await round('/settings/api-keys?tab=all')
    assert.equal(done.location, '/settings/api-keys?tab=all')
    assert.equal((await sessionOf(done))?.person.id, guest.personId)
    provider.person = { sub: 'ada', email: 'renamed@acme.example', email_verified: true }
    assert.equal((await sessionOf(await round()))?.person.id, guest.personId)
    provider.keepsEmailBack = true
    assert.equal((await sessionOf(await round()))?.person.id, guest.personId)
  })

  test('an account is bound to one subject: the next owner of the address does not get it until the operator lets it go', async () => {
    const member = await newMember(house, tenant, 'member', 'eve@acme.example')
    provider.person = { sub: 'eve', email: 'eve@acme.example', email_verified: true }
    const first = await round()
    assert.equal((await sessionOf(first))?.person.id, member.personId)
    provider.person = { sub: 'the next eve', email: 'eve@acme.example', email_verified: true }
    const refused = await round()
    assert.equal(refused.location, '/sign-in?problem=single_sign_on_other_subject')
    assert.equal(await sessionOf(refused), null)
    assert.deepEqual(await unbindProvider(house.app.services, 'eve@acme.example'), [provider.issuer])
    assert.equal(await sessionOf(first), null, 'who was signed in is not any more')
    assert.equal((await sessionOf(await round()))?.person.id, member.personId)
    provider.person = { sub: 'eve', email: 'eve@acme.example', email_verified: true }
    assert.equal((await round()).location, '/sign-in?problem=single_sign_on_other_subject')
    await assert.rejects(unbindProvider(house.app.services, 'nobody@acme.example'), { code: 'resource_not_found' })
  })

  test('lets nobody in whose address is not verified, or who is neither a member nor invited', async () => {
    for (const { why, ...person } of [
      { why: 'not_verified', sub: 'x1', email: 'ada@acme.example' },
      { why: 'not_verified', sub: 'x2', email: 'ada@acme.example', email_verified: false },
      { why: 'not_verified', sub: 'x3' },
      { why: 'not_invited', sub: 'x4', email: 'stranger@acme.example', email_verified: true },
    ]) {
      provider.person = person
      const done = await round()
      assert.equal(done.location, `/sign-in?problem=single_sign_on_${why}`)
      assert.equal(await sessionOf(done), null)
    }
  })

  test('makes the account of somebody who comes by the link of their invitation, and of nobody else’s', async () => {
    const token = await invitationTo('new@acme.example')
    provider.person = { sub: 'thief', email: 'thief@acme.example', email_verified: true }
    assert.equal(await sessionOf(await round(`/invitations/${token}`)), null)
    provider.person = { sub: 'new', email: 'new@acme.example', email_verified: true, name: 'New' }
    const done = await round(`/invitations/${token}`)
    assert.equal(done.location, '/')
    const session = await sessionOf(done)
    assert.deepEqual(
      session?.organizations.map(({ id, role }) => ({ id, role })),
      [{ id: tenant.organizationId, role: 'viewer' }],
    )
    assert.deepEqual(
      { name: session?.person.name, hasPassword: session?.person.hasPassword },
      { name: 'New', hasPassword: false },
    )
  })

  test('refuses an answer that is not the one to this browser’s question, and a token that is not what it says', async () => {
    const begun = await begin()
    const agreed = await open(begun.location)
    const refused = async (location: string, cookies: string[]): Promise<void> => {
      const done = await open(location, cookies)
      assert.match(done.location, /^\/sign-in\?problem=single_sign_on_[a-z_]+$/)
      assert.equal(await sessionOf(done), null)
    }
    // Another's answer, which a page elsewhere makes the browser open; another's question; no question.
    await refused(agreed.location, (await begin()).cookies)
    await refused(agreed.location, [])
    await refused(agreed.location.replace(/state=[^&]+/, 'state=x'), begun.cookies)
    await refused(agreed.location.replace(/code=[^&]+/, 'code=x'), begun.cookies)
    const elsewhere = 'http://127.0.0.1:1'
    for (const forge of [
      { nonce: 'x' },
      { aud: 'another client' },
      { iss: elsewhere },
      { exp: 1 },
      { sub: undefined },
    ]) {
      provider.forge = forge
      const done = await round()
      assert.match(done.location, /^\/sign-in\?problem=single_sign_on_[a-z_]+$/, JSON.stringify(forge))
      assert.equal(await sessionOf(done), null)
    }
  })

  test('X14 goes on to a path of ours and nowhere else', async () => {
    for (const next of [
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      'https://evil.example',
      'javascript:alert(1)',
    ]) {
      const done = await round(next)
      assert.equal(done.location, '/', next)
      assert.ok(await sessionOf(done))
    }
  })

  test('asks with PKCE, state and nonce, and tells the browser nothing that it could read', async () => {
    const { location, cookies } = await begin()
    const asked = new URL(location).searchParams
    assert.equal(asked.get('code_challenge_method'), 'S256')
    assert.equal(asked.get('redirect_uri'), `${house.origin}/web/single-sign-on/callback`)
    for (const name of ['code_challenge', 'state', 'nonce']) assert.ok((asked.get(name) ?? '').length >= 43, name)
    const kept = Buffer.from(cookies[0]!.split('=')[1]!, 'base64url').toString('latin1')
    assert.ok(!kept.includes(asked.get('state')!) && !kept.includes(asked.get('nonce')!))
  })

  test('comes back to SIGHTLINE_PUBLIC_URL where it is set, whatever host the browser names', async () => {
    const publicUrl = 'https://sightline.example.com'
    const known = await openTestApp({
      web: { publicUrl, provider: { issuer: provider.issuer, name: 'Acme', ...CLIENT } },
    })
    try {
      const { location } = await signOnAt(known.origin).begin('/')
      assert.equal(new URL(location).searchParams.get('redirect_uri'), `${publicUrl}/web/single-sign-on/callback`)
    } finally {
      await known.close()
    }
  })

  test('without a provider its addresses are none; half a configuration, http elsewhere and open sign-up beside it are refused', async () => {
    const bare = await openTestApp()
    try {
      assert.equal((await ask(`${bare.origin}/web/single-sign-on`)).status, 404)
    } finally {
      await bare.close()
    }
    const all = { OIDC_ISSUER: 'https://id.acme.example', OIDC_CLIENT_ID: 'x' }
    assert.equal(readConfig(all).singleSignOn?.issuer, all.OIDC_ISSUER)
    for (const wrong of [
      { OIDC_ISSUER: all.OIDC_ISSUER },
      { OIDC_CLIENT_ID: 'x' },
      { ...all, OIDC_ISSUER: 'http://id.acme.example' },
      { ...all, SIGHTLINE_SIGN_UP: 'open' },
    ])
      assert.throws(() => readConfig(wrong), { name: 'ConfigError' }, JSON.stringify(wrong))
  })
})
