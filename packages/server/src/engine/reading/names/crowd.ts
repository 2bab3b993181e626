import { firstThat } from '../text/range-index.ts'
import type { Range } from '../text/range.ts'
import type { EntityNames } from './matcher.ts'
import type { Candidate } from './candidates.ts'
import { barsIn, slotsOf } from './slots.ts'
import type { Surroundings } from './surroundings.ts'

export type Placed = Candidate & { surroundings: Surroundings }

/** A place with the positions it shares with others of a series. */
export type Neighbour = { place: Placed; slots: string[] }

export function neighboursOf(places: Placed[], text: string): Neighbour[] {
  const bars = barsIn(text)
  return places.map((place) => ({ place, slots: slotsOf(place, text, bars) }))
}

/** Places that are asked for what stands near another one; a question costs the logarithm of their number. */
export type Crowd = {
  /** How many entities there are besides this one. */
  countOthers(entity: EntityNames): number
  /** Where entities besides this one are named, by where the names end or start; both offsets included. */
  othersEnding(from: number, to: number, entity: EntityNames): Range[]
  othersStarting(from: number, to: number, entity: EntityNames): Range[]
  /** Where this entity is named. */
  ownEnding(from: number, to: number, entity: EntityNames): Range[]
  isOtherStartingIn(range: Range, entity: EntityNames): boolean
  isOtherInSlot(slot: string, entity: EntityNames): boolean
  has(entity: EntityNames): boolean
}

type Owners = Set<EntityNames>
/** A range that names entities. `next`: the index of the next one that names any other. */
type OwnedRange = Range & { owners: Owners; next: number }

export function gather(neighbours: Neighbour[]): Crowd {
  const spans = spansOf(neighbours)
  const byEnd = spans.toSorted((a, b) => a.end - b.end)
  const slots = new Map<string, Owners>()
  for (const { place, slots: own } of neighbours) for (const slot of own) addTo(slots, slot, place.form.entity)
  const entities = new Set(neighbours.map(({ place }) => place.form.entity))
  const ending = (from: number, to: number) =>
    byEnd.slice(
      firstThat(byEnd, ({ end }) => end >= from),
      firstThat(byEnd, ({ end }) => end > to),
    )
  return {
    countOthers: (entity) => entities.size - (entities.has(entity) ? 1 : 0),
    othersEnding: (from, to, entity) => ending(from, to).filter(({ owners }) => hasOther(owners, entity)),
    othersStarting: (from, to, entity) =>
      spans
        .slice(
          firstThat(spans, ({ start }) => start >= from),
          firstThat(spans, ({ start }) => start > to),
        )
        .filter(({ owners }) => hasOther(owners, entity)),
    ownEnding: (from, to, entity) => ending(from, to).filter(({ owners }) => owners.has(entity)),
    isOtherStartingIn(range, entity) {
      const first = spans[firstThat(spans, ({ start }) => start >= range.start)]
      const other = first === undefined || hasOther(first.owners, entity) ? first : spans[first.next]
      return other !== undefined && other.start < range.end
    },
    isOtherInSlot(slot, entity) {
      const owners = slots.get(slot)
      return owners !== undefined && hasOther(owners, entity)
    },
    has: (entity) => entities.has(entity),
  }
}

const hasOther = (owners: Owners, entity: EntityNames): boolean => owners.size > 1 || !owners.has(entity)

function addTo(map: Map<string, Owners>, key: string, entity: EntityNames) {
  const owners = map.get(key)
  if (owners === undefined) map.set(key, new Set([entity]))
  else owners.add(entity)
}

/** In order of `start`; entities named by one range share it. */
function spansOf(neighbours: Neighbour[]): OwnedRange[] {
  const sorted = neighbours.map(({ place }) => place).toSorted((a, b) => a.start - b.start || a.end - b.end)
  const spans: OwnedRange[] = []
  for (const { start, end, form } of sorted) {
    const last = spans.at(-1)
    if (last?.start === start && last.end === end) last.owners.add(form.entity)
    else spans.push({ start, end, owners: new Set([form.entity]), next: Infinity })
  }
  for (let at = spans.length - 2; at >= 0; at--) {
    const [span, behind] = [spans[at]!, spans[at + 1]!]
    const [entity] = span.owners
    span.next = entity === undefined || hasOther(behind.owners, entity) ? at + 1 : behind.next
  }
  return spans
}
