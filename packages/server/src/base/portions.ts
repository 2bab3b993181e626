/** The items in their order, so many at once: what one statement takes. */
export function* portionsOf<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}
