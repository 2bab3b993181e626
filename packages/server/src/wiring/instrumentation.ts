import type { Send } from '../platforms/send.ts'
import type { Jobs } from '../jobs/kinds.ts'
import type { Work } from '../jobs/worker.ts'
import type { Meter } from '../operations/accounts/metering.ts'
import type { Sent } from '../pipeline/notifying/send-delivery.ts'
import { outcomeOf } from '../engine/notifying/delivering/outcome.ts'
import type { Database } from '../base/db/database.ts'
import type { Telemetry } from '../base/telemetry/telemetry.ts'

/** Parts of the service that tell an operator what they do. Without telemetry each of them is what it was. */
export function instrument(telemetry: Telemetry | null | undefined) {
  if (!telemetry)
    return {
      database: (database: Database) => database,
      meter: (meter: Meter) => meter,
      work: (work: Work) => work,
      send: (send: Send) => send,
      sent: undefined,
    }
  return {
    database: (database: Database) => observedDatabase(database, telemetry),
    meter: (meter: Meter) => observedMeter(meter, telemetry),
    work: (work: Work) => observedWork(work, telemetry),
    send: (send: Send) => observedSend(send, telemetry),
    /** Told of each attempt to deliver. */
    sent: (sent: Sent) => {
      if (sent.kind === 'made')
        telemetry.delivered({ outcome: outcomeOf(sent.log.status), seconds: sent.log.durationMs / 1_000 })
    },
  }
}

function observedDatabase(database: Database, telemetry: Telemetry): Database {
  const traced =
    (name: string, way: Database['transaction']): Database['transaction'] =>
    (organizationId, work) =>
      telemetry.span({ name, kind: 'client', attributes: { 'db.system.name': 'postgresql' } }, () =>
        way(organizationId, work),
      )
  return {
    ...database,
    transaction: traced('database transaction', database.transaction),
    snapshot: traced('database snapshot', database.snapshot),
  }
}

function observedMeter(meter: Meter, telemetry: Telemetry): Meter {
  return {
    ...meter,
    admit: async (caller, operation, asked) => {
      const admitted = await meter.admit(caller, operation, asked)
      telemetry.quotaDecided(admitted ? 'counted' : 'refused_month')
      return admitted
    },
    refund: async (caller, operation, quota) => {
      await meter.refund(caller, operation, quota)
      telemetry.quotaDecided('refunded')
    },
  }
}

function observedWork(work: Work, telemetry: Telemetry): Work {
  const kinds = Object.keys(work) as (keyof Jobs)[]
  const observed = kinds.map((kind) => {
    const doing = work[kind] as (payload: Jobs[typeof kind]) => Promise<void>
    return [kind, (payload: Jobs[typeof kind]) => observedJob(kind, () => doing(payload), telemetry)]
  })
  // The same kinds as before, each with work of its own payload.
  return Object.fromEntries(observed) as Work
}

async function observedJob(kind: keyof Jobs, work: () => Promise<void>, telemetry: Telemetry): Promise<void> {
  const startedAt = performance.now()
  const end = (outcome: 'done' | 'failed'): void =>
    telemetry.jobEnded({ kind, outcome, seconds: (performance.now() - startedAt) / 1_000 })
  try {
    await telemetry.span({ name: `job ${kind}`, kind: 'consumer' }, work)
    end('done')
  } catch (error) {
    end('failed')
    throw error
  }
}

/** The address of a platform is told without its path and query, where keys may stand. */
const observedSend =
  (send: Send, telemetry: Telemetry): Send =>
  (request, limits) =>
    telemetry.span(
      {
        name: `${request.method} platform`,
        kind: 'client',
        attributes: { 'http.request.method': request.method, 'server.address': new URL(request.url).host },
      },
      () => send(request, limits),
    )
