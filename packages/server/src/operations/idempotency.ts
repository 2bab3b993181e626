import { hash } from 'node:crypto'
import { Problem, type AnyOperation } from '@sightline/sdk'
import type { Encryption } from '../base/encryption.ts'
import { forgetOutputs, lockIdempotencyKey, storedOutput, storeOutput } from '../store/accounts/idempotency.ts'
import type { Caller, Context } from './context.ts'

/** How long an answer is repeated (G8). */
const KEPT_MS = 24 * 3_600_000

/** What a call answered, and whether it did so before. */
export type DispatchResult = { output: unknown; isReplayed: boolean }

/**
 * Does the work once for all requests with this key: the answer is kept in the transaction of its effect, so either both
 * exist or none. What fails is not kept, and a corrected request may use the key again.
 *
 * An answer is repeated, byte for byte, to the caller it was given to, while their rights are what they were. The handler's
 * own checks do not run again, so anybody else could be told what they may not see.
 * @throws Problem idempotency_in_progress while another request works under the key, idempotency_key_reused for another
 * body, caller or rights: the message is the same, so that nobody can probe what another caller sent
 */
export async function once(
  context: Context,
  operation: AnyOperation,
  key: string,
  request: unknown,
  work: () => Promise<unknown>,
): Promise<DispatchResult> {
  const { db, now, services, caller } = context
  const organizationId = caller.organization.id
  const since = new Date(now.getTime() - KEPT_MS)
  if (!(await lockIdempotencyKey(db, organizationId, key, operation.id)))
    throw new Problem('idempotency_in_progress', { retryAfterSeconds: 1 })
  const requestHash = hash('sha256', JSON.stringify([rightsOf(caller), request]), 'buffer')
  // It opens for this very request only, should a row be moved or changed.
  const place = `idempotency_key ${organizationId} ${operation.id} ${key} ${requestHash.toString('hex')}`
  const stored = await storedOutput(db, organizationId, key, operation.id, since)
  if (stored) {
    const text = stored.requestHash.equals(requestHash) ? opened(services.encryption, stored.output, place) : undefined
    if (text === undefined) throw new Problem('idempotency_key_reused')
    return { output: JSON.parse(text), isReplayed: true }
  }
  const output = await work()
  // All of it, because an answer may tell a secret under any name. As text, which keeps the order of its fields.
  const sealed = services.encryption.seal(JSON.stringify(output), place).toString('base64')
  await storeOutput(db, organizationId, key, operation.id, { requestHash, output: sealed }, now)
  await forgetOutputs(db, organizationId, since)
  return { output, isReplayed: false }
}

/** Who calls, and what they may: with anything else they are not the one who was answered. */
const rightsOf = ({ actor, scopes, role, brandIds }: Caller): unknown => [
  // Whatever their address is by now.
  actor.kind === 'person' ? actor.personId : actor,
  scopes.toSorted(),
  role,
  brandIds?.toSorted() ?? null,
]

/** Undefined for what was sealed elsewhere, or before the installation's secret was changed. */
function opened(encryption: Encryption, sealed: string, place: string): string | undefined {
  try {
    return encryption.unseal(Buffer.from(sealed, 'base64'), place)
  } catch {
    return undefined
  }
}
