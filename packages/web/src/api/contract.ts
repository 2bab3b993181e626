import type { IdentityOperations, Operations, OutputOf, SessionOperations } from '@sightline/sdk'
import type { z } from 'zod'

/** Everything this application can ask for. Types only: the schemas themselves stay with the service. */
export type Contract = Operations & SessionOperations & IdentityOperations
export type OperationId = keyof Contract

export type Output<Id extends OperationId> = OutputOf<Contract[Id]>

type Part<Name extends string, Value> = Nothing extends Value ? { [Key in Name]?: Value } : { [Key in Name]: Value }
/** What may be left out: everything in it is optional. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- the empty object is what is meant
type Nothing = Record<never, never>

/** What a call takes: path parameters, query and body, as far as the operation has them. */
export type Input<Id extends OperationId> = Part<'params', z.input<Contract[Id]['params']>> &
  Part<'query', z.input<Contract[Id]['query']>> &
  (undefined extends z.input<Contract[Id]['body']> ? { body?: undefined } : { body: z.input<Contract[Id]['body']> })

/** One entry of a list. */
export type EntryOf<Id extends OperationId> = Output<Id> extends { data: (infer Entry)[] } ? Entry : never
