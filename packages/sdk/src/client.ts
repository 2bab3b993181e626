import type { z } from 'zod'
import type { Operation } from './operation.ts'
import { operations, type OperationId, type Operations } from './operations.ts'
import type { ProblemBody } from './problems.ts'

export type ClientOptions = {
  /** Address of the API with its version: `http://127.0.0.1:4477/api/v1`. */
  baseUrl: string
  apiKey: string
  /** Replaces the platform's fetch, for tests and agents behind a proxy. */
  fetch?: typeof fetch
}

/** What a call takes: path parameters and query as the API names them, body where there is one. */
type Arguments<Op extends Operation> = Part<'params', z.input<Op['params']>> &
  Part<'query', z.input<Op['query']>> &
  (undefined extends z.input<Op['body']> ? { body?: undefined } : { body: z.input<Op['body']> })
type Part<Name extends string, Value> = Nothing extends Value ? { [Key in Name]?: Value } : { [Key in Name]: Value }
/** What may be left out: everything in it is optional. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- the empty object is what is meant
type Nothing = Record<never, never>
type Call<Op extends Operation> =
  Nothing extends Arguments<Op>
    ? (input?: Arguments<Op>, options?: CallOptions) => Promise<z.output<Op['output']>>
    : (input: Arguments<Op>, options?: CallOptions) => Promise<z.output<Op['output']>>

/** What one call may bring beside its input. */
export type CallOptions = {
  /** Names a write, so that it has its effect once however often it is sent: 1 to 255 visible ASCII characters. */
  idempotencyKey?: string
  /** Ends the call early; it is then rejected with the signal's reason. */
  signal?: AbortSignal
  /** Told of every answer, errors included: its headers say what is left of the month. */
  onAnswer?: (answer: { status: number; headers: Headers }) => void
}

/** One method an operation: `client.getBrandScore({ params: { id } })`. */
export type Client = { [Id in OperationId]: Call<Operations[Id]> }

/** An error answer of the API, with its code (`error.code`) and what to do about it (`error.message`). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly body: ProblemBody['error'] | null

  constructor(status: number, body: ProblemBody['error'] | null) {
    super(body?.message ?? `The service answered ${status} without a readable error.`)
    this.status = status
    this.code = body?.code ?? 'unreadable_response'
    this.body = body
  }
}

/**
 * A client with one typed method per operation.
 * @throws {ApiError} for every answer that is not a success
 */
export function createClient(options: ClientOptions): Client {
  const calls = Object.values<Operation>(operations).map((operation) => [
    operation.id,
    (input: LooseInput = {}, callOptions: CallOptions = {}) => call(operation, input, options, callOptions),
  ])
  // Built from the same table that the type is made from; TypeScript cannot follow Object.fromEntries.
  return Object.fromEntries(calls) as Client
}

type LooseInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

async function call(
  operation: Operation,
  input: LooseInput,
  options: ClientOptions,
  { idempotencyKey, signal, onAnswer }: CallOptions,
): Promise<unknown> {
  const response = await (options.fetch ?? fetch)(address(operation, input, options.baseUrl), {
    method: operation.method,
    headers: {
      authorization: `Bearer ${options.apiKey}`,
      accept: 'application/json',
      ...(input.body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(signal && { signal }),
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
  })
  onAnswer?.(response)
  // Every answer of the API is an object; a success that is none came from something in between.
  const body: unknown = await response.json().catch(() => null)
  if (response.ok && typeof body === 'object' && body !== null) return body
  throw new ApiError(response.status, (body as ProblemBody | null)?.error ?? null)
}

function address(operation: Operation, input: LooseInput, baseUrl: string): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name])),
  )
  const query = Object.entries(input.query ?? {}).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return `${baseUrl}${path}${search && `?${search}`}`
}
