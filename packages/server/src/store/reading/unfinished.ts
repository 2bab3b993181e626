import { sql } from 'kysely'
import type { Db } from '../../base/db/db.ts'

/** A run of a brand with work left: answers that it still asks for, and stored ones that nobody looked through yet. */
export type OpenRun = { runId: string; isRunning: boolean; waiting: number; stored: number }

/** Oldest first. */
export async function openRuns(db: Db, organizationId: string, brandId: string): Promise<OpenRun[]> {
  const { rows } = await sql<OpenRun>`
    select run.id as "runId", run.status in ('planned', 'running') as "isRunning",
      count(*) filter (where slot.state = 'waiting') as waiting, count(*) filter (where slot.state = 'stored') as stored
    from run left join slot on slot.organization_id = run.organization_id and slot.run_id = run.id
      and slot.state in ('waiting', 'stored')
    where run.organization_id = ${organizationId} and run.brand_id = ${brandId}
    group by run.id, run.status
    having run.status in ('planned', 'running') or count(*) filter (where slot.state = 'stored') > 0
    order by run.id`.execute(db)
  return rows
}

export type KeptJob = { task: string; payload: { runId?: string | null; brandId?: string; after?: string } }

/** Jobs of some tasks for a brand or its runs that wait or run. A poisoned one is not among them: nobody does it by itself. */
export async function keptJobs(
  db: Db,
  organizationId: string,
  { brandId, runIds, tasks }: { brandId: string; runIds: string[]; tasks: string[] },
): Promise<KeptJob[]> {
  const { rows } = await sql<KeptJob>`
    select task, payload from job
    where organization_id = ${organizationId} and task = any(${tasks}) and poisoned_at is null
      and (payload->>'brandId' = ${brandId} or payload->>'runId' = any(${runIds}))`.execute(db)
  return rows
}
