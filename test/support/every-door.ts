import {
  identityOperations,
  operations,
  sessionOperations,
  type IdentityOperation,
  type Operation,
  type SessionOperation,
} from '@sightline/sdk'
import { jsonSchema, type Json } from '../../packages/sdk/src/json-schema.ts'

/**
 * Everything that can be asked of the service, wherever it can be asked: with a key, in an organization by its members, and by
 * anybody about themselves. Read from the contract: whoever adds an operation adds it to every test that loops over these.
 */
export type DoorOperation =
  | { door: 'key'; operation: Operation }
  | { door: 'member'; operation: Operation | SessionOperation }
  | { door: 'identity'; operation: IdentityOperation }

export const everyDoor: DoorOperation[] = [
  ...Object.values<Operation>(operations).map((operation) => ({ door: 'key' as const, operation })),
  ...[...Object.values<Operation>(operations), ...Object.values<SessionOperation>(sessionOperations)].map(
    (operation) => ({ door: 'member' as const, operation }),
  ),
  ...Object.values<IdentityOperation>(identityOperations).map((operation) => ({
    door: 'identity' as const,
    operation,
  })),
]

export const nameOf = ({ door, operation }: DoorOperation): string => `${operation.id} (${door})`

/** Where it stands, behind the origin. Parameters that are not given are of the right form and name nothing. */
export function addressAt(
  { door, operation }: DoorOperation,
  organizationId: string,
  params: Record<string, string> = {},
): string {
  const base = { key: '/api/v1', member: `/web/organizations/${organizationId}`, identity: '/web' }[door]
  const shape = shapeOf(operation)
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? exampleIn(shape[name])),
  )
  return base + filled
}

/** Path parameters that are ids, each told by the prefix of its example. */
export const idsIn = ({ operation }: DoorOperation, ids: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(shapeOf(operation)).flatMap(([name, schema]): [string, string][] => {
      const id = /^[a-z]{3}_/.test(exampleIn(schema)) ? ids[exampleIn(schema).slice(0, 3)] : undefined
      return id === undefined ? [] : [[name, id]]
    }),
  )

const shapeOf = ({ params }: Pick<Operation, 'params'>): Record<string, Json> =>
  (jsonSchema(params, 'input')['properties'] ?? {}) as Record<string, Json>

const exampleIn = ({ example, enum: values }: Json = {}): string =>
  String(example ?? (Array.isArray(values) ? values[0] : 'nothing'))

/** Of what is sent; null where nothing is. */
export function bodySchemaOf({ operation }: DoorOperation): Json | null {
  const hasBody = !['GET', 'DELETE'].includes(operation.method) && operation.body.type !== 'undefined'
  return hasBody ? jsonSchema(operation.body, 'input') : null
}
