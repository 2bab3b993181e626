import type { EventType, SightlineEvent } from '@sightline/sdk'
import { deltaOf } from '../../scoring/trend.ts'

/** Events of one brand and kind that follow each other closely. */
export type Burst = {
  brandId: string
  type: EventType
  /** Instants of its first and its last event. */
  from: string
  to: string
  events: number
  significant: number
  /** Of a score: from before the first event to after the last, in points; null for other kinds. */
  net: number | null
  latest: SightlineEvent
  /** Newest first. */
  eventIds: string[]
}

/** A longer silence ends a burst. */
const GAP_MS = 3_600_000
/** Ids told of one burst. */
const MAX_IDS = 100

/** Groups events into bursts, the one that went on last first. @param events newest first */
export function burstsOf(events: readonly SightlineEvent[]): Burst[] {
  const byKind = Map.groupBy(events, ({ type, data }) => `${data.brandId} ${type}`)
  return [...byKind.values()]
    .flatMap(splitAtGaps)
    .map(toBurst)
    .toSorted((one, other) => (one.to === other.to ? 0 : one.to > other.to ? -1 : 1))
}

function splitAtGaps(events: SightlineEvent[]): SightlineEvent[][] {
  const bursts: SightlineEvent[][] = []
  for (const event of events) {
    const open = bursts.at(-1)
    const oldest = open?.at(-1)
    if (open && oldest && Date.parse(oldest.timestamp) - Date.parse(event.timestamp) <= GAP_MS) open.push(event)
    else bursts.push([event])
  }
  return bursts
}

function toBurst(events: SightlineEvent[]): Burst {
  // A burst has one event at least.
  const latest = events[0]!
  const earliest = events.at(-1)!
  return {
    brandId: latest.data.brandId,
    type: latest.type,
    from: earliest.timestamp,
    to: latest.timestamp,
    events: events.length,
    significant: events.filter(isSignificant).length,
    net: netOf(events),
    latest,
    eventIds: events.slice(0, MAX_IDS).map(({ id }) => id),
  }
}

/** A recommendation rests on counted evidence, not on a difference that could be chance. */
const isSignificant = (event: SightlineEvent): boolean => event.type === 'recommendation.new' || event.data.significant

/** Each event is relative to the one before: the sum of what they tell is the whole way. */
function netOf(events: SightlineEvent[]): number | null {
  const deltas = events.flatMap((event) => (event.type === 'score.changed' ? [event.data.delta] : []))
  return deltas.length === 0
    ? null
    : deltaOf(
        deltas.reduce((sum, delta) => sum + delta, 0),
        0,
      )
}
