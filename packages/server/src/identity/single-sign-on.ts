import { email as emailSchema, personName, Problem } from '@sightline/sdk'
import { acceptInvitation, openInvitation } from '../operations/accounts/invitations.ts'
import type { Services } from '../operations/context.ts'
import { auditPerson } from '../operations/accounts/person-audit.ts'
import { auditVerification, verifyPerson } from '../operations/accounts/verification.ts'
import { lockLogin, loginOf } from '../store/accounts/logins.ts'
import { insertProviderIdentity, personOfProvider, subjectsOf } from '../store/accounts/provider-identities.ts'
import { takeLoginAttempt } from './login-throttle.ts'
import type { IdentityContext } from './context.ts'
import { ownPath } from './own-path.ts'
import type { ProviderClaims, OidcClient, AuthorizationRequest } from './oidc-client.ts'
import { standing } from './proof.ts'
import { enter } from './sign-in.ts'
import { signedState } from './signed-state.ts'

/** A round to the provider and back. */
export type SingleSignOn = {
  /** @returns where to go, and what the browser keeps until it is back */
  begin(context: IdentityContext, redirectUri: string, next: string | undefined): Promise<{ url: string; kept: string }>
  /**
   * @returns the session's token, and the path of ours to go on to
   * @throws Refused, or Problem rate_limited
   */
  finish(context: IdentityContext, returned: URL, kept: string): Promise<{ token: string; next: string }>
}

/**
 * Why somebody is not let in; `not_verified` also where the provider tells no address, or none that is one. A word and no sentence: it travels in an address that anybody may write, and a page must not
 * say what strangers put there.
 */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly why: 'failed' | 'not_verified' | 'not_invited' | 'other_subject'
  constructor(why: Refused['why'], cause?: unknown) {
    super(why, { cause })
    this.why = why
  }
}

export const ROUND_SECONDS = 10 * 60
const round = signedState<AuthorizationRequest & { next: string }>('single sign-on', ROUND_SECONDS * 1_000)

export function createSingleSignOn(provider: OidcClient): SingleSignOn {
  return {
    begin: async (context, redirectUri, wanted) => {
      const { url, round: begun } = await provider.begin(redirectUri)
      return { url, kept: round.seal(context, { ...begun, next: ownPath(wanted) }) }
    },
    finish: async (context, returned, text) => {
      const { services, visitor } = context
      const attempt = await takeLoginAttempt(services, { account: null, address: visitor.address })
      const kept = round.open(context, text)
      if (!kept) throw new Refused('failed')
      const claimed = await provider.finish(returned, kept).catch((error: unknown) => {
        throw new Refused('failed', error)
      })
      const { personId, next } = await personOf(context, claimed, kept.next)
      await attempt.succeeded()
      const { token } = await enter(context, standing(personId), 'single sign-on')
      if (typeof token !== 'string') throw new Refused('failed')
      return { token, next }
    },
  }
}

/**
 * Whoever was here before, by the provider's own name for them; at first by their verified address, which must be that of
 * an account, or of the invitation whose link they came by. An address that the provider does not call verified names nobody.
 */
async function personOf(
  context: IdentityContext,
  claimed: ProviderClaims,
  next: string,
): Promise<{ personId: string; next: string }> {
  const { services } = context
  const known = await services.database.withoutTenant((db) => personOfProvider(db, claimed))
  const email = emailSchema.safeParse(claimed.email)
  const address = claimed.isVerified && email.success ? email.data : null
  if (known === undefined && address === null) throw new Refused('not_verified')
  const found = known ?? (await accountOf(services, address ?? ''))
  // Before anything is joined: it may be an account that somebody else made.
  if (found !== undefined) await bind(context, claimed, found)
  const token = /^\/invitations\/(\w+)$/.exec(next)?.[1]
  const joined =
    token === undefined ? undefined : await acceptedBy(context, claimed, { token, address, personId: found })
  const personId = joined ?? found
  if (personId === undefined) throw new Refused('not_invited')
  if (found === undefined) await bind(context, claimed, personId)
  return { personId, next: joined === undefined ? next : '/' }
}

/**
 * From now on the account is the provider's subject's. Where nobody had vouched for it, the provider does with this, and what
 * had opened it ends in the same transaction. An address may pass to somebody else at the provider, a subject may not: an
 * account that one subject of an issuer has is refused to all others.
 */
async function bind({ services, now }: IdentityContext, claimed: ProviderClaims, personId: string): Promise<void> {
  await services.database.withUser(personId, async (db) => {
    const login = await lockLogin(db, personId)
    // It went with its last organization, this moment.
    if (!login) throw new Refused('not_invited')
    const subjects = await subjectsOf(db, claimed.issuer, personId)
    if (subjects.includes(claimed.subject)) return
    if (subjects.length > 0) throw new Refused('other_subject')
    const verification = { by: 'provider', at: now } as const
    if (!login.isEmailVerified) {
      await verifyPerson(db, login, verification)
      await auditVerification(db, login, verification)
    }
    await insertProviderIdentity(db, claimed, personId)
    await auditPerson(db, login, 'person.bind_provider', { issuer: claimed.issuer })
  })
}

/** @returns undefined: the invitation is somebody else's, or none */
async function acceptedBy(
  { services }: IdentityContext,
  claimed: ProviderClaims,
  { token, address, personId }: { token: string; address: string | null; personId: string | undefined },
): Promise<string | undefined> {
  try {
    const invitation = await openInvitation(services, token)
    if (invitation.email !== address) return undefined
    const name = personName.safeParse(claimed.name ?? '')
    const accepting = { as: 'provider', personId } as const
    const joined = await acceptInvitation(services, { token, name: name.success ? name.data : address, accepting })
    return joined.personId
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

const accountOf = ({ database }: Services, address: string): Promise<string | undefined> =>
  database.withUser(address, async (db) => (await loginOf(db, address))?.id)
