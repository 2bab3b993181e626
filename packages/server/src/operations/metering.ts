import { plans, Problem, type Operation } from '@sightline/sdk'
import { periodOf, type Period } from '../engine/planning/period.ts'
import { isMissingParent } from '../store/errors.ts'
import { noticeCalls } from '../store/notices.ts'
import {
  beginPeriod,
  countCalls,
  refundCall,
  usedInPeriod,
  type AskedScore,
  type CountedCall,
  type FoundScore,
} from '../store/usage.ts'
import type { Caller, Services } from './context.ts'
import { inGroups } from './in-groups.ts'
import { DAY_MS } from '../engine/planning/day.ts'

export type { AskedScore, FoundScore } from '../store/usage.ts'

/** Where an organization stands in its month. */
export type Quota = { ceiling: number; used: number; period: Period }
/** A call that was counted, and the score that it asked for, as it stands in the same moment. */
export type Admitted = Quota & { score?: FoundScore | undefined }

export type Meter = {
  /** Counts a call, committed before this resolves. @returns null at the ceiling, where nothing is counted */
  admit(caller: Caller, operation: Operation, asked?: AskedScore | null): Promise<Admitted | null>
  /** Takes back a call that failed on our side. */
  refund(caller: Caller, operation: Operation, quota: Quota): Promise<void>
  /** Reads without counting. */
  standing(caller: Caller): Promise<Quota>
}

/** An organization's month, nothing of it used; what is asked about it is asked together. */
type Month = Quota & { organizationId: string; name: string }
type Waiting = { month: Month; call: CountedCall; asked: AskedScore | null }

/** The least share of the ceiling, in percent, that an organization is told of. */
const FIRST_NOTICE = 80
const REMEMBERED_NOTICES = 100_000

/**
 * Counts by group commit: all calls of an organization that wait in this process at one moment go in one statement. Exact
 * over any number of processes, nothing accepted is lost when one dies, and six calls cost one commit (reliability.md 3.1).
 */
export function createMeter({ database, now }: Services): Meter {
  const months = new WeakMap<Caller['organization'], Month>()
  /** What each organization was told, as far as this process knows. */
  const noticed = new Map<string, string>()
  let today = { number: 0, day: '' }
  const count = inGroups<Waiting, Admitted | null>((_, group) => countGroup(group))
  const stand = inGroups<Month, Quota>((_, group) => standTogether(group))
  return {
    admit: (caller, operation, asked = null) => {
      const month = monthOf(caller.organization)
      return count(month.name, { month, call: callOf(caller, operation), asked })
    },
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

  async function countGroup(group: Waiting[]): Promise<(Admitted | null)[]> {
    const [first] = group
    if (!first) return []
    const { organizationId, ceiling, period } = first.month
    const db = database.statement(organizationId)
    const asked = askedBy(group)
    const scores = [...asked.values()]
    const calls = { periodStart: period.start, ceiling, calls: group.map(({ call }) => call), scores }
    let counted = await countCalls(db, organizationId, calls)
    if (!counted) {
      await beginPeriod(db, organizationId, period.start).catch(explainGone)
      counted = await countCalls(db, organizationId, calls)
    }
    const { before, after, scores: found } = counted ?? { before: 0, after: 0, scores: [] }
    if (after * 100 >= ceiling * FIRST_NOTICE) await notice(first.month, after)
    const places = new Map([...asked.keys()].map((name, place) => [name, place]))
    return group.map(({ asked: wanted }, index) => {
      const used = before + index + 1
      if (used > after) return null
      return { ceiling, used, period, score: wanted ? found[places.get(scoreName(wanted)) ?? -1] : undefined }
    })
  }

  /**
   * Tells the organization how much is used. By every process that sees it, once: one that was killed between the count
   * and the notice leaves it to the next call.
   */
  async function notice({ organizationId, name, period, ceiling }: Month, used: number): Promise<void> {
    const told = `${name} ${used >= ceiling}`
    if (noticed.get(organizationId) === told) return
    const standing = { periodStart: period.start, ceiling, used }
    const isTold = await noticeCalls(database.statement(organizationId), organizationId, standing).then(
      () => true,
      // The calls are counted: what could not be told now is told by the next one.
      () => false,
    )
    if (!isTold) return
    const [oldest] = noticed.keys()
    if (noticed.size >= REMEMBERED_NOTICES && oldest !== undefined) noticed.delete(oldest)
    noticed.set(organizationId, told)
  }
}

/** A period belongs to an organization and to nothing else: this one was deleted since its key was read. */
function explainGone(error: unknown): never {
  throw isMissingParent(error) ? new Problem('invalid_api_key') : error
}

/** Each score once, by its name. */
function askedBy(group: Waiting[]): Map<string, AskedScore> {
  const asked = new Map<string, AskedScore>()
  for (const { asked: wanted } of group) if (wanted) asked.set(scoreName(wanted), wanted)
  return asked
}

const scoreName = ({ brandId, timeWindow }: AskedScore): string => `${brandId} ${timeWindow}`
