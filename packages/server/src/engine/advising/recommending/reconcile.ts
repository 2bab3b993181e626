import type { RecommendationKind, RecommendationStatus } from '@sightline/sdk'
import type { DayRange } from '../../scoring/span-score.ts'
import { fingerprintOf } from './advice.ts'
import type { FoundAdvice } from './recommend.ts'

/** A stored recommendation, as far as it decides what becomes of it. */
export type Known = {
  id: string
  kind: RecommendationKind
  subject: string
  status: RecommendationStatus
  /** Day of its last change of state, YYYY-MM-DD. */
  changedDay: string
}

/** What a scoring does to the stored recommendations. */
export type Step =
  | { do: 'open'; found: FoundAdvice }
  /** Same state, new evidence. */
  | { do: 'renew'; id: string; found: FoundAdvice }
  /** Expired, and its evidence is back; `isTold`: after so long that it is news. */
  | { do: 'reopen'; id: string; found: FoundAdvice; isTold: boolean }
  | { do: 'expire'; id: string }

/**
 * - Open ones and dismissed ones get the new evidence and keep their state: a decision of a person is not undone.
 * - `new` and `accepted` ones without evidence expire. `in_progress` ones do not: that the evidence goes is what the work
 *   is for, and only `done` lets its lift be measured.
 * - Done ones stay as they are. Evidence that lies wholly after they were done is a new situation with a new id.
 * @param found null: too little was measured to say anything, so nothing changes
 */
export function reconcile(known: readonly Known[], found: readonly FoundAdvice[] | null, days: DayRange): Step[] {
  if (found === null) return []
  const present = new Set(found.map(fingerprintOf))
  const steps = found.flatMap((advice): Step[] => {
    const same = known.filter((other) => fingerprintOf(other) === fingerprintOf(advice))
    const current = same.find(({ status }) => status !== 'done')
    if (current?.status === 'expired')
      return [{ do: 'reopen', id: current.id, found: advice, isTold: current.changedDay < days.from }]
    if (current) return [{ do: 'renew', id: current.id, found: advice }]
    return same.every(({ changedDay }) => changedDay < days.from) ? [{ do: 'open', found: advice }] : []
  })
  const expired = known.filter(
    (other) => (other.status === 'new' || other.status === 'accepted') && !present.has(fingerprintOf(other)),
  )
  return [...steps, ...expired.map(({ id }): Step => ({ do: 'expire', id }))]
}
