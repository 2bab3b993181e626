import { Problem } from '@sightline/sdk'
import { LRUCache } from 'lru-cache'
import { keyHolder, noteKeyUse, ownerOfHash, type KeyHolder } from '../../store/accounts/keys.ts'
import { listenForKeyChanges } from '../../base/db/listener.ts'
import type { Caller, Services } from '../context.ts'
import { digestOfKey, hashKey, hasKeyShape } from './api-key.ts'
import { createApiKeyCache } from './api-key-cache.ts'

export type Authenticator = {
  /**
   * Who calls: at once where the key is remembered, else when it is read.
   * @throws Problem invalid_api_key, api_key_revoked, api_key_expired or organization_suspended, now or then
   */
  authenticate(keyText: string): Caller | Promise<Caller>
  /** Tells other processes where this one is reached. */
  announce(address: string): void
  close(): Promise<void>
}

/** A key as it was read, and who calls with it. */
type Known = { holder: KeyHolder; caller: Caller; readAtMs: number }

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
  const memory = createApiKeyCache<Known>(MEMORY_SIZE)
  const notedAtMs = new LRUCache<string, number>({ max: MEMORY_SIZE })
  let generation = 0
  const listener = listenForKeyChanges(listenerUrl, services.database.pool, (organizationId) => {
    generation += 1
    if (organizationId === null) memory.clear()
    else memory.forget(organizationId)
  })
  return {
    authenticate: (keyText) => {
      if (!hasKeyShape(keyText)) throw new Problem('invalid_api_key')
      const known = remembered(digestOfKey(keyText))
      return known ? admit(known) : read(hashKey(keyText)).then(admit)
    },
    announce: listener.announce,
    close: listener.close,
  }

  function remembered(key: string): Known | undefined {
    const known = memory.get(key)
    return known && listener.isLive() && performance.now() - known.readAtMs < MEMORY_MS ? known : undefined
  }

  async function read(hash: Buffer): Promise<Known> {
    const generationBefore = generation
    const owner = await ownerOfHash(services.database.systemDb, hash)
    const holder =
      owner && (await keyHolder(services.database.reader(owner.organizationId), owner.organizationId, owner.keyId))
    if (!holder) throw new Problem('invalid_api_key')
    const known = { holder, caller: toCaller(holder), readAtMs: performance.now() }
    // A change told while this was read may not be in it.
    if (generation === generationBefore) memory.keep(hash.toString('latin1'), holder.organization.id, known)
    return known
  }

  function admit({ holder: { key, organization }, caller }: Known): Caller {
    const at = services.now()
    if (key.revokedAt) throw new Problem('api_key_revoked')
    if (key.expiresAt && key.expiresAt <= at) throw new Problem('api_key_expired')
    if (organization.status === 'suspended') throw new Problem('organization_suspended')
    noteUse(key.id, organization.id, at)
    return caller
  }

  /** Beside the call, which does not wait for it and does not fail with it. */
  function noteUse(keyId: string, organizationId: string, at: Date): void {
    if (at.getTime() - (notedAtMs.get(keyId) ?? 0) < USE_NOTED_EVERY_MS) return
    notedAtMs.set(keyId, at.getTime())
    noteKeyUse(services.database.statement(organizationId), organizationId, keyId, at).catch(() => {})
  }
}

function toCaller({ key, organization }: KeyHolder): Caller {
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
