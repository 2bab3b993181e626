import { hash } from 'node:crypto'
import { Problem, type AnyOperation } from '@sightline/sdk'
import { forgetOutputs, lockIdempotencyKey, storedOutput, storeOutput } from '../store/idempotency.ts'
import type { Context } from './context.ts'

/** How long an answer is repeated (api.md). */
const KEPT_MS = 24 * 3_600_000

/** What a call answered, and whether it did so before. */
export type Outcome = { output: unknown; isReplayed: boolean }

/**
 * Does the work once for all requests with this key: the answer is kept in the transaction of its effect, so either both
 * exist or none. What fails is not kept, and a corrected request may use the key again.
 * @throws Problem idempotency_in_progress while another request works under the key, idempotency_key_reused for another body
 */
export async function once(
  context: Context,
  operation: AnyOperation,
  key: string,
  request: unknown,
  work: () => Promise<unknown>,
): Promise<Outcome> {
  const { db, now } = context
  const organizationId = context.caller.organization.id
  const since = new Date(now.getTime() - KEPT_MS)
  if (!(await lockIdempotencyKey(db, organizationId, key, operation.id)))
    throw new Problem('idempotency_in_progress', { retryAfterSeconds: 1 })
  const requestHash = hash('sha256', JSON.stringify(request), 'buffer')
  const stored = await storedOutput(db, organizationId, key, operation.id, since)
  if (stored && !stored.requestHash.equals(requestHash)) throw new Problem('idempotency_key_reused')
  if (stored) return { output: unsealed(context, key, operation, stored.output), isReplayed: true }
  const output = await work()
  const kept = sealed(context, key, operation, output)
  await storeOutput(db, organizationId, key, operation.id, { requestHash, output: kept }, now)
  await forgetOutputs(db, organizationId, since)
  return { output, isReplayed: false }
}

/** A secret is told again to whoever repeats the request; the database does not get to know it. */
function sealed({ services, caller }: Context, key: string, { id }: AnyOperation, output: unknown): unknown {
  if (!hasSecret(output)) return output
  return { ...output, secret: services.sealing.seal(output.secret, placeOf(caller, key, id)).toString('base64') }
}

function unsealed({ services, caller }: Context, key: string, { id }: AnyOperation, output: unknown): unknown {
  if (!hasSecret(output)) return output
  return { ...output, secret: services.sealing.unseal(Buffer.from(output.secret, 'base64'), placeOf(caller, key, id)) }
}

const hasSecret = (output: unknown): output is { secret: string } =>
  typeof output === 'object' && output !== null && 'secret' in output && typeof output.secret === 'string'

const placeOf = ({ organization }: Context['caller'], key: string, operation: string): string =>
  `idempotency_key ${organization.id} ${operation} ${key}`
