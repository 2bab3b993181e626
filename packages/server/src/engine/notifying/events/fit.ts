import type { SightlineEvent } from '@sightline/sdk'

/** The most that is sent in one delivery, in bytes of UTF-8 (Standard Webhooks asks for less than 20 kB). */
export const BODY_MAX_BYTES = 20_000

/** What an event's texts are cut to when it is too large, one length after the other. */
const TEXT_LENGTHS = [1_000, 200, 60]

/**
 * The event, with its texts cut and then its lists halved until it fits into a delivery. What was cut ends in `…` and is
 * read whole under the ids that the event names.
 */
export function fitEvent(event: SightlineEvent): SightlineEvent {
  let fitting = event
  for (const length of TEXT_LENGTHS) {
    if (bytesOf(fitting) <= BODY_MAX_BYTES) return fitting
    fitting = { ...event, data: withShortTexts(event.data, length) } as SightlineEvent
  }
  for (let halvings = 0; halvings < 20 && bytesOf(fitting) > BODY_MAX_BYTES; halvings += 1)
    fitting = { ...fitting, data: withShortLists(fitting.data) } as SightlineEvent
  return fitting
}

const bytesOf = (event: SightlineEvent): number => new TextEncoder().encode(JSON.stringify(event)).length

/** Counted in code points, so that no character is cut in two. */
function withShortTexts(facts: object, length: number): object {
  const entries = Object.entries(facts).map(([name, value]: [string, unknown]) => {
    if (typeof value !== 'string' || value.length <= length) return [name, value]
    return [
      name,
      `${Array.from(value)
        .slice(0, length - 1)
        .join('')}…`,
    ]
  })
  return Object.fromEntries(entries)
}

function withShortLists(facts: object): object {
  const entries = Object.entries(facts).map(([name, value]: [string, unknown]) =>
    Array.isArray(value) && value.length > 2 ? [name, value.slice(0, Math.ceil(value.length / 2))] : [name, value],
  )
  return Object.fromEntries(entries)
}
