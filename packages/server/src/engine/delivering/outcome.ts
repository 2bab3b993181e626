/** What an attempt means for its delivery; gone (410): the receiver wants no more, of anything. */
export type Outcome = 'delivered' | 'gone' | 'failed'

/** @param status of the answer; null: none came. A redirect is a failure: where it leads, the owner did not say. */
export function outcomeOf(status: number | null): Outcome {
  if (status !== null && status >= 200 && status < 300) return 'delivered'
  return status === 410 ? 'gone' : 'failed'
}
