import type { z } from 'zod'
import type { ProblemCode } from './problems.ts'
import type { Role } from './roles.ts'
import type { Scope } from './scopes.ts'

/**
 * One thing the service can do, as a value. REST routes, OpenAPI, the client, MCP tools, forms, documentation and tests
 * are all read from it: what is not declared here does not exist.
 */
export type Operation<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> = {
  /** camelCase, unique: the name of the client's method and OpenAPI's operationId. */
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the base address, parameters in braces: `/brands/{id}/score`. */
  path: string
  tag: string
  summary: string
  description?: string
  /** The scope a key needs; `any`: every valid key; `public`: no key. */
  scope: Scope | 'any' | 'public'
  /** Status of success. */
  status: 200 | 201 | 202
  params: Params
  query: Query
  /** `z.undefined()` where there is none. */
  body: Body
  output: Output
  /** Answers besides those every operation may give (`commonProblems`). */
  errors: readonly ProblemCode[]
  /** Whether a call counts against the month (`/usage` and `/me` do not). */
  isMetered: boolean
  /** Whether the call changes something: then it runs in one transaction with its audit row. */
  isWrite: boolean
  /** Whether it reads over many rows: it gets a connection of its own, so that no small read waits behind it. */
  isHeavy: boolean
}

/**
 * Something that only a signed-in person, or the operator at the command line, can do: no key reaches it. It needs a role
 * instead of a scope, never counts against the month, and is no part of the public API.
 */
export type SessionOperation<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> = Omit<Operation<Params, Query, Body, Output>, 'scope' | 'isMetered'> & {
  /** The least role that may do it. */
  role: Role
}

/**
 * Something about who somebody is, before or beside any organization: signing in, their session, their account. For the
 * web application only; its paths stand below `/web`.
 */
export type IdentityOperation<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> = Omit<Operation<Params, Query, Body, Output>, 'scope' | 'isMetered' | 'isHeavy'> & {
  /** `signedIn`: with a session's cookie, and for what writes with its CSRF token. */
  access: 'public' | 'signedIn'
}

export type AnyOperation = Operation | SessionOperation

/** What an operation's handler receives, parsed. */
export type InputOf<Op extends AnyOperation | IdentityOperation> = {
  params: z.output<Op['params']>
  query: z.output<Op['query']>
  body: z.output<Op['body']>
}
export type OutputOf<Op extends AnyOperation | IdentityOperation> = z.output<Op['output']>
/** What a caller inside the house asks with, before it is parsed: defaults may be left out. */
export type AskedOf<Op extends AnyOperation> = {
  params?: z.input<Op['params']>
  query?: z.input<Op['query']>
  body?: z.input<Op['body']>
}

/** Errors that any operation may answer with, so that no operation needs to list them. */
export const commonProblems = [
  'invalid_parameter',
  'invalid_request',
  'missing_api_key',
  'invalid_api_key',
  'api_key_revoked',
  'api_key_expired',
  'insufficient_scope',
  'organization_suspended',
  'method_not_allowed',
  'request_timeout',
  'uri_too_long',
  'expectation_failed',
  'rate_limited',
  'quota_exceeded',
  'headers_too_large',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly ProblemCode[]

/** Errors of operations with a body. */
export const bodyProblems = [
  'invalid_json',
  'payload_too_large',
  'unsupported_media_type',
  'validation_failed',
] as const satisfies readonly ProblemCode[]

/** Errors that whatever writes may answer with: a body can be sent to all of them, and an Idempotency-Key. */
export const writeProblems = [
  ...bodyProblems,
  'idempotency_in_progress',
  'idempotency_key_reused',
  'insufficient_storage',
] as const satisfies readonly ProblemCode[]
