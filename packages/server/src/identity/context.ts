import type { IdentityOperation, IdentityOperationId, IdentityOperations, InputOf, OutputOf } from '@sightline/sdk'
import type { Services } from '../operations/context.ts'
import type { OidcClient } from './oidc-client.ts'
import type { OpenSession } from './open-session.ts'

/** How people sign in at this installation; made in `app.ts`. */
export type IdentityOptions = {
  version: string
  /** The lab answers instead of platforms: whoever has the link is let in as the demo's owner. */
  isDemo: boolean
  /** Whether anybody may make an account, or only who is invited. */
  canSignUp: boolean
  /** Who else says who somebody is. */
  provider: OidcClient | null
}

/** Whoever asks, as their door saw them. */
export type Visitor = {
  session: OpenSession | null
  /** Their network address. */
  address: string
  userAgent: string
}

/** One call. */
export type IdentityContext = { services: Services; options: IdentityOptions; visitor: Visitor; now: Date }

/** What a handler answers, and what the cookie holds from then on: a session's token, or null for nothing. */
export type Answered<Output> = { output: Output; token?: string | null }

export type IdentityHandler<Op extends IdentityOperation> = (
  context: IdentityContext,
  input: InputOf<Op>,
) => Promise<Answered<OutputOf<Op>>>

/** A handler for every operation: one that is missing does not compile. */
export type IdentityHandlers = { [Id in IdentityOperationId]: IdentityHandler<IdentityOperations[Id]> }
