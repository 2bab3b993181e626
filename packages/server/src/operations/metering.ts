import { plans, type Operation } from '@sightline/sdk'
import { beginPeriod, countCalls, refundCall, usedInPeriod, type CountedCall } from '../store/usage.ts'
import type { Caller, Services } from './context.ts'
import { periodOf, type Period } from '../engine/planning/period.ts'

/** Where an organization stands in its month. */
export type Quota = { ceiling: number; used: number; period: Period }

export type Meter = {
  /** Counts a call, committed before this resolves. @returns null at the ceiling, where nothing is counted */
  admit(caller: Caller, operation: Operation): Promise<Quota | null>
  /** Takes back a call that failed on our side. */
  refund(caller: Caller, operation: Operation, quota: Quota): Promise<void>
  /** Reads without counting. */
  standing(caller: Caller): Promise<Quota>
}

/** A call that waits to be counted, and what it is told: its number in the period, or null when it does not fit. */
type Waiting = CountedCall & { tell: (number: number | null) => void; fail: (error: unknown) => void }
/** Calls of one organization, period and ceiling. */
type Line = { organizationId: string; periodStart: Date; ceiling: number; waiting: Waiting[]; isCounting: boolean }

/**
 * Counts by group commit: all calls of an organization that wait in this process at one moment go in one statement. Exact
 * over any number of processes, nothing accepted is lost when one dies, and six calls cost one commit (reliability.md 3.1).
 */
export function createMeter({ database, now }: Services): Meter {
  const lines = new Map<string, Line>()
  return {
    admit: async (caller, operation) => {
      const quota = fresh(caller)
      const used = await new Promise<number | null>((tell, fail) => {
        const line = lineOf(caller, quota)
        line.waiting.push({ ...callOf(caller, operation), tell, fail })
        if (!line.isCounting) void count(line)
      })
      return used === null ? null : { ...quota, used }
    },
    refund: async (caller, operation, quota) => {
      const call = { ...callOf(caller, operation), periodStart: quota.period.start }
      await refundCall(database.statement(caller.organization.id), caller.organization.id, call)
    },
    standing: async (caller) => {
      const quota = fresh(caller)
      const { calls } = await usedInPeriod(
        database.reader(caller.organization.id),
        caller.organization.id,
        quota.period.start,
      )
      return { ...quota, used: calls }
    },
  }

  function fresh(caller: Caller): Quota {
    const { plan, anchorAt } = caller.organization
    return { ceiling: plans[plan].callsPerMonth, used: 0, period: periodOf(anchorAt, now()) }
  }

  function callOf(caller: Caller, operation: Operation): CountedCall {
    return { day: now().toISOString().slice(0, 10), keyId: caller.key?.id ?? '', operation: operation.id }
  }

  function lineOf(caller: Caller, { period, ceiling }: Quota): Line {
    const name = `${caller.organization.id} ${period.start.getTime()} ${ceiling}`
    const known = lines.get(name)
    if (known) return known
    const line = {
      organizationId: caller.organization.id,
      periodStart: period.start,
      ceiling,
      waiting: [],
      isCounting: false,
    }
    lines.set(name, line)
    return line
  }

  /** Until nobody waits: whoever comes while a statement runs is in the next one. */
  async function count(line: Line): Promise<void> {
    line.isCounting = true
    // One turn of the event loop, so that calls which arrived together are counted together.
    await new Promise((resolve) => setImmediate(resolve))
    while (line.waiting.length > 0) {
      const group = line.waiting.splice(0)
      await countGroup(line, group).catch((error: unknown) => {
        for (const call of group) call.fail(error)
      })
    }
    line.isCounting = false
    lines.delete(`${line.organizationId} ${line.periodStart.getTime()} ${line.ceiling}`)
  }

  async function countGroup({ organizationId, periodStart, ceiling }: Line, group: Waiting[]): Promise<void> {
    const db = database.statement(organizationId)
    const calls = group.map(({ day, keyId, operation }) => ({ day, keyId, operation }))
    let counted = await countCalls(db, organizationId, { periodStart, ceiling, calls })
    if (!counted) {
      await beginPeriod(db, organizationId, periodStart)
      counted = await countCalls(db, organizationId, { periodStart, ceiling, calls })
    }
    const { before = 0, after = 0 } = counted ?? {}
    group.forEach((call, index) => call.tell(before + index < after ? before + index + 1 : null))
  }
}
