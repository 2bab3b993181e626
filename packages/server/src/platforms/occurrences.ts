/** Where words stand in a text. */
export type Occurrences = {
  /** In rising order; empty also for words beyond the hundredth that are looked for. */
  of(words: string): number[]
  nearest(words: string, position: number): number | null
}

/** Each is looked for in the whole text, so their number is bounded; an answer needs a few, when a platform miscounts. */
const MAX_SEARCHES = 100
/** This far to each side no search of the whole text is needed. */
const NEAR = 500

export function occurrencesIn(text: string): Occurrences {
  const searched = new Map<string, number[]>()
  const of = (words: string): number[] => {
    const known = searched.get(words)
    if (known !== undefined || searched.size >= MAX_SEARCHES) return known ?? []
    const found: number[] = []
    for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) found.push(at)
    searched.set(words, found)
    return found
  }
  return {
    of,
    nearest: (words, position) => {
      const from = Math.max(0, position - NEAR)
      const around = text.slice(from, Math.max(0, position + NEAR) + words.length)
      const [before, after] = [around.lastIndexOf(words, position - from), around.indexOf(words, position - from)]
      const near = [before, after].filter((at) => at >= 0).map((at) => at + from)
      return nearestOf(near.length > 0 ? near : of(words), position)
    },
  }
}

/** Of two as near the first. */
function nearestOf(places: number[], position: number): number | null {
  const next = countUpTo(places, position)
  const [before, after] = [places[next - 1], places[next]]
  if (before === undefined || after === undefined) return before ?? after ?? null
  return position - before <= after - position ? before : after
}

/** How many of the places, which rise, are at a position or before it. */
export function countUpTo(places: readonly number[], position: number): number {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (places[middle]! <= position) low = middle + 1
    else high = middle
  }
  return low
}
