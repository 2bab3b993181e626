/** Who waits, by tenant. Tenants take turns, whatever each of them has waiting. */
export type FairQueue<Entry> = {
  add(tenant: string, entry: Entry): void
  /** The next one whose tenant has less than its share; its tenant has one more until `leave`. */
  take(): { tenant: string; entry: Entry } | undefined
  leave(tenant: string): void
  /** How many `take` would give now, were there places for all. */
  waiting(): number
  /** Everybody, who waits no longer. */
  clear(): Entry[]
}

/** @param mostOfOne places that one tenant may have at once */
export function createFairQueue<Entry>(mostOfOne: number): FairQueue<Entry> {
  const lines = new Map<string, Entry[]>()
  const taken = new Map<string, number>()
  const left = (tenant: string): number => mostOfOne - (taken.get(tenant) ?? 0)
  return {
    add: (tenant, entry) => {
      const line = lines.get(tenant)
      if (line) line.push(entry)
      else lines.set(tenant, [entry])
    },
    take: () => {
      for (const [tenant, line] of lines) {
        if (left(tenant) <= 0) continue
        // Behind all other tenants: a Map keeps the order in which its keys came.
        lines.delete(tenant)
        const [entry, ...rest] = line
        if (entry === undefined) continue
        if (rest.length > 0) lines.set(tenant, rest)
        taken.set(tenant, (taken.get(tenant) ?? 0) + 1)
        return { tenant, entry }
      }
      return undefined
    },
    leave: (tenant) => {
      const held = (taken.get(tenant) ?? 0) - 1
      if (held > 0) taken.set(tenant, held)
      else taken.delete(tenant)
    },
    waiting: () =>
      [...lines].reduce((sum, [tenant, { length }]) => sum + Math.max(0, Math.min(length, left(tenant))), 0),
    clear: () => {
      const all = [...lines.values()].flat()
      lines.clear()
      return all
    },
  }
}
