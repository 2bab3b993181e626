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

/** A call that waits to be counted, and what it is told: its number in the period, or null when it does not fit. */
type Waiting = {
  call: CountedCall
  asked: AskedScore | null
  tell: (admitted: Admitted | null) => void
  fail: (error: unknown) => void
}
/** Calls of one organization, period and ceiling. */
type Line = { organizationId: string; quota: Quota; waiting: Waiting[] }

/** The least share of the ceiling, in percent, that an organization is told of. */
const FIRST_NOTICE = 80
const REMEMBERED_NOTICES = 100_000

/**
 * Counts by group commit: all calls of an organization that wait in this process at one moment go in one statement. Exact
 * over any number of processes, nothing accepted is lost when one dies, and six calls cost one commit (reliability.md 3.1).
 */
export function createMeter({ database, now }: Services): Meter {
  const lines = new Map<string, Line>()
  const quotas = new WeakMap<Caller['organization'], Quota>()
  /** What each organization was told, as far as this process knows. */
  const noticed = new Map<string, string>()
  let today = { number: 0, day: '' }
  return {
    admit: (caller, operation, asked = null) =>
      new Promise((tell, fail) => {
        const line = lineOf(caller.organization, quotaOf(caller.organization))
        line.waiting.push({ call: callOf(caller, operation), asked, tell, fail })
      }),
    refund: async (caller, operation, quota) => {
      const call = { ...callOf(caller, operation), periodStart: quota.period.start }
      await refundCall(database.statement(caller.organization.id), caller.organization.id, call)
    },
    standing: async ({ organization }) => {
      const quota = quotaOf(organization)
      const { calls } = await usedInPeriod(database.reader(organization.id), organization.id, quota.period.start)
      return { ...quota, used: calls }
    },
  }

  /** Of the present month, nothing used. The same object as long as the month is the same. */
  function quotaOf(organization: Caller['organization']): Quota {
    const at = now()
    const known = quotas.get(organization)
    if (known && known.period.start <= at && at < known.period.end) return known
    const { plan, anchorAt } = organization
    const quota = { ceiling: plans[plan].callsPerMonth, used: 0, period: periodOf(anchorAt, at) }
    quotas.set(organization, quota)
    return quota
  }

  function callOf(caller: Caller, operation: Operation): CountedCall {
    return { day: dayOf(now()), keyId: caller.key?.id ?? '', operation: operation.id }
  }

  function dayOf(at: Date): string {
    const number = Math.floor(at.getTime() / 86_400_000)
    if (number !== today.number) today = { number, day: at.toISOString().slice(0, 10) }
    return today.day
  }

  /** Whoever comes while a statement runs waits for the next one of the same line. */
  function lineOf({ id }: Caller['organization'], quota: Quota): Line {
    const known = lines.get(id)
    if (known && isSameMonth(known.quota, quota)) return known
    const line: Line = { organizationId: id, quota, waiting: [] }
    lines.set(id, line)
    // One turn of the event loop, so that calls which arrived together are counted together.
    setImmediate(() => void countAll(line))
    return line
  }

  /** Until nobody waits. */
  async function countAll(line: Line): Promise<void> {
    while (line.waiting.length > 0) {
      const group = line.waiting
      line.waiting = []
      await countGroup(line, group).catch((error: unknown) => {
        for (const { fail } of group) fail(error)
      })
    }
    if (lines.get(line.organizationId) === line) lines.delete(line.organizationId)
  }

  async function countGroup({ organizationId, quota }: Line, group: Waiting[]): Promise<void> {
    const db = database.statement(organizationId)
    const { start: periodStart } = quota.period
    const asked = askedBy(group)
    const scores = [...asked.values()]
    const count = { periodStart, ceiling: quota.ceiling, calls: group.map(({ call }) => call), scores }
    let counted = await countCalls(db, organizationId, count)
    if (!counted) {
      await beginPeriod(db, organizationId, periodStart).catch(explainGone)
      counted = await countCalls(db, organizationId, count)
    }
    const { before, after, scores: found } = counted ?? { before: 0, after: 0, scores: [] }
    if (after * 100 >= quota.ceiling * FIRST_NOTICE) await notice(organizationId, quota, after)
    const places = new Map([...asked.keys()].map((name, place) => [name, place]))
    group.forEach(({ asked: wanted, tell }, index) => {
      const number = before + index + 1
      if (number > after) return tell(null)
      tell({ ...quota, used: number, score: wanted ? found[places.get(scoreName(wanted)) ?? -1] : undefined })
    })
  }

  /**
   * Tells the organization how much is used. By every process that sees it, once: one that was killed between the count
   * and the notice leaves it to the next call.
   */
  async function notice(organizationId: string, { period, ceiling }: Quota, used: number): Promise<void> {
    const isFull = used >= ceiling
    const told = `${period.start.getTime()} ${ceiling} ${isFull}`
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

const isSameMonth = (one: Quota, other: Quota): boolean =>
  one === other || (one.ceiling === other.ceiling && one.period.start.getTime() === other.period.start.getTime())

/** Each score once, by its name. */
function askedBy(group: Waiting[]): Map<string, AskedScore> {
  const asked = new Map<string, AskedScore>()
  for (const { asked: wanted } of group) if (wanted) asked.set(scoreName(wanted), wanted)
  return asked
}

const scoreName = ({ brandId, timeWindow }: AskedScore): string => `${brandId} ${timeWindow}`
