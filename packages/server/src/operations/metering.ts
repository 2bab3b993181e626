import { plans, type Operation } from '@sightline/sdk'
import { countCall, refundCall, usedInPeriod } from '../store/usage.ts'
import type { Caller, Services } from './context.ts'
import { periodOf, type Period } from './period.ts'

/** Where an organization stands in its month. */
export type Quota = { ceiling: number; used: number; period: Period }

export type Meter = {
  /** Counts a call before it is answered. @returns null at the ceiling, where nothing is counted */
  admit(caller: Caller, operation: Operation): Promise<Quota | null>
  /** Takes back a call that failed on our side. */
  refund(caller: Caller, operation: Operation, quota: Quota): Promise<void>
  /** Reads without counting. */
  standing(caller: Caller): Promise<Quota>
}

export function createMeter({ database, now }: Services): Meter {
  return {
    admit: async (caller, operation) => {
      const quota = fresh(caller)
      const used = await database.transaction(caller.organization.id, (db) =>
        countCall(db, caller.organization.id, { ...detail(caller, operation, quota), ceiling: quota.ceiling }),
      )
      return used === null ? null : { ...quota, used }
    },
    refund: async (caller, operation, quota) => {
      await database.transaction(caller.organization.id, (db) =>
        refundCall(db, caller.organization.id, detail(caller, operation, quota)),
      )
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

  function detail(caller: Caller, operation: Operation, quota: Quota) {
    return {
      periodStart: quota.period.start,
      day: now().toISOString().slice(0, 10),
      keyId: caller.key?.id ?? '',
      operation: operation.id,
    }
  }
}
