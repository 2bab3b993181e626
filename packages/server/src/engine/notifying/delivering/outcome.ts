/** What an attempt means for its delivery; gone (410): the receiver wants no more, of anything. */
export type DeliveryOutcome = 'delivered' | 'gone' | 'failed'

/** @param status of the answer; null: none came. A redirect is a failure: where it leads, the owner did not say. */
export function outcomeOf(status: number | null): DeliveryOutcome {
  if (status !== null && status >= 200 && status < 300) return 'delivered'
  return status === 410 ? 'gone' : 'failed'
}

/** Why an answer is no success, as a stable code; null: it is one. */
export function refusalOf(status: number): 'gone' | 'redirect_not_followed' | 'unsuccessful_status' | null {
  const outcome = outcomeOf(status)
  if (outcome === 'delivered') return null
  if (outcome === 'gone') return 'gone'
  return status >= 300 && status < 400 ? 'redirect_not_followed' : 'unsuccessful_status'
}
