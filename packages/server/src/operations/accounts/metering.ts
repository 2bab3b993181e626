import { plans, type Operation, Problem } from '@sightline/sdk'
import { periodOf, type Period } from '../../engine/measuring/planning/period.ts'
import { noticeCalls } from '../../store/accounts/notices.ts'
import {
  refundCall,
  usedInPeriod,
  type AskedScore,
  type CountedCall,
  beginPeriod,
  countCalls,
  type FoundScore,
  countCallsOfMany,
  type CallBatch,
} from '../../store/accounts/usage.ts'
import type { Caller, Services } from '../context.ts'
import { LRUCache } from 'lru-cache'
import { batched } from '../../base/batcher.ts'
import { DAY_MS } from '../../engine/measuring/planning/day.ts'
import type { Database } from '../../base/db/database.ts'
import { isMissingParent } from '../../base/db/errors.ts'

export type { AskedScore, FoundScore } from '../../store/accounts/usage.ts'

export type Meter = {
  /** Counts a call, committed before this resolves. @returns null at the ceiling, where nothing is counted */
  admit(caller: Caller, operation: Operation, asked?: AskedScore | null): Promise<Admitted | null>
  /** Takes back a call that failed on our side. */
  refund(caller: Caller, operation: Operation, quota: Quota): Promise<void>
  /** Reads without counting. */
  standing(caller: Caller): Promise<Quota>
}

/** The least share of the ceiling, in percent, that an organization is told of. */
const FIRST_NOTICE = 80
const REMEMBERED_NOTICES = 100_000

/** Counts calls in months, and knows in which month a call is. */
export function createMeter({ database, now }: Services): Meter {
  const months = new WeakMap<Caller['organization'], Month>()
  /** What each organization was told, as far as this process knows. */
  const noticed = new LRUCache<string, string>({ max: REMEMBERED_NOTICES })
  let today = { number: 0, day: '' }
  const count = createCount(database, notice)
  const stand = batched<Month, Quota>((_, group) => standTogether(group))
  return {
    admit: (caller, operation, asked = null) =>
      count({ month: monthOf(caller.organization), call: callOf(caller, operation), asked }),
    refund: async (caller, operation, quota) => {
      const call = { ...callOf(caller, operation), periodStart: quota.period.start }
      await refundCall(database.statement(caller.organization.id), caller.organization.id, call)
    },
    standing: ({ organization }) => {
      const month = monthOf(organization)
      return stand(month.name, month)
    },
  }

  /** The same object as long as the month is the same. */
  function monthOf(organization: Caller['organization']): Month {
    const at = now()
    const known = months.get(organization)
    if (known && known.period.start <= at && at < known.period.end) return known
    const { id, plan, anchorAt } = organization
    const [ceiling, period] = [plans[plan].callsPerMonth, periodOf(anchorAt, at)]
    const name = `${id} ${period.start.getTime()} ${ceiling}`
    const month = { organizationId: id, name, ceiling, used: 0, period }
    months.set(organization, month)
    return month
  }

  /** However many are refused at once, one statement says where they stand: a flood of one organization costs the others nothing. */
  async function standTogether(group: Month[]): Promise<Quota[]> {
    const [month] = group
    if (!month) return []
    const { organizationId, ceiling, period } = month
    const { calls } = await usedInPeriod(database.reader(organizationId), organizationId, period.start)
    return group.map(() => ({ ceiling, used: calls, period }))
  }

  function callOf(caller: Caller, operation: Operation): CountedCall {
    return { day: dayOf(now()), keyId: caller.key?.id ?? '', operation: operation.id }
  }

  function dayOf(at: Date): string {
    const number = Math.floor(at.getTime() / DAY_MS)
    if (number !== today.number) today = { number, day: at.toISOString().slice(0, 10) }
    return today.day
  }

  /**
   * Tells the organization how much is used. By every process that sees it, once: one that was killed between the count
   * and the notice leaves it to the next call.
   */
  function notice(month: Month, used: number): Promise<void> | null {
    const { organizationId, name, ceiling } = month
    const told = `${name} ${used >= ceiling}`
    return used * 100 < ceiling * FIRST_NOTICE || noticed.get(organizationId) === told ? null : tell(month, used, told)
  }

  async function tell({ organizationId, period, ceiling }: Month, used: number, told: string): Promise<void> {
    const standing = { periodStart: period.start, ceiling, used }
    const isTold = await noticeCalls(database.statement(organizationId), organizationId, standing).then(
      () => true,
      // The calls are counted: what could not be told now is told by the next one.
      () => false,
    )
    if (!isTold) return
    noticed.set(organizationId, told)
  }
}

/** Where an organization stands in its month. */
export type Quota = { ceiling: number; used: number; period: Period }
/** A call that was counted, and the score that it asked for, as it stands in the same moment. */
type Admitted = Quota & { score?: FoundScore | undefined }
/** An organization's month, nothing of it used; what is asked about it is asked together. */
type Month = Quota & { organizationId: string; name: string }

type WaitingCall = { month: Month; call: CountedCall; asked: AskedScore | null }
/** Null at the ceiling, where nothing is counted. */
type CountResult = Admitted | null
/** Calls that are alike in everything, and what is to be told of them. */
type Group = { month: Month; call: CountedCall; asked: AskedScore | null; waiting: WaitingCall[] }

/**
 * Counts by group commit: all calls that wait in this process at one moment go in one statement, whichever organizations
 * they are of. Exact over any number of processes, nothing accepted is lost when one dies, and many calls cost one commit
 * (D1–D4). Organizations that it leaves out, and all of them on Citus, have a line and statements of their own.
 * @param notice tells an organization how much is used, before its calls are answered; null: there is nothing to tell
 */
function createCount(
  database: Database,
  notice: (month: Month, used: number) => Promise<void> | null,
): (waiting: WaitingCall) => Promise<CountResult> {
  const together = batched<WaitingCall, CountResult>((_, waiting) => countAll(waiting), { hasPauses: true })
  const inMonth = batched<WaitingCall, CountResult>((_, waiting) => countMonth(waiting))
  const alone = (waiting: WaitingCall): Promise<CountResult> => inMonth(waiting.month.name, waiting)
  return (waiting) => together('', waiting)

  async function countAll(waiting: WaitingCall[]): Promise<(CountResult | Promise<CountResult>)[]> {
    const db = await database.statementOfMany()
    if (!db) return waiting.map(alone)
    const groups = alikeIn(waiting)
    const counted = await countCallsOfMany(db, groups.map(toAlikeCalls))
    const outcomes = new Map<WaitingCall, CountResult | Promise<CountResult>>()
    groups.forEach((group, place) => {
      const found = counted[place]
      const told = found ? notice(group.month, found.after) : null
      group.waiting.forEach((one, index) => {
        const outcome = found ? outcomeOf(one, found, index, found.score) : alone(one)
        // A notice may wait for rows of its organization: the calls of the others do not wait with it.
        outcomes.set(one, told ? told.then(() => outcome) : outcome)
      })
    })
    return waiting.map((one) => outcomes.get(one) ?? null)
  }

  async function countMonth(waiting: WaitingCall[]): Promise<CountResult[]> {
    const [first] = waiting
    if (!first) return []
    const { organizationId, ceiling, period } = first.month
    const db = database.statement(organizationId)
    const asked = askedBy(waiting)
    const calls = waiting.map(({ call }) => call)
    const count = { periodStart: period.start, ceiling, calls, scores: [...asked.values()] }
    let counted = await countCalls(db, organizationId, count)
    if (!counted) {
      await beginPeriod(db, organizationId, period.start).catch(explainGone)
      counted = await countCalls(db, organizationId, count)
    }
    const found = counted ?? { before: 0, after: 0, scores: [] }
    await notice(first.month, found.after)
    const places = new Map([...asked.keys()].map((name, place) => [name, place]))
    return waiting.map((one, index) =>
      outcomeOf(one, found, index, one.asked ? found.scores[places.get(scoreName(one.asked)) ?? -1] : undefined),
    )
  }
}

/** Of the calls counted together, in the order in which they came. */
function outcomeOf(
  { month: { ceiling, period } }: WaitingCall,
  { before, after }: { before: number; after: number },
  index: number,
  score: FoundScore | undefined,
): CountResult {
  const used = before + index + 1
  return used > after ? null : { ceiling, used, period, score }
}

function alikeIn(waiting: WaitingCall[]): Group[] {
  const groups = new Map<string, Group>()
  for (const one of waiting) {
    const { month, call, asked } = one
    const name = `${month.name} ${call.day} ${call.keyId} ${call.operation} ${asked ? scoreName(asked) : ''}`
    const group = groups.get(name)
    if (group) group.waiting.push(one)
    else groups.set(name, { month, call, asked, waiting: [one] })
  }
  return [...groups.values()]
}

const toAlikeCalls = ({ month, call, asked, waiting }: Group): CallBatch => ({
  organizationId: month.organizationId,
  periodStart: month.period.start,
  ceiling: month.ceiling,
  call,
  calls: waiting.length,
  asked,
})

/** Each score once, by its name. */
function askedBy(waiting: WaitingCall[]): Map<string, AskedScore> {
  const asked = new Map<string, AskedScore>()
  for (const { asked: wanted } of waiting) if (wanted) asked.set(scoreName(wanted), wanted)
  return asked
}

const scoreName = ({ brandId, timeWindow }: AskedScore): string => `${brandId} ${timeWindow}`

/** A period belongs to an organization and to nothing else: this one was deleted since its key was read. */
function explainGone(error: unknown): never {
  throw isMissingParent(error) ? new Problem('invalid_api_key') : error
}
