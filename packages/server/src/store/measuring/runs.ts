import { sql, type Selectable } from 'kysely'
import type { PageOf } from './brands.ts'
import type { Db } from '../../base/db/db.ts'
import type { Tables } from '../../base/db/tables.ts'

export type RunRow = {
  id: string
  brandId: string
  kind: 'measure' | 'import'
  status: 'planned' | 'running' | 'completed' | 'cancelled'
  surface: 'import' | 'simulated' | null
  platforms: string[]
  promptIds: string[] | null
  repeats: number
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
}

export type NewRun = Pick<
  RunRow,
  'id' | 'brandId' | 'kind' | 'status' | 'surface' | 'platforms' | 'promptIds' | 'repeats'
> & {
  startedAt?: Date
}

export async function insertRun(db: Db, organizationId: string, run: NewRun): Promise<void> {
  await db
    .insertInto('run')
    .values({
      organization_id: organizationId,
      id: run.id,
      brand_id: run.brandId,
      kind: run.kind,
      status: run.status,
      surface: run.surface,
      platforms: run.platforms,
      prompt_ids: run.promptIds,
      repeats: run.repeats,
      started_at: run.startedAt ?? null,
    })
    .execute()
}

export async function runById(db: Db, organizationId: string, id: string): Promise<RunRow | undefined> {
  const row = await db
    .selectFrom('run')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toRun(row)
}

/** Newest first; one more than asked for. */
export async function listRuns(
  db: Db,
  organizationId: string,
  filter: PageOf & { brandIds: string[] | null; status?: RunRow['status'] | undefined },
): Promise<RunRow[]> {
  let query = db.selectFrom('run').selectAll().where('organization_id', '=', organizationId)
  if (filter.brandIds) query = query.where('brand_id', '=', sql<string>`any(${filter.brandIds})`)
  if (filter.status) query = query.where('status', '=', filter.status)
  if (filter.after) query = query.where('id', '<', filter.after)
  const rows = await query
    .orderBy('id', 'desc')
    .limit(filter.limit + 1)
    .execute()
  return rows.map(toRun)
}

/**
 * Its brand is kept first, as in `keptBrand`: what starts or cancels a run goes on to its slots.
 * @returns whether the run was in the state it leaves; a second caller gets false
 */
export async function moveRun(
  db: Db,
  organizationId: string,
  id: string,
  from: RunRow['status'][],
  to: { status: RunRow['status']; startedAt?: Date; finishedAt?: Date },
): Promise<boolean> {
  const rows = await db
    .with('kept', (db) =>
      db
        .selectFrom('brand')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('id', '=', (eb) =>
          eb.selectFrom('run').select('brand_id').where('organization_id', '=', organizationId).where('id', '=', id),
        )
        .forKeyShare(),
    )
    .updateTable('run')
    .set({
      status: to.status,
      ...(to.startedAt && { started_at: to.startedAt }),
      ...(to.finishedAt && { finished_at: to.finishedAt }),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('status', 'in', from)
    .where((eb) => eb(eb.selectFrom('kept').select(eb.fn.countAll<number>().as('brands')), '>', 0))
    .returning('id')
    .execute()
  return rows.length > 0
}

/** The brand's measurement that has not ended, if any. */
export async function openRunOf(db: Db, organizationId: string, brandId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('run')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('brand_id', '=', brandId)
    .where('kind', '=', 'measure')
    .where('status', 'in', ['planned', 'running'])
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Whether answers of a brand are still coming in. */
export async function isRunRunning(db: Db, organizationId: string, brandId: string): Promise<boolean> {
  const row = await db
    .selectFrom('run')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('brand_id', '=', brandId)
    .where('status', '=', 'running')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Platforms of the organization's runs and imports since an instant, the first used first. */
export async function platformsRunSince(db: Db, organizationId: string, since: Date): Promise<string[]> {
  const { rows } = await sql<{ platform: string }>`
    select platform from run, unnest(run.platforms) as platform
    where run.organization_id = ${organizationId} and run.created_at >= ${since}
    group by platform order by min(run.created_at), platform`.execute(db)
  return rows.map((row) => row.platform)
}

function toRun(row: Selectable<Tables['run']>): RunRow {
  return {
    id: row.id,
    brandId: row.brand_id,
    kind: row.kind,
    status: row.status,
    surface: row.surface,
    platforms: row.platforms,
    promptIds: row.prompt_ids,
    repeats: row.repeats,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  }
}

/** Whether a platform was ever asked for a brand, or imported. */
export async function hasRunOn(db: Db, organizationId: string, brandId: string, platform: string): Promise<boolean> {
  const row = await db
    .selectFrom('run')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('brand_id', '=', brandId)
    .where(sql<boolean>`${platform} = any(platforms)`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
