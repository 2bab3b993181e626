import type { Range } from './range.ts'

/** Answers which of many ranges hold or touch another one, each in the logarithm of their number. */
export type RangeIndex<Item> = {
  /** The first to begin of those that hold it whole. */
  outermostAround(range: Range): Item | null
  /** The last to begin of those that hold it whole. */
  innermostAround(range: Range): Item | null
  isTouched(range: Range): boolean
  /** Those that share a unit with it. */
  touching(range: Range): Item[]
}

type Entry<Item> = {
  item: Item
  start: number
  end: number
  /** The furthest end up to here, so that a search knows when nothing before can reach it. */
  furthest: number
  /** The last entry before this one that holds it. */
  outer: number
}

/** Ranges nest or stand apart, as they do in a text; of two that overlap by halves the later one is found. */
export function indexRanges<Item>(items: readonly Item[], rangeOf: (item: Item) => Range): RangeIndex<Item> {
  const entries = items
    .map((item): Entry<Item> => ({ item, ...endsOf(rangeOf(item)), furthest: 0, outer: -1 }))
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
  const open: number[] = []
  entries.forEach((entry, at) => {
    while (open.length > 0 && (entries[open.at(-1) ?? 0]?.end ?? 0) < entry.end) open.pop()
    entry.outer = open.at(-1) ?? -1
    entry.furthest = Math.max(entry.end, entries[at - 1]?.furthest ?? 0)
    open.push(at)
  })
  /** How many begin at or before it. */
  const upTo = (start: number) => firstThat(entries, (entry) => entry.start > start)
  return {
    outermostAround({ start, end }) {
      const first = entries[firstThat(entries, ({ furthest }) => furthest >= end)]
      return first !== undefined && first.start <= start ? first.item : null
    },
    innermostAround({ start, end }) {
      for (let at = upTo(start) - 1; at >= 0;) {
        const entry = entries[at]!
        if (entry.end >= end) return entry.item
        at = entry.outer
      }
      return null
    },
    isTouched({ start, end }) {
      return (entries[upTo(end - 1) - 1]?.furthest ?? 0) > start
    },
    touching({ start, end }) {
      const found: Item[] = []
      for (let at = upTo(end - 1) - 1; at >= 0 && entries[at]!.furthest > start; at--)
        if (entries[at]!.end > start) found.push(entries[at]!.item)
      return found.toReversed()
    },
  }
}

const endsOf = ({ start, end }: Range): Range => ({ start, end })

/** The index of the first item that it holds for; it holds for all behind that one. The length where it holds for none. */
export function firstThat<Item>(sorted: readonly Item[], holds: (item: Item) => boolean): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(sorted[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}
