/** What a pool may claim now. */
export type AvailableSlots = {
  /** Jobs, whosever they are. */
  limit: number
  /** Organizations of whose jobs none may be claimed. */
  exceptOf: string[]
}

/**
 * Keeps the last free slot for an organization that has none, however many others ask for everything, so that the next job
 * of a newcomer need not wait until one of theirs ends. One alone has all slots but one. Who is next is the queue's to know
 * (`enqueue`).
 * @param running the organization of each job that has a slot; null: nobody's
 */
export function availableSlots(concurrency: number, running: readonly (string | null)[]): AvailableSlots {
  const free = concurrency - running.length
  // With one slot there is none to be reserved.
  if (concurrency === 1) return { limit: free, exceptOf: [] }
  if (free > 1) return { limit: free - 1, exceptOf: [] }
  return { limit: free, exceptOf: [...new Set(running.filter((organizationId) => organizationId !== null))] }
}
