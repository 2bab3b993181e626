import * as client from 'openid-client'

/** A provider of single sign-on, as the operator registered us there. */
export type ProviderOptions = { issuer: string; clientId: string; clientSecret: string | undefined; name: string }

/** What a round to the provider must be compared with; kept by the browser, sealed. */
export type Round = { verifier: string; state: string; nonce: string }

/** Somebody, by the provider's word. */
export type Claimed = {
  issuer: string
  subject: string
  email: string | null
  isVerified: boolean
  name: string | null
}

/** OpenID Connect: the code flow with PKCE, state and nonce (RFC 9700, 2.1). */
export type Provider = {
  name: string
  begin(redirectUri: string): Promise<{ url: string; round: Round }>
  /** @throws whatever is wrong with what the provider, or somebody in its name, sent */
  finish(returned: URL, round: Round): Promise<Claimed>
}

const SECONDS_TO_ANSWER = 10

export function createProvider({ issuer, clientId, clientSecret, name }: ProviderOptions): Provider {
  let known: Promise<client.Configuration> | undefined
  return {
    name,
    begin: async (redirectUri) => {
      const configuration = await discovered()
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
      const configuration = await discovered()
      const tokens = await client.authorizationCodeGrant(configuration, returned, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('The provider sent no ID token.')
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
  function discovered(): Promise<client.Configuration> {
    known ??= client
      .discovery(new URL(issuer), clientId, clientSecret, clientSecret === undefined ? client.None() : undefined, {
        timeout: SECONDS_TO_ANSWER,
        // Only an issuer of this machine may be configured with http, for development.
        ...(issuer.startsWith('http:') && { execute: [client.allowInsecureRequests] }),
      })
      .catch((error: unknown) => {
        known = undefined
        throw error
      })
    return known
  }
}
