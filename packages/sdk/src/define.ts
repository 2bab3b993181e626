import { z } from 'zod'
import type { IdentityOperation, Operation, SessionOperation } from './operation.ts'
import type { ProblemCode } from './problems.ts'
import type { Role } from './roles.ts'

type Declared<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Output extends z.ZodType,
> = Pick<Operation, 'id' | 'path' | 'tag' | 'summary' | 'scope'> & {
  description?: string
  params?: Params
  query?: Query
  body?: Body
  output: Output
  status?: 200 | 201 | 202
  errors?: readonly ProblemCode[]
  isMetered?: boolean
  /** For a POST that changes nothing. */
  isWrite?: boolean
  isHeavy?: boolean
}

const none = z.strictObject({})
type None = typeof none

/** One definer a method, so that an operation states only what is its own. */
export const get = definer('GET')
export const post = definer('POST')
export const put = definer('PUT')
export const patch = definer('PATCH')
export const remove = definer('DELETE')

/** The same for what needs a person's role instead of a key's scope. */
export const sessionGet = sessionDefiner(get)
export const sessionPost = sessionDefiner(post)
export const sessionPut = sessionDefiner(put)
export const sessionPatch = sessionDefiner(patch)
export const sessionRemove = sessionDefiner(remove)

/** The same for what is about who somebody is. */
export const identityGet = identityDefiner(get)
export const identityPost = identityDefiner(post)
export const identityPatch = identityDefiner(patch)
export const identityRemove = identityDefiner(remove)

function identityDefiner(define: ReturnType<typeof definer>) {
  return <
    Output extends z.ZodType,
    Params extends z.ZodObject = None,
    Query extends z.ZodObject = None,
    Body extends z.ZodType = z.ZodUndefined,
  >({
    access,
    ...declared
  }: Omit<Declared<Params, Query, Body, Output>, 'scope' | 'isMetered' | 'isHeavy'> & {
    access: IdentityOperation['access']
  }): IdentityOperation<Params, Query, Body, Output> => {
    const {
      scope: _scope,
      isMetered: _isMetered,
      isHeavy: _isHeavy,
      ...operation
    } = define({ ...declared, scope: 'any' })
    return { ...operation, access }
  }
}

function sessionDefiner(define: ReturnType<typeof definer>) {
  return <
    Output extends z.ZodType,
    Params extends z.ZodObject = None,
    Query extends z.ZodObject = None,
    Body extends z.ZodType = z.ZodUndefined,
  >({
    role,
    ...declared
  }: Omit<Declared<Params, Query, Body, Output>, 'scope' | 'isMetered'> & { role: Role }): SessionOperation<
    Params,
    Query,
    Body,
    Output
  > => {
    const { scope: _scope, isMetered: _isMetered, ...operation } = define({ ...declared, scope: 'any' })
    return { ...operation, role }
  }
}

function definer(method: Operation['method']) {
  return <
    Output extends z.ZodType,
    Params extends z.ZodObject = None,
    Query extends z.ZodObject = None,
    Body extends z.ZodType = z.ZodUndefined,
  >(
    declared: Declared<Params, Query, Body, Output>,
  ): Operation<Params, Query, Body, Output> => ({
    method,
    status: 200,
    errors: [],
    isMetered: true,
    isWrite: method !== 'GET',
    isHeavy: false,
    // The defaults of the type parameters say the same as these values; TypeScript cannot see that they go together.
    params: none as z.ZodObject as Params,
    query: none as z.ZodObject as Query,
    body: z.undefined() as z.ZodType as Body,
    ...declared,
  })
}
