import type { SessionOperation } from './operation.ts'
import { auditOperations } from './resources/audit.ts'
import { keyOperations } from './resources/keys.ts'
import { modelKeyOperations } from './resources/model-keys.ts'
import { organizationOperations } from './resources/organizations.ts'
import { peopleOperations } from './resources/people.ts'

/**
 * What people manage and no key reaches, by operation id: apart from `operations`, so that nothing made from those (the
 * REST door, OpenAPI, the client, MCP) can hold one of these.
 */
export const sessionOperations = {
  ...organizationOperations,
  ...peopleOperations,
  ...keyOperations,
  ...modelKeyOperations,
  ...auditOperations,
} satisfies Record<string, SessionOperation>

export type SessionOperations = typeof sessionOperations
export type SessionOperationId = keyof SessionOperations
