import type { IdentityOperation } from './operation.ts'
import { acceptanceOperations } from './resources/acceptance.ts'
import { identityOperations as signInOperations } from './resources/identity.ts'
import { secondFactorOperations } from './resources/second-factor.ts'
import { sessionsOperations } from './resources/sessions.ts'

/**
 * What is about who somebody is, by operation id: apart from `operations` and `sessionOperations`, because there is no
 * organization yet. Only the web application has a door to these; every path stands below `/web`.
 */
export const identityOperations = {
  ...signInOperations,
  ...sessionsOperations,
  ...secondFactorOperations,
  ...acceptanceOperations,
} satisfies Record<string, IdentityOperation>

export type IdentityOperations = typeof identityOperations
export type IdentityOperationId = keyof IdentityOperations
