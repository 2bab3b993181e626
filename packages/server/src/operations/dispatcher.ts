import {
  isAtLeast,
  ITS_BRAND,
  Problem,
  roleForScope,
  type AnyOperation,
  type IdentityOperation,
  type InputOf,
  type Operation,
  type OperationId,
  type Operations,
  type OutputOf,
  type ProblemCode,
  type ProblemDetail,
  type Role,
  type SessionOperation,
  type SessionOperationId,
  type SessionOperations,
} from '@sightline/sdk'
import type { z } from 'zod'
import { transactionsAtOnce } from '../base/db/database.ts'
import { isMissingParent, isTimedOut } from '../base/db/errors.ts'
import { retryRolledBack } from '../base/db/rolled-back.ts'
import { organizationById } from '../store/accounts/organizations.ts'
import { preflight } from './preflight.ts'
import type { Caller, Context, Services } from './context.ts'
import { once, type DispatchResult } from './idempotency.ts'
import { resolveBrand } from './resolve-brand.ts'
import { createConcurrencyLimiter, type ConcurrencyLimiter } from '../base/fairness/concurrency-limiter.ts'

export type Handler<Op extends AnyOperation> = (context: Context, input: InputOf<Op>) => Promise<OutputOf<Op>>
/** A handler for every operation: one that is missing does not compile. */
export type Handlers = { [Id in OperationId]: Handler<Operations[Id]> }
export type SessionHandlers = { [Id in SessionOperationId]: Handler<SessionOperations[Id]> }

/** An output as JSON text that was held against its operation's schema when it was stored: it is sent as it stands. */
export class ReadyJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
/** Asked before the handler; undefined: nothing lies ready, the handler makes it. */
export type ReadyOutputs = {
  [Id in OperationId]?: (context: Context, input: InputOf<Operations[Id]>) => Promise<ReadyJson | undefined>
}

/** A call as a door hands it over, nothing of it parsed. */
export type RawInput = { params: unknown; query: unknown; body: unknown }
export type Call = {
  operation: AnyOperation
  caller: Caller
  input: RawInput
  address: string
  /** Names a request that must have its effect once, however often it is sent; writes only. */
  idempotencyKey?: string | undefined
}

/** Of one organization, on the pool's twenty connections, which its jobs and the queue use too. */
const TRANSACTIONS_AT_ONCE = 4
/**
 * Read what they need in short transactions of their own (`apart`), then wait for threads that read texts: that may take
 * longer than a transaction may be left idle.
 */
const READING_TEXTS: ReadonlySet<string> = new Set<OperationId>([
  'discoverCompetitors',
  'getShareOfVoice',
  'getShareOfVoiceHistory',
])
/** Reads share few connections, where each waits for those before it. */
const READS_AT_ONCE = 8
/** Of all organizations: three that ask for all they may get it, and beyond that the fewest go first. */
const READS_OF_ALL = 24

/**
 * Runs operations: permission first, then parsing, then the handler in its transaction, then the declared output.
 * A handler cannot forget any of it.
 */
export function createDispatcher(services: Services, handlers: Handlers & SessionHandlers, readyOutputs: ReadyOutputs) {
  const ofAll = transactionsAtOnce(services.database.pool.options.max)
  const shares: { ofTransactions: ConcurrencyLimiter; ofReads: ConcurrencyLimiter } = {
    ofTransactions: createConcurrencyLimiter({ ofOne: TRANSACTIONS_AT_ONCE, ofAll }),
    ofReads: createConcurrencyLimiter({ ofOne: READS_AT_ONCE, ofAll: READS_OF_ALL, keepsLast: true }),
  }
  return async (call: Call): Promise<DispatchResult> => {
    const { operation, caller, address, idempotencyKey } = call
    const parsed = checkedInput(call)
    if (operation.isWrite) refuseWithoutRoom(services)
    // The table of handlers is keyed by the same ids; TypeScript cannot tie the key to the operation's own type here.
    const handler = handlers[operation.id as OperationId] as Handler<AnyOperation>
    const ready = readyOutputs[operation.id as OperationId] as Handler<Operation> | undefined
    await preflight(services, operation, parsed)
    return run(services, shares, operation, caller, async (db) => {
      const context: Context = { db, caller, now: services.now(), services, address }
      const input = await resolveBrand(context, parsed)
      refuseForeignBrand(operation, input, caller)
      const work = async (): Promise<unknown> =>
        (await ready?.(context, input)) ?? operation.output.parse(await handler(context, input))
      if (idempotencyKey === undefined || !operation.isWrite) return { output: await work(), isReplayed: false }
      return once(context, operation, idempotencyKey, parsed, work)
    })
  }
}

/**
 * What is asked of any call before anything is done for it. A brand that is named by another thing's id is looked at when
 * that thing is known.
 * @throws Problem for what the caller may not, or did not say as the operation wants it
 */
export function checkedInput({ operation, caller, input }: Call): InputOf<AnyOperation> {
  permit(operation, caller)
  const parsed = parseInput(operation, input)
  if (parsed.params['id'] !== ITS_BRAND) refuseForeignBrand(operation, parsed, caller)
  return parsed
}

/** @throws Problem insufficient_storage while the database's disk is full: what would be written might be lost */
export function refuseWithoutRoom({ isDiskFull }: Pick<Services, 'isDiskFull'>): void {
  if (isDiskFull()) throw new Problem('insufficient_storage')
}

function run<Result>(
  services: Services,
  { ofTransactions, ofReads }: { ofTransactions: ConcurrencyLimiter; ofReads: ConcurrencyLimiter },
  operation: AnyOperation,
  caller: Caller,
  work: (db: Context['db']) => Promise<Result>,
): Promise<Result> {
  const organizationId = caller.organization.id
  const reader = services.database.reader(organizationId)
  const done =
    operation.isWrite || operation.isHeavy
      ? ofTransactions(organizationId, () =>
          READING_TEXTS.has(operation.id) ? work(reader) : write(services, caller, work),
        )
      : ofReads(organizationId, () => work(reader))
  return done.catch(explainSlow)
}

/**
 * A write under which its organization was deleted has a key that is none any more, and a person who works there no longer.
 * One under which its brand was, or another thing that it had read, is done again: it then finds that there is none.
 */
async function write<Result>(
  { database }: Services,
  { organization: { id }, key }: Caller,
  work: (db: Context['db']) => Promise<Result>,
): Promise<Result> {
  try {
    return await retryRolledBack(() => database.transaction(id, work))
  } catch (error) {
    if (!isMissingParent(error)) throw error
    if (await organizationById(database.reader(id), id)) return database.transaction(id, work)
    throw new Problem(key ? 'invalid_api_key' : 'resource_not_found')
  }
}

/** What the database ended because it took too long would take as long again at once. */
function explainSlow(error: unknown): never {
  if (!isTimedOut(error)) throw error
  throw new Problem('service_unavailable', {
    message: 'The database took too long for this. Ask for less at once, or try again later.',
    retryAfterSeconds: 5,
  })
}

/** @throws Problem insufficient_scope naming the scope that the key lacks, or insufficient_role the role that a person lacks */
export function permit(operation: Pick<Operation, 'scope'> | Pick<SessionOperation, 'role'>, caller: Caller): void {
  if ('role' in operation) return permitRole(operation.role, caller)
  const { scope } = operation
  if (scope === 'any' || scope === 'public' || caller.scopes.includes(scope)) return
  if (caller.role !== null) return permitRole(roleForScope(scope), caller)
  throw new Problem('insufficient_scope', {
    message: `This needs a key with the scope ${scope}.`,
    requiredScope: scope,
  })
}

function permitRole(needed: Role, { role }: Caller): void {
  // For a key there is no such thing, whatever its scopes.
  if (role === null) throw new Problem('route_not_found')
  if (isAtLeast(role, needed)) return
  throw new Problem('insufficient_role', {
    message: `This needs the role ${needed}; yours is ${role}. Ask an owner or admin of the organization.`,
    requiredRole: needed,
  })
}

/** @throws Problem for what an operation's schemas do not take */
export function parseInput(
  operation: AnyOperation | IdentityOperation,
  input: RawInput,
): InputOf<AnyOperation | IdentityOperation> {
  const params = operation.params.safeParse(input.params)
  // An id of the wrong form names nothing, and must not tell whether it could.
  if (!params.success) throw new Problem('resource_not_found')
  const query = operation.query.safeParse(input.query)
  if (!query.success) throw invalid('invalid_parameter', 'parameter', query.error)
  const body = operation.body.safeParse(input.body)
  if (!body.success) throw invalid('validation_failed', 'field', body.error)
  return { params: params.data, query: query.data, body: body.data }
}

function invalid(code: ProblemCode, what: 'parameter' | 'field', error: z.ZodError): Problem {
  const details = error.issues.flatMap(toDetails)
  const message =
    details.length === 1
      ? `1 ${what} is not valid: ${details[0]?.path} – ${details[0]?.message}`
      : `${details.length} ${what}s are not valid.`
  return new Problem(code, { message, details: details.slice(0, 100) })
}

function toDetails(issue: z.core.$ZodIssue): ProblemDetail[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: [...issue.path, key].join('.'),
      code: 'unknown',
      message: 'There is no such field here.',
    }))
  return [{ path: issue.path.join('.'), code: issue.code, message: issue.message }]
}

/** A key that is limited to some brands sees the others as if they did not exist. */
function refuseForeignBrand(operation: AnyOperation, input: InputOf<AnyOperation>, caller: Caller): void {
  if (!caller.brandIds) return
  const named = [operation.path.startsWith('/brands/{id}') ? input.params['id'] : undefined, input.query['brandId']]
  for (const brandId of named)
    if (typeof brandId === 'string' && !caller.brandIds.includes(brandId)) throw new Problem('resource_not_found')
}
