import type { Mention } from '../names/mentions.ts'
import { answerValue } from '../../scoring/answer-value.ts'
import type { Block, Structure } from '../text/block.ts'

/** `place`: 1 = named first; `value`: 0.4–1, what the answer is worth for the entity. */
export type Place = { entityId: string; place: number; value: number }

/**
 * The place of every tracked entity that an answer names: its rank by first mention among tracked and discovered
 * entities, or the ordinal of the item, row or heading in which it is first named, if that is larger. Two entities
 * first named at the same offset share a rank. In order of place.
 */
export function placesOf(mentions: Mention[], structure: Structure, discovered: Mention[] = []): Place[] {
  const firsts = firstMentions([...mentions, ...discovered])
  const tracked = new Set(mentions.map(({ entityId }) => entityId))
  const enumeration = readEnumeration(structure, [...mentions, ...discovered])
  const starts = [...firsts.values()].toSorted((a, b) => a - b)
  const rankAt = new Map<number, number>()
  starts.forEach((start, at) => rankAt.set(start, rankAt.get(start) ?? at + 1))
  return [...firsts]
    .filter(([entityId]) => tracked.has(entityId))
    .map(([entityId, start]) => {
      const place = Math.max(rankAt.get(start) ?? 1, ordinalAt(enumeration, start))
      return { entityId, place, value: answerValue(place) }
    })
    .toSorted((a, b) => a.place - b.place || (a.entityId < b.entityId ? -1 : 1))
}

function firstMentions(mentions: Mention[]): Map<string, number> {
  const firsts = new Map<string, number>()
  for (const { entityId, start } of mentions) firsts.set(entityId, Math.min(start, firsts.get(entityId) ?? start))
  return firsts
}

/** The members of lists, tables and series; items neither overlap nor nest, headings' sections may nest. */
type Enumeration = {
  items: Block[]
  headings: Block[]
  /** Of each heading: the last one of a higher level before it, −1 when there is none. */
  parents: number[]
  namedSeries: Set<number>
}

function readEnumeration({ blocks }: Structure, mentions: Mention[]): Enumeration {
  const items: Block[] = []
  let reached = -1
  for (const block of blocks) {
    if ((block.kind !== 'item' && block.kind !== 'row') || block.ordinal === null || block.start < reached) continue
    items.push(block)
    reached = block.reach
  }
  const headings = blocks.filter(({ kind, ordinal }) => kind === 'heading' && ordinal !== null)
  const namedSeries = new Set<number>()
  for (const { start } of mentions) {
    const heading = blockAt(headings, start)
    if (heading !== null && start < heading.end && heading.listId !== null) namedSeries.add(heading.listId)
  }
  return { items, headings, parents: parentsOf(headings), namedSeries }
}

function parentsOf(headings: Block[]): number[] {
  const open: number[] = []
  return headings.map(({ depth }, at) => {
    while (open.length > 0 && (headings[open.at(-1) ?? 0]?.depth ?? 0) >= depth) open.pop()
    const parent = open.at(-1) ?? -1
    open.push(at)
    return parent
  })
}

/**
 * 0 outside of any enumeration. A series of headings of which one names an entity is the enumeration, whatever lists
 * stand in its sections; otherwise headings are categories and the list inside counts.
 */
function ordinalAt({ items, headings, parents, namedSeries }: Enumeration, offset: number): number {
  const sections = sectionsAt(headings, parents, offset)
  const named = sections.find(({ listId }) => listId !== null && namedSeries.has(listId))
  if (named !== undefined) return named.ordinal ?? 0
  const item = blockAt(items, offset)
  if (item !== null && offset < item.reach) return item.ordinal ?? 0
  return sections[0]?.ordinal ?? 0
}

/** Outermost first; at most seven levels nest. */
function sectionsAt(headings: Block[], parents: number[], offset: number): Block[] {
  const sections: Block[] = []
  for (let at = lastStartingBy(headings, offset); at >= 0; at = parents[at] ?? -1) {
    const heading = headings[at]
    if (heading !== undefined && offset < heading.reach) sections.unshift(heading)
  }
  return sections
}

function blockAt(sorted: Block[], offset: number): Block | null {
  return sorted[lastStartingBy(sorted, offset)] ?? null
}

/** Index of the last block that starts at or before `offset`; −1 when none does. */
function lastStartingBy(sorted: Block[], offset: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.start ?? Infinity) <= offset) low = middle + 1
    else high = middle
  }
  return low - 1
}
