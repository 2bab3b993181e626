export type KeyMemory<Value> = {
  get(key: string): Value | undefined
  /** Beyond its size the longest kept goes. */
  keep(key: string, organizationId: string, value: Value): void
  /** All of an organization. */
  forget(organizationId: string): void
  clear(): void
}

/** Remembers by key, forgets by organization: a change of one does not look through the keys of all. */
export function createKeyMemory<Value>(size: number): KeyMemory<Value> {
  const values = new Map<string, { organizationId: string; value: Value }>()
  const keysOf = new Map<string, Set<string>>()
  return {
    get: (key) => values.get(key)?.value,
    keep: (key, organizationId, value) => {
      drop(key)
      const [oldest] = values.keys()
      if (values.size >= size && oldest !== undefined) drop(oldest)
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

  function drop(key: string): void {
    const known = values.get(key)
    if (!known) return
    values.delete(key)
    const keys = keysOf.get(known.organizationId)
    keys?.delete(key)
    if (keys?.size === 0) keysOf.delete(known.organizationId)
  }
}
