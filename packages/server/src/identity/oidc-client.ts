import * as client from 'openid-client'
import { fetchFromProvider } from './oidc-fetch.ts'

/** A provider of single sign-on, as the operator registered us there. */
export type OidcClientOptions = { issuer: string; clientId: string; clientSecret: string | undefined; name: string }

/** What a round to the provider must be compared with; kept by the browser, sealed. */
export type AuthorizationRequest = { verifier: string; state: string; nonce: string }

/** Somebody, by the provider's word. */
export type ProviderClaims = {
  issuer: string
  subject: string
  email: string | null
  isVerified: boolean
  name: string | null
}

/** OpenID Connect: the code flow with PKCE, state and nonce (RFC 9700, 2.1), and ID tokens whose signature is checked. */
export type OidcClient = {
  name: string
  begin(redirectUri: string): Promise<{ url: string; round: AuthorizationRequest }>
  /** @throws whatever is wrong with what the provider, or somebody in its name, sent */
  finish(returned: URL, round: AuthorizationRequest): Promise<ProviderClaims>
}

const SECONDS_TO_ANSWER = 10
/** How far the provider's clock may be ahead of ours. */
const CLOCK_SECONDS = 30

/**
 * What may have signed an ID token: a provider's private key, and nothing else. Never `none`, and no HMAC, whose key would be
 * one that is public or that both sides have. What a provider's document says it uses does not widen this.
 */
const SIGNING_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'Ed25519',
  'EdDSA',
]

export function createOidcClient({ issuer, clientId, clientSecret, name }: OidcClientOptions): OidcClient {
  let known: Promise<client.ServerMetadata> | undefined
  // Only an issuer of this machine may be configured with http, for development.
  const isLocal = issuer.startsWith('http:')
  const authentication = clientSecret === undefined ? client.None() : undefined
  return {
    name,
    begin: async (redirectUri) => {
      const configuration = configured(await discovered())
      const round = {
        verifier: client.randomPKCECodeVerifier(),
        state: client.randomState(),
        nonce: client.randomNonce(),
      }
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(round.verifier),
        code_challenge_method: 'S256',
        state: round.state,
        nonce: round.nonce,
      })
      return { url: url.href, round }
    },
    finish: async (returned, { verifier, state, nonce }) => {
      const configuration = configured(await discovered())
      const tokens = await client.authorizationCodeGrant(configuration, returned, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('The provider sent no ID token.')
      refuseUnlikely(claims)
      // Address and its verification are taken from one place, whichever has them.
      const {
        email,
        email_verified,
        name: ownName,
      }: Record<string, unknown> = claims['email'] === undefined
        ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : claims
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: typeof email === 'string' ? email : null,
        isVerified: email_verified === true,
        name: typeof ownName === 'string' ? ownName : null,
      }
    },
  }

  /** Asked once; a provider that could not be reached is asked again by the next who comes. */
  function discovered(): Promise<client.ServerMetadata> {
    known ??= client
      .discovery(new URL(issuer), clientId, clientSecret, authentication, {
        timeout: SECONDS_TO_ANSWER,
        [client.customFetch]: fetchFromProvider,
        ...(isLocal && { execute: [client.allowInsecureRequests] }),
      })
      .then((configuration) => configuration.serverMetadata())
      .catch((error: unknown) => {
        known = undefined
        throw error
      })
    return known
  }

  /**
   * Made for each round: the library keeps a provider's keys as long as their configuration. So a new key is known at once,
   * and one that was taken away signs nobody in.
   */
  function configured(metadata: client.ServerMetadata): client.Configuration {
    const named = { ...metadata, id_token_signing_alg_values_supported: SIGNING_ALGORITHMS }
    const configuration = new client.Configuration(named, clientId, clientSecret, authentication)
    configuration.timeout = SECONDS_TO_ANSWER
    configuration[client.customFetch] = fetchFromProvider
    client.enableNonRepudiationChecks(configuration)
    if (isLocal) client.allowInsecureRequests(configuration)
    return configuration
  }

  /** What the library leaves open (OpenID Connect Core 3.1.3.7, 5 and 10). */
  function refuseUnlikely({ sub, azp, iat }: client.IDToken): void {
    // Who everybody is would be whoever came first (OpenID Connect Core 2: at most 255 ASCII characters).
    if (sub.trim() === '' || !/^[\x20-\x7e]{1,255}$/.test(sub)) throw new Error('The ID token names nobody (sub).')
    if (azp !== undefined && azp !== clientId) throw new Error('The ID token is for another client (azp).')
    if (iat > Date.now() / 1_000 + CLOCK_SECONDS) throw new Error('The ID token is of the future (iat).')
  }
}
