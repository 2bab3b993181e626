import { plans, type Operation } from '@sightline/sdk'
import { periodOf } from '../../engine/measuring/planning/period.ts'
import { noticeCalls } from '../../store/accounts/notices.ts'
import { refundCall, usedInPeriod, type AskedScore, type CountedCall } from '../../store/accounts/usage.ts'
import type { Caller, Services } from '../context.ts'
import { createCount, type Admitted, type Month, type Quota } from './quota-counter.ts'
import { LRUCache } from 'lru-cache'
import { batched } from '../../base/batcher.ts'
import { DAY_MS } from '../../engine/measuring/planning/day.ts'

export type { AskedScore, FoundScore } from '../../store/accounts/usage.ts'
export type { Admitted, Quota } from './quota-counter.ts'

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
