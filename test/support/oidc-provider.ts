import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Claims = { sub: string; email?: string; email_verified?: boolean; name?: string }

/** A provider of OpenID Connect, as small as the code flow with PKCE allows; who is signed in there is what a test says. */
export type OidcProvider = {
  issuer: string
  /** Who agrees to the next authorization. */
  person: Claims
  /** Changes what the next ID token says. */
  forge: Record<string, unknown>
  /** Claims that are told at the userinfo endpoint only. */
  keepsEmailBack: boolean
  /** Makes the next ID tokens in the provider's place. */
  makeToken: ((claims: Record<string, unknown>) => string) | null
  /** What the discovery document says instead. */
  metadata: Record<string, unknown>
  /** What stands at its keys' address instead of them. */
  keys: { status: number; headers?: Record<string, string>; body: string } | null
  /** Signs with a new key of another name from now on; the old one is published no more. @returns the old one */
  rotate(type?: 'rsa' | 'ec'): SigningKey
  signingKey(): SigningKey
  /** Paths that were asked for, the oldest first. */
  asked: string[]
  close(): Promise<void>
}

export type SigningKey = { privateKey: KeyObject; publicKey: KeyObject; kid: string; alg: string }

/** As a provider would sign it: RS256 and PS256 with RSA, ES256 with P-256. @param header beside or instead of the key's own */
export function signedBy(
  { privateKey, kid, alg }: SigningKey,
  claims: Record<string, unknown>,
  header: Record<string, unknown> = {},
): string {
  const content = unsigned({ alg, kid, ...header }, claims)
  return `${content}.${sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

/** Header and claims of a token, without its signature. */
export function unsigned(header: Record<string, unknown>, claims: Record<string, unknown>): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part(header)}.${part(claims)}`
}

export function makeSigningKey(kid: string, type: 'rsa' | 'ec' = 'rsa'): SigningKey {
  const pair =
    type === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2_048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { ...pair, kid, alg: type === 'rsa' ? 'RS256' : 'ES256' }
}

export const CLIENT = { clientId: 'sightline-of-the-test', clientSecret: 'a secret of the client' }

export async function openOidcProvider(): Promise<OidcProvider> {
  let key = makeSigningKey('one')
  const codes = new Map<string, { challenge: string; nonce: string; redirectUri: string; person: Claims }>()
  const told = new Map<string, Claims>()
  const provider: OidcProvider = {
    issuer: '',
    person: { sub: 'nobody' },
    forge: {},
    keepsEmailBack: false,
    makeToken: null,
    metadata: {},
    keys: null,
    asked: [],
    signingKey: () => key,
    rotate: (type) => {
      const old = key
      key = makeSigningKey(`${old.kid} and one`, type)
      return old
    },
    close: async () => {},
  }
  const server = createServer((request, response) => {
    void serve(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  provider.close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return provider

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, location, body, raw } = await answer(request)
    const headers = { 'content-type': 'application/json', ...(location !== undefined && { location }), ...raw?.headers }
    response.writeHead(status, headers)
    response.end(raw?.body ?? JSON.stringify(body ?? {}))
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? '/', provider.issuer)
    provider.asked.push(url.pathname)
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return {
          status: 200,
          body: {
            issuer: provider.issuer,
            authorization_endpoint: `${provider.issuer}/authorize`,
            token_endpoint: `${provider.issuer}/token`,
            userinfo_endpoint: `${provider.issuer}/userinfo`,
            jwks_uri: `${provider.issuer}/keys`,
            response_types_supported: ['code'],
            subject_types_supported: ['public'],
            id_token_signing_alg_values_supported: ['RS256', 'PS256', 'ES256'],
            code_challenge_methods_supported: ['S256'],
            token_endpoint_auth_methods_supported: ['client_secret_post'],
            ...provider.metadata,
          },
        }
      case '/keys':
        if (provider.keys) return { status: provider.keys.status, raw: provider.keys }
        return {
          status: 200,
          body: { keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: key.kid, use: 'sig' }] },
        }
      case '/authorize':
        return { status: 303, location: authorized(url.searchParams) }
      case '/token':
        return token(new URLSearchParams(await text(request)))
      case '/userinfo':
        return { status: 200, body: told.get((request.headers.authorization ?? '').slice('Bearer '.length)) }
      default:
        return { status: 404 }
    }
  }

  function authorized(asked: URLSearchParams): string {
    const code = randomBytes(16).toString('hex')
    const of = (name: string): string => asked.get(name) ?? ''
    const { person } = provider
    codes.set(code, { challenge: of('code_challenge'), nonce: of('nonce'), redirectUri: of('redirect_uri'), person })
    const back = new URL(of('redirect_uri'))
    back.search = new URLSearchParams({ code, state: of('state') }).toString()
    return back.href
  }

  /** A code is good once, and for whoever knows what its challenge was made from. */
  function token(sent: URLSearchParams): { status: number; body: unknown } {
    const known = codes.get(sent.get('code') ?? '')
    codes.delete(sent.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url')
    const isClient = sent.get('client_id') === CLIENT.clientId && sent.get('client_secret') === CLIENT.clientSecret
    if (!known || known.challenge !== challenge || known.redirectUri !== sent.get('redirect_uri') || !isClient)
      return { status: 400, body: { error: 'invalid_grant' } }
    const accessToken = randomBytes(16).toString('hex')
    told.set(accessToken, known.person)
    const { sub, ...rest } = known.person
    const now = Math.floor(Date.now() / 1_000)
    const claims = { iss: provider.issuer, aud: CLIENT.clientId, sub, iat: now, exp: now + 300, nonce: known.nonce }
    const idToken = (provider.makeToken ?? signed)({
      ...claims,
      ...(provider.keepsEmailBack ? {} : rest),
      ...provider.forge,
    })
    return {
      status: 200,
      body: { access_token: accessToken, token_type: 'Bearer', expires_in: 300, id_token: idToken },
    }
  }

  function signed(claims: Record<string, unknown>): string {
    return signedBy(key, claims)
  }
}

type Answer = {
  status: number
  location?: string
  body?: unknown
  /** Instead of the body. */
  raw?: { headers?: Record<string, string>; body: string }
}
