import { Problem } from '@sightline/sdk'
import { keyHolder, noteKeyUse, ownerOfHash, type KeyHolder } from '../store/keys.ts'
import { listenForKeyChanges } from '../store/listener.ts'
import type { Caller, Services } from './context.ts'
import { hashKey, hasKeyShape } from './api-key.ts'

export type Authenticator = {
  /** @throws Problem invalid_api_key, api_key_revoked, api_key_expired or organization_suspended */
  authenticate(keyText: string): Promise<Caller>
  close(): Promise<void>
}

/** How long a key may be remembered though nothing was heard of it: the backstop behind the notifications. */
const MEMORY_MS = 60_000
const MEMORY_SIZE = 100_000
/** How exactly a key's last use is known. */
const USE_NOTED_EVERY_MS = 60_000

/**
 * Knows keys by their hash. A key is read once and remembered until the database tells that its organization's keys
 * changed; while the listener is deaf every call reads.
 */
export function createAuthenticator(services: Services, listenerUrl: string): Authenticator {
  const memory = new Map<string, { holder: KeyHolder; readAtMs: number }>()
  const notedAtMs = new Map<string, number>()
  let generation = 0
  const listener = listenForKeyChanges(listenerUrl, services.database.pool, (organizationId) => {
    generation += 1
    if (organizationId === null) memory.clear()
    else for (const [key, { holder }] of memory) if (holder.organization.id === organizationId) memory.delete(key)
  })
  return {
    authenticate: async (keyText) => {
      if (!hasKeyShape(keyText)) throw new Problem('invalid_api_key')
      const hash = hashKey(keyText)
      const holder = remembered(hash.toString('latin1')) ?? (await read(hash))
      const caller = toCaller(holder, services.now())
      noteUse(holder)
      return caller
    },
    close: listener.close,
  }

  function remembered(key: string): KeyHolder | undefined {
    const entry = memory.get(key)
    return entry && listener.isLive() && performance.now() - entry.readAtMs < MEMORY_MS ? entry.holder : undefined
  }

  async function read(hash: Buffer): Promise<KeyHolder> {
    const generationBefore = generation
    const owner = await ownerOfHash(services.database.directory, hash)
    const holder =
      owner && (await keyHolder(services.database.reader(owner.organizationId), owner.organizationId, owner.keyId))
    if (!holder) throw new Problem('invalid_api_key')
    // A change told while this was read may not be in it.
    if (generation === generationBefore) remember(hash.toString('latin1'), holder)
    return holder
  }

  /** Beside the call, which does not wait for it and does not fail with it. */
  function noteUse({ key, organization }: KeyHolder): void {
    const at = services.now()
    if (at.getTime() - (notedAtMs.get(key.id) ?? 0) < USE_NOTED_EVERY_MS) return
    keep(notedAtMs, key.id, at.getTime())
    noteKeyUse(services.database.statement(organization.id), organization.id, key.id, at).catch(() => {})
  }

  function remember(key: string, holder: KeyHolder): void {
    keep(memory, key, { holder, readAtMs: performance.now() })
  }
}

function keep<Value>(memory: Map<string, Value>, key: string, value: Value): void {
  memory.delete(key)
  const [oldest] = memory.keys()
  if (memory.size >= MEMORY_SIZE && oldest !== undefined) memory.delete(oldest)
  memory.set(key, value)
}

function toCaller({ key, organization }: KeyHolder, now: Date): Caller {
  if (key.revokedAt) throw new Problem('api_key_revoked')
  if (key.expiresAt && key.expiresAt <= now) throw new Problem('api_key_expired')
  if (organization.status === 'suspended') throw new Problem('organization_suspended')
  const { status: _status, ...facts } = organization
  return {
    organization: facts,
    actor: { kind: 'key', keyId: key.id },
    key: { id: key.id, name: key.name, expiresAt: key.expiresAt },
    scopes: key.scopes,
    role: null,
    brandIds: key.brandIds,
  }
}
