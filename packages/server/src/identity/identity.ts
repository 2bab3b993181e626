import { Problem, type IdentityOperation, type IdentityOperationId } from '@sightline/sdk'
import type { Caller, Services } from '../operations/context.ts'
import { parseInput, refuseWithoutRoom, type RawInput } from '../operations/dispatcher.ts'
import { memberCaller } from '../operations/accounts/people.ts'
import { acceptanceHandlers } from './acceptance.ts'
import type {
  Answered,
  IdentityContext,
  IdentityHandler,
  IdentityHandlers,
  IdentityOptions,
  Visitor,
} from './context.ts'
import { ownSessionHandlers } from './own-session.ts'
import { secondFactorHandlers } from './second-factor.ts'
import { csrfTokenOf, readSession } from './sessions.ts'
import type { OpenSession } from './open-session.ts'
import { setUpHandlers } from './set-up.ts'
import { signInHandlers } from './sign-in.ts'
import { createSingleSignOn } from './single-sign-on.ts'

/** Who people are, for the door that they come through. */
export type Identity = {
  /** The session that a cookie's token opens; null: none, or no longer. */
  session(token: string): Promise<OpenSession | null>
  csrfToken(session: OpenSession): string
  /**
   * Somebody who is signed in, as a caller of an organization's operations; read for each request.
   * @throws Problem resource_not_found for an organization that they do not work in, as for one that there is not
   */
  caller(session: OpenSession, organizationId: string): Promise<Caller>
  dispatch(call: IdentityCall): Promise<Answered<unknown>>
  /** @throws Problem route_not_found where there is no provider */
  beginSingleSignOn(
    visitor: Visitor,
    redirectUri: string,
    next: string | undefined,
  ): Promise<{ url: string; kept: string }>
  finishSingleSignOn(visitor: Visitor, returned: URL, kept: string): Promise<{ token: string; next: string }>
}

export type IdentityCall = { operation: IdentityOperation; input: RawInput; visitor: Visitor }

/** Whoever comes to read must be let in, and may leave, though the disk is full. */
const ALWAYS = new Set(['signIn', 'enterDemo', 'confirmSecondFactor', 'signOut', 'endSession'])

export function createIdentity(services: Services, options: IdentityOptions): Identity {
  const handlers: IdentityHandlers = {
    ...signInHandlers,
    ...setUpHandlers,
    ...ownSessionHandlers,
    ...secondFactorHandlers,
    ...acceptanceHandlers,
  }
  const singleSignOn = options.provider && createSingleSignOn(options.provider)
  const contextFor = (visitor: Visitor): IdentityContext => ({ services, options, visitor, now: services.now() })
  return {
    beginSingleSignOn: async (visitor, redirectUri, next) => {
      if (!singleSignOn) throw new Problem('route_not_found')
      return singleSignOn.begin(contextFor(visitor), redirectUri, next)
    },
    finishSingleSignOn: async (visitor, returned, kept) => {
      if (!singleSignOn) throw new Problem('route_not_found')
      return singleSignOn.finish(contextFor(visitor), returned, kept)
    },
    session: (token) => readSession(services, token),
    csrfToken: ({ id }) => csrfTokenOf(services.secret, id),
    caller: async ({ personId }, organizationId) => {
      const caller = await memberCaller(services.database.reader(organizationId), organizationId, personId)
      if (!caller) throw new Problem('resource_not_found', { message: 'You work in no such organization.' })
      return caller
    },
    dispatch: async ({ operation, input, visitor }) => {
      if (operation.access === 'signedIn' && !visitor.session) throw new Problem('not_signed_in')
      const parsed = parseInput(operation, input)
      if (operation.method !== 'GET' && !ALWAYS.has(operation.id)) refuseWithoutRoom(services)
      // The table is keyed by the same ids; TypeScript cannot tie the key to the operation's own type here.
      const handler = handlers[operation.id as IdentityOperationId] as IdentityHandler<IdentityOperation>
      const { output, ...rest } = await handler(contextFor(visitor), parsed)
      return { output: operation.output.parse(output), ...rest }
    },
  }
}
