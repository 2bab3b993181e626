/** Who waits, by tenant. Tenants take turns, whatever each of them has waiting. */
export type FairQueue<Entry> = {
  /** @param isUrgent before what its tenant has waiting that is not */
  add(tenant: string, entry: Entry, isUrgent?: boolean): void
  /** The next one whose tenant has less than its share; its tenant has one more until `leave`. */
  take(): { tenant: string; entry: Entry } | undefined
  leave(tenant: string): void
  /** How many `take` would give now, were there places for all. */
  waiting(): number
  /** Everybody, who waits no longer. */
  clear(): Entry[]
}

type Line<Entry> = { urgent: Entry[]; others: Entry[] }

/** @param mostOfOne places that one tenant may have at once */
export function createFairQueue<Entry>(mostOfOne: number): FairQueue<Entry> {
  const lines = new Map<string, Line<Entry>>()
  const taken = new Map<string, number>()
  const left = (tenant: string): number => mostOfOne - (taken.get(tenant) ?? 0)
  return {
    add: (tenant, entry, isUrgent = false) => {
      const line = lines.get(tenant) ?? { urgent: [], others: [] }
      ;(isUrgent ? line.urgent : line.others).push(entry)
      lines.set(tenant, line)
    },
    take: () => {
      for (const [tenant, line] of lines) {
        if (left(tenant) <= 0) continue
        // Behind all other tenants: a Map keeps the order in which its keys came.
        lines.delete(tenant)
        const entry = line.urgent.shift() ?? line.others.shift()
        if (entry === undefined) continue
        if (lengthOf(line) > 0) lines.set(tenant, line)
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
      [...lines].reduce((sum, [tenant, line]) => sum + Math.max(0, Math.min(lengthOf(line), left(tenant))), 0),
    clear: () => {
      const all = [...lines.values()].flatMap(({ urgent, others }) => [...urgent, ...others])
      lines.clear()
      return all
    },
  }
}

const lengthOf = ({ urgent, others }: Line<unknown>): number => urgent.length + others.length
