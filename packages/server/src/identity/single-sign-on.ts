import { email as emailSchema, personName, Problem } from '@sightline/sdk'
import { acceptInvitation, openInvitation } from '../operations/invitations.ts'
import type { Services } from '../operations/context.ts'
import { loginOf } from '../store/logins.ts'
import { insertProviderIdentity, personOfProvider } from '../store/provider-identities.ts'
import { takeAttempt } from './attempts.ts'
import type { IdentityContext } from './context.ts'
import { ownPath } from './own-path.ts'
import type { Claimed, Provider, Round } from './provider.ts'
import { enter } from './sign-in.ts'
import { ticketFor } from './tickets.ts'

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
 * Why somebody is not let in. A word and no sentence: it travels in an address that anybody may write, and a page must not
 * say what strangers put there.
 */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly why: 'failed' | 'not_verified' | 'not_invited'
  constructor(why: Refused['why'], cause?: unknown) {
    super(why, { cause })
    this.why = why
  }
}

export const ROUND_SECONDS = 10 * 60
const round = ticketFor<Round & { next: string }>('single sign-on', ROUND_SECONDS * 1_000)

export function createSingleSignOn(provider: Provider): SingleSignOn {
  return {
    begin: async (context, redirectUri, wanted) => {
      const { url, round: begun } = await provider.begin(redirectUri)
      return { url, kept: round.seal(context, { ...begun, next: ownPath(wanted) }) }
    },
    finish: async (context, returned, text) => {
      const { services, visitor } = context
      const attempt = await takeAttempt(services, { account: null, address: visitor.address })
      const kept = round.open(context, text)
      if (!kept) throw new Refused('failed')
      const claimed = await provider.finish(returned, kept).catch((error: unknown) => {
        throw new Refused('failed', error)
      })
      const { personId, next } = await personOf(context, claimed, kept.next)
      await attempt.succeeded()
      const { token } = await enter(context, personId, 'single sign-on')
      if (typeof token !== 'string') throw new Refused('failed')
      return { token, next }
    },
  }
}

/**
 * Whoever was here before, by the provider's own name for them; at first by their verified address, which must be that of
 * an account, or of the invitation whose link they came by.
 */
async function personOf(
  context: IdentityContext,
  claimed: Claimed,
  next: string,
): Promise<{ personId: string; next: string }> {
  const { services } = context
  const known = await services.database.outside((db) => personOfProvider(db, claimed))
  const email = emailSchema.safeParse(claimed.email)
  const address = claimed.isVerified && email.success ? email.data : null
  if (known === undefined && address === null) throw new Refused('not_verified')
  const found = known ?? (await accountOf(services, address ?? ''))
  const token = /^\/invitations\/(\w+)$/.exec(next)?.[1]
  const joined =
    token === undefined ? undefined : await acceptedBy(context, claimed, { token, address, personId: found })
  const personId = joined ?? found
  if (personId === undefined) throw new Refused('not_invited')
  if (known === undefined)
    await services.database.asPerson(personId, (db) => insertProviderIdentity(db, claimed, personId))
  return { personId, next: joined === undefined ? next : '/' }
}

/** @returns undefined: the invitation is somebody else's, or none */
async function acceptedBy(
  { services }: IdentityContext,
  claimed: Claimed,
  { token, address, personId }: { token: string; address: string | null; personId: string | undefined },
): Promise<string | undefined> {
  try {
    const invitation = await openInvitation(services, token)
    if (invitation.email !== address) return undefined
    const name = personName.safeParse(claimed.name ?? '')
    const accepting = personId === undefined ? { password: null } : { personId }
    const joined = await acceptInvitation(services, { token, name: name.success ? name.data : address, accepting })
    return joined.personId
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

const accountOf = ({ database }: Services, address: string): Promise<string | undefined> =>
  database.asPerson(address, async (db) => (await loginOf(db, address))?.id)
