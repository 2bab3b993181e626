import { Problem } from '@sightline/sdk'
import { LRUCache } from 'lru-cache'
import { keyHolder, noteKeyUse, ownerOfHash, type KeyHolder } from '../../store/accounts/keys.ts'
import { listenForKeyChanges } from '../../base/db/listener.ts'
import type { Caller, Services } from '../context.ts'
import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

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

/**
 * `sl_live_` + 32 base62 characters (190 bits of chance) + 6 of checksum. The underscore form is selected whole by a
 * double click; the checksum refuses typing errors and probes without asking the database.
 */
const SHAPE = /^sl_(live|test)_[0-9A-Za-z]{38}$/
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const CHANCE_LENGTH = 32
const CHECKSUM_LENGTH = 6

type MintedKey = { text: string; hash: Buffer; start: string; last4: string }

export function mintKey(kind: 'live' | 'test' = 'live'): MintedKey {
  const unsealed = `sl_${kind}_${randomText()}`
  const text = unsealed + checksum(unsealed)
  return { text, hash: hashKey(text), start: text.slice(0, 13), last4: text.slice(-4) }
}

export const hasKeyShape = (text: string): boolean =>
  SHAPE.test(text) && text.slice(-CHECKSUM_LENGTH) === checksum(text.slice(0, -CHECKSUM_LENGTH))

/** A plain hash is enough for 190 bits, and 40 × cheaper than a peppered one (ASVS 6.5.2 asks for 112; 0.34 µs against 13.7). */
export const hashKey = (text: string): Buffer => Buffer.from(digestOfKey(text), 'latin1')

/** The same as text, a character a byte: to look up what is remembered, without a buffer. */
const digestOfKey = (text: string): string => hash('sha256', text, 'binary')

function randomText(): string {
  let text = ''
  while (text.length < CHANCE_LENGTH)
    // 248 is the largest multiple of 62 in a byte: larger values would favour the first letters.
    for (const byte of randomBytes(64)) if (byte < 248 && text.length < CHANCE_LENGTH) text += ALPHABET[byte % 62]
  return text
}

function checksum(text: string): string {
  let rest = crc32(text)
  let sealed = ''
  for (let index = 0; index < CHECKSUM_LENGTH; index += 1) {
    sealed = ALPHABET[rest % 62] + sealed
    rest = Math.floor(rest / 62)
  }
  return sealed
}

type ApiKeyCache<Value> = {
  get(key: string): Value | undefined
  /** Beyond its size what was used longest ago goes. */
  keep(key: string, organizationId: string, value: Value): void
  /** All of an organization. */
  forget(organizationId: string): void
  clear(): void
}

/** Remembers by key, forgets by organization: a change of one does not look through the keys of all. */
function createApiKeyCache<Value>(size: number): ApiKeyCache<Value> {
  const keysOf = new Map<string, Set<string>>()
  const values = new LRUCache<string, { organizationId: string; value: Value }>({
    max: size,
    dispose: (value, key, reason) => reason === 'evict' && unlist(key, value),
  })
  return {
    get: (key) => values.get(key)?.value,
    keep: (key, organizationId, value) => {
      values.set(key, { organizationId, value })
      const keys = keysOf.get(organizationId)
      if (keys) keys.add(key)
      else keysOf.set(organizationId, new Set([key]))
    },
    forget: (organizationId) => {
      for (const key of keysOf.get(organizationId) ?? []) values.delete(key)
      keysOf.delete(organizationId)
    },
    clear: () => {
      values.clear()
      keysOf.clear()
    },
  }

  function unlist(key: string, { organizationId }: { organizationId: string }): void {
    const keys = keysOf.get(organizationId)
    keys?.delete(key)
    if (keys?.size === 0) keysOf.delete(organizationId)
  }
}
