import { z } from 'zod'
import { sessionGet, sessionPatch, sessionPost, sessionRemove } from '../define.ts'
import { id } from '../ids.ts'
import { bodyProblems } from '../operation.ts'
import { scopes } from '../scopes.ts'
import { cursor, instant, limit, page, typedText } from './common.ts'

export const keyStatuses = ['active', 'expired', 'revoked'] as const

/** What is kept of a key: of its text the first 13 characters and the last 4. */
export const apiKey = z.object({
  id: id('key'),
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  brandIds: z.array(id('brand')).nullable().meta({ description: 'null: all brands.' }),
  start: z.string(),
  last4: z.string(),
  status: z.enum(keyStatuses),
  expiresAt: instant.nullable(),
  revokedAt: instant.nullable(),
  lastUsedAt: instant.nullable().meta({ description: 'To the minute.' }),
  createdAt: instant,
})
export type ApiKey = z.output<typeof apiKey>

const keyShape = {
  name: typedText(100).meta({ description: 'What it is for.', example: 'Data warehouse' }),
  scopes: z
    .array(z.enum(scopes))
    .max(100)
    .transform((wanted) => scopes.filter((scope) => wanted.includes(scope)))
    .meta({ description: 'What it may do; none: only ask who it is.' }),
  brandIds: z.array(id('brand')).min(1).max(100).nullable().meta({ description: 'null: all brands.' }),
  expiresAt: z.iso
    .datetime({ error: 'Must be an instant in UTC, for example 2027-01-31T00:00:00Z.' })
    .nullable()
    .meta({ description: 'null: never.' }),
}
const keyPath = z.strictObject({ id: id('key') })

export const keyOperations = {
  listKeys: sessionGet({
    id: 'listKeys',
    path: '/keys',
    tag: 'API keys',
    summary: 'List API keys, newest first',
    role: 'admin',
    query: z.strictObject({ status: z.enum(keyStatuses).optional(), limit, cursor }),
    output: page(apiKey),
    errors: ['invalid_cursor'],
  }),
  createKey: sessionPost({
    id: 'createKey',
    path: '/keys',
    tag: 'API keys',
    summary: 'Issue an API key',
    role: 'admin',
    body: z.strictObject({
      name: keyShape.name,
      scopes: keyShape.scopes,
      brandIds: keyShape.brandIds.default(null),
      expiresAt: keyShape.expiresAt.default(null),
    }),
    output: z.object({ key: apiKey, secret: z.string().meta({ description: 'The key itself, told this once.' }) }),
    status: 201,
    errors: bodyProblems,
  }),
  updateKey: sessionPatch({
    id: 'updateKey',
    path: '/keys/{id}',
    tag: 'API keys',
    summary: 'Change what an API key may do',
    description: 'In force at once in every process.',
    role: 'admin',
    params: keyPath,
    body: z.strictObject({
      name: keyShape.name.optional(),
      scopes: keyShape.scopes.optional(),
      brandIds: keyShape.brandIds.optional(),
      expiresAt: keyShape.expiresAt.optional(),
    }),
    output: apiKey,
    errors: [...bodyProblems, 'resource_not_found', 'conflict'],
  }),
  revokeKey: sessionRemove({
    id: 'revokeKey',
    path: '/keys/{id}',
    tag: 'API keys',
    summary: 'End an API key at once',
    role: 'admin',
    params: keyPath,
    output: apiKey,
    errors: ['resource_not_found'],
  }),
}
