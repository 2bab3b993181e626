/** What may be taken into some places now. */
export type Room = {
  /** Jobs, whosever they are. */
  atMost: number
  /** Organizations of whose jobs none may be taken. */
  exceptOf: string[]
}

/**
 * Keeps the last free place for an organization that has none, however many others ask for everything, so that the next job
 * of a newcomer need not wait until one of theirs ends (reliability.md B13). One alone has all places but one. Who is next
 * is the queue's to know (`store/queue.ts`).
 * @param running the organization of each job that has a place; null: nobody's
 */
export function roomIn(places: number, running: readonly (string | null)[]): Room {
  const free = places - running.length
  // With one place there is nothing to be left.
  if (places === 1) return { atMost: free, exceptOf: [] }
  if (free > 1) return { atMost: free - 1, exceptOf: [] }
  return { atMost: free, exceptOf: [...new Set(running.filter((organizationId) => organizationId !== null))] }
}
