import { LRUCache } from 'lru-cache'

export type ApiKeyCache<Value> = {
  get(key: string): Value | undefined
  /** Beyond its size what was used longest ago goes. */
  keep(key: string, organizationId: string, value: Value): void
  /** All of an organization. */
  forget(organizationId: string): void
  clear(): void
}

/** Remembers by key, forgets by organization: a change of one does not look through the keys of all. */
export function createApiKeyCache<Value>(size: number): ApiKeyCache<Value> {
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
