import assert from 'node:assert/strict'
import { constants, createHmac, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { newMember } from './support/browser.ts'
import { openTestApp, type TestApp } from './support/test-app.ts'
import {
  CLIENT,
  makeSigningKey,
  openOidcProvider,
  signedBy,
  unsigned,
  type OidcProvider,
} from './support/oidc-provider.ts'
import { signOnAt } from './support/sign-on-round.ts'

const generous = { timeout: 120_000 }
const EMAIL = 'ada@acme.example'

describe('an ID token', generous, () => {
  let provider: OidcProvider
  let house: TestApp

  before(async () => {
    provider = await openOidcProvider()
    house = await openApp()
    await newMember(house, await house.tenant(), 'member', EMAIL)
  })
  beforeEach(() => {
    provider.person = { sub: 'ada', email: EMAIL, email_verified: true }
    Object.assign(provider, { makeToken: null, keys: null, metadata: {}, forge: {}, asked: [] })
  })
  after(async () => {
    await house.close()
    await provider.close()
  })

  const openApp = (): Promise<TestApp> =>
    openTestApp({ web: { provider: { issuer: provider.issuer, name: 'Acme', ...CLIENT } } })

  async function isLetIn(at = house): Promise<boolean> {
    const { round, sessionOf } = signOnAt(at.origin)
    const done = await round()
    const session = await sessionOf(done)
    if (session === null) assert.match(done.location, /^\/sign-in\?problem=single_sign_on_(failed|unreachable)$/)
    return session !== null
  }

  test('is believed when the provider’s published key signed it, with RS256, PS256 or ES256', async () => {
    assert.ok(await isLetIn(), 'RS256')
    provider.makeToken = (claims) => {
      const { privateKey, kid } = provider.signingKey()
      const content = unsigned({ alg: 'PS256', kid }, claims)
      const key = { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
      return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`
    }
    assert.ok(await isLetIn(), 'PS256')
    provider.makeToken = null
    provider.rotate('ec')
    assert.ok(await isLetIn(), 'ES256')
    provider.rotate('rsa')
  })

  test('is refused when another key signed it, or when it was changed after', async () => {
    const other = { ...makeSigningKey(provider.signingKey().kid), kid: provider.signingKey().kid }
    provider.makeToken = (claims) => signedBy(other, claims)
    assert.equal(await isLetIn(), false, 'another key of the same name')
    provider.makeToken = (claims) => signedBy({ ...other, kid: 'unknown' }, claims)
    assert.equal(await isLetIn(), false, 'a key that is not published')
    provider.makeToken = (claims) => {
      const [header = '', , signature = ''] = signedBy(provider.signingKey(), { ...claims, sub: 'eve' }).split('.')
      return `${header}.${unsigned({}, claims).split('.')[1]}.${signature}`
    }
    assert.equal(await isLetIn(), false, 'claims of another token')
    provider.makeToken = (claims) => `${signedBy(provider.signingKey(), claims).split('.').slice(0, 2).join('.')}.`
    assert.equal(await isLetIn(), false, 'no signature')
    provider.makeToken = (claims) => signedBy(provider.signingKey(), claims, { crit: ['b64'], b64: true })
    assert.equal(await isLetIn(), false, 'an extension that nobody here knows')
  })

  test('is refused without a signature and with one that a public or shared key makes, whatever the provider’s document offers', async () => {
    const { publicKey, kid } = provider.signingKey()
    const secrets = [
      publicKey.export({ format: 'pem', type: 'spki' }),
      publicKey.export({ format: 'der', type: 'spki' }),
      JSON.stringify(publicKey.export({ format: 'jwk' })),
      CLIENT.clientSecret,
    ]
    const forgers = [
      ...['none', 'None', 'NONE', ''].map(
        (alg) => (claims: Record<string, unknown>) => `${unsigned({ alg, kid }, claims)}.`,
      ),
      (claims: Record<string, unknown>) => `${unsigned({ kid }, claims)}.`,
      ...secrets.map((secret) => (claims: Record<string, unknown>) => {
        const content = unsigned({ alg: 'HS256', kid }, claims)
        return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
      }),
      (claims: Record<string, unknown>) => signedBy(provider.signingKey(), claims, { alg: 'RS1' }),
    ]
    provider.metadata = { id_token_signing_alg_values_supported: ['none', 'HS256', 'RS1', 'RS256'] }
    const credulous = await openApp()
    try {
      await newMember(credulous, await credulous.tenant(), 'member', EMAIL)
      for (const [index, makeToken] of forgers.entries()) {
        provider.makeToken = makeToken
        assert.equal(await isLetIn(), false, `forger ${index}`)
        assert.equal(await isLetIn(credulous), false, `forger ${index}, offered`)
      }
      provider.makeToken = null
      assert.ok(await isLetIn(credulous))
    } finally {
      await credulous.close()
    }
  })

  test('is refused for another client, another round, another issuer, another time', async () => {
    const now = Math.floor(Date.now() / 1_000)
    for (const forge of [
      { aud: 'another client' },
      { aud: [CLIENT.clientId, 'another client'] },
      { aud: [] },
      { aud: undefined },
      { azp: 'another client' },
      { nonce: 'another round' },
      { nonce: undefined },
      { iss: 'http://127.0.0.1:1' },
      { iss: `${provider.issuer}/` },
      { iss: undefined },
      { exp: now - 120 },
      { exp: undefined },
      { exp: 'soon' },
      { nbf: now + 600 },
      { iat: now + 600 },
      { iat: undefined },
      { sub: undefined },
      { sub: 7 },
      { sub: '' },
      { sub: ' ' },
      { sub: 'a\u0000b' },
      { sub: 'a'.repeat(256) },
    ]) {
      provider.forge = forge
      assert.equal(await isLetIn(), false, JSON.stringify(forge))
    }
    provider.forge = { azp: CLIENT.clientId, nbf: now - 60 }
    assert.ok(await isLetIn())
  })

  test('of a new key is believed at once, and of a key that was taken away no more', async () => {
    assert.ok(await isLetIn())
    const old = provider.rotate()
    assert.ok(await isLetIn(), 'the new key')
    provider.makeToken = (claims) => signedBy(old, claims)
    assert.equal(await isLetIn(), false, 'the old key')
  })

  test('is refused when the keys cannot be had from the provider itself', async () => {
    const { publicKey, kid } = provider.signingKey()
    const published = JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid }] })
    const elsewhere = createServer((_request, response) => void response.end(published))
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
    try {
      for (const keys of [
        { status: 500, body: '' },
        { status: 200, body: 'no JSON' },
        { status: 200, body: '{"keys":[]}' },
        { status: 302, headers: { location: address }, body: '' },
        { status: 200, body: published.padEnd(2_000_000) },
      ]) {
        provider.keys = keys
        assert.equal(await isLetIn(), false, `${keys.status} ${keys.body.slice(0, 20)}`)
      }
      provider.keys = { status: 200, body: published }
      assert.ok(await isLetIn(), 'the same, as they should be')
      // What is not named as this machine is not asked by http, though the issuer is.
      for (const jwks_uri of [address.replace('127.0.0.1', '0.0.0.0'), undefined]) {
        provider.metadata = { jwks_uri }
        const other = await openApp()
        await newMember(other, await other.tenant(), 'member', EMAIL)
        assert.equal(await isLetIn(other), false, String(jwks_uri))
        await other.close()
      }
    } finally {
      elsewhere.closeAllConnections()
      elsewhere.close()
    }
  })
})
