import type { CellOfAdvice } from '../../base/db/tables.ts'
import { sql, type RawBuilder } from 'kysely'
import type {
  RecommendationEvidence,
  RecommendationKind,
  RecommendationStatus,
  RecommendationSummary,
} from '@sightline/sdk'
import type { Db } from '../../base/db/db.ts'

export type Effort = 'low' | 'medium' | 'high'

/** A recommendation as a scoring writes it. */
export type NewRecommendation = {
  id: string
  kind: RecommendationKind
  subject: string
  status: RecommendationStatus
  title: string
  summary: string
  effort: Effort
  estimatedLift: number
  liftLow: number
  liftHigh: number
  successRate: number
  window: string
  from: string
  to: string
  answers: number
  platforms: string[]
  simulated: boolean
  evidence: RecommendationEvidence
  cells: CellOfAdvice[]
  cellCount: number
}

/**
 * Inserts by id, or puts new evidence in place of the old. What stays the same in everything that is exported keeps its
 * stamps; that it was seen again is always noted.
 */
export async function saveRecommendations(
  db: Db,
  organizationId: string,
  brandId: string,
  recommendations: NewRecommendation[],
  at: Date,
  changedAt: Date,
): Promise<void> {
  if (recommendations.length === 0) return
  await sql`
    insert into recommendation as stored (
      organization_id, id, brand_id, kind, subject, status, status_changed_at, title, summary, effort, estimated_lift, lift_low, lift_high,
      success_rate, time_window, from_day, to_day, answers, platforms, is_simulated, evidence, cells, cell_count, created_at, updated_at, seen_at, changed_at)
    select ${organizationId}, id, ${brandId}, kind, subject, status, ${at}, title, summary, effort, "estimatedLift", "liftLow", "liftHigh",
      "successRate", "window", "from", "to", answers, platforms, simulated, evidence, cells, "cellCount", ${at}, ${at}, ${at}, ${changedAt}
    from jsonb_to_recordset(${JSON.stringify(recommendations)}::jsonb) as made (
      id text, kind text, subject text, status text, title text, summary text, effort text, "estimatedLift" int, "liftLow" float8, "liftHigh" float8,
      "successRate" float8, "window" text, "from" date, "to" date, answers int, platforms text[], simulated boolean, evidence jsonb, cells jsonb, "cellCount" int)
    order by id
    on conflict (organization_id, id) do update set
      status = excluded.status,
      status_changed_at = case when stored.status = excluded.status then stored.status_changed_at else excluded.status_changed_at end,
      title = excluded.title, summary = excluded.summary, effort = excluded.effort, estimated_lift = excluded.estimated_lift,
      lift_low = excluded.lift_low, lift_high = excluded.lift_high, success_rate = excluded.success_rate, time_window = excluded.time_window,
      from_day = excluded.from_day, to_day = excluded.to_day, answers = excluded.answers, platforms = excluded.platforms,
      is_simulated = excluded.is_simulated, evidence = excluded.evidence, cells = excluded.cells, cell_count = excluded.cell_count,
      seen_at = excluded.seen_at,
      updated_at = case when ${SAME} then stored.updated_at else excluded.updated_at end,
      changed_at = case when ${SAME} then stored.changed_at else excluded.changed_at end`.execute(db)
}

const SAME = sql`(stored.status, stored.title, stored.summary, stored.effort, stored.estimated_lift, stored.lift_low, stored.lift_high, stored.answers, stored.evidence, stored.cells)
  is not distinct from (excluded.status, excluded.title, excluded.summary, excluded.effort, excluded.estimated_lift, excluded.lift_low, excluded.lift_high, excluded.answers, excluded.evidence, excluded.cells)`

export type KnownRecommendation = {
  id: string
  kind: RecommendationKind
  subject: string
  status: RecommendationStatus
  /** UTC day of the last change of state. */
  changedDay: string
}

/** All of a brand, oldest first. */
export async function knownRecommendations(
  db: Db,
  organizationId: string,
  brandId: string,
): Promise<KnownRecommendation[]> {
  const { rows } = await sql<KnownRecommendation>`
    select id, kind, subject, status, (status_changed_at at time zone 'UTC')::date::text as "changedDay" from recommendation
    where organization_id = ${organizationId} and brand_id = ${brandId} order by id`.execute(db)
  return rows
}

export async function expireRecommendations(
  db: Db,
  organizationId: string,
  ids: string[],
  at: Date,
  changedAt: Date,
): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('recommendation')
    .set({ status: 'expired', status_changed_at: at, updated_at: at, changed_at: changedAt })
    .where('organization_id', '=', organizationId)
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
}

/** @returns false when it is not in the state that the caller saw */
export async function moveRecommendation(
  db: Db,
  organizationId: string,
  id: string,
  move: { from: RecommendationStatus; to: RecommendationStatus; reason: string | null; at: Date; changedAt: Date },
): Promise<boolean> {
  const { from, to, reason, at, changedAt } = move
  const row = await db
    .updateTable('recommendation')
    .set({
      status: to,
      reason,
      status_changed_at: at,
      updated_at: at,
      changed_at: changedAt,
      ...(to === 'done' && { done_at: at }),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', from)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The summary as the API tells it, beside what only the whole tells. */
export type RecommendationRow = RecommendationSummary
export type WholeRecommendation = RecommendationSummary & {
  evidence: RecommendationEvidence
  cells: CellOfAdvice[]
  cellCount: number
}

export type RankPosition = { lift: number; effort: number; createdAt: string; id: string }
export type RecommendationFilter = {
  /** Null: whatever the state. */
  statuses: readonly RecommendationStatus[] | null
  effort?: Effort | undefined
  kind?: RecommendationKind | undefined
  limit: number
  after: RankPosition | null
}

/** By lift, then lower effort, then age; one more than asked for. */
export async function listRecommendations(
  db: Db,
  organizationId: string,
  brandId: string,
  filter: RecommendationFilter,
): Promise<RecommendationRow[]> {
  const { after } = filter
  const { rows } = await sql<StoredRow>`
    select ${LISTED} from recommendation
    where organization_id = ${organizationId} and brand_id = ${brandId}
      and (${filter.statuses}::text[] is null or status = any(${filter.statuses}))
      and (${filter.effort ?? null}::text is null or effort = ${filter.effort ?? null})
      and (${filter.kind ?? null}::text is null or kind = ${filter.kind ?? null})
      and ${
        after === null
          ? sql`true`
          : sql`(-estimated_lift, ${EFFORT_RANK}, created_at, id) > (${-after.lift}::int, ${after.effort}::int, ${after.createdAt}::timestamptz, ${after.id}::text collate "C")`
      }
    order by ${RANK} limit ${filter.limit + 1}`.execute(db)
  return rows.map(fromRow)
}

export async function recommendationById(
  db: Db,
  organizationId: string,
  brandId: string,
  id: string,
): Promise<WholeRecommendation | undefined> {
  const { rows } = await sql<
    StoredRow & { evidence: RecommendationEvidence; cells: CellOfAdvice[]; cellCount: number }
  >`
    select ${LISTED}, evidence, cells, cell_count as "cellCount" from recommendation
    where organization_id = ${organizationId} and brand_id = ${brandId} and id = ${id}`.execute(db)
  const [row] = rows
  return row && { ...fromRow(row), evidence: row.evidence, cells: row.cells, cellCount: row.cellCount }
}

export const IS_OPEN = sql`status in ('new', 'accepted', 'in_progress')`
const EFFORT_RANK = sql`array_position(array['low', 'medium', 'high'], effort)`
/** By lift, then lower effort, then age. */
export const RANK = sql`estimated_lift desc, ${EFFORT_RANK}, created_at, id`

type StoredRow = Omit<
  RecommendationSummary,
  'fingerprint' | 'liftRange' | 'createdAt' | 'updatedAt' | 'seenAt' | 'doneAt'
> & {
  subject: string
  liftLow: number
  liftHigh: number
  createdAt: Date
  updatedAt: Date
  seenAt: Date
  doneAt: Date | null
}

const LISTED: RawBuilder<unknown> = sql`
  id, brand_id as "brandId", kind, subject, status, reason, title, summary, effort, estimated_lift as "estimatedLift", lift_low as "liftLow",
  lift_high as "liftHigh", success_rate as "successRate", time_window as "window", from_day::text as "from", to_day::text as "to", answers, platforms,
  is_simulated as simulated, created_at as "createdAt", updated_at as "updatedAt", seen_at as "seenAt", done_at as "doneAt", measured_lift as "measuredLift"`

function fromRow(row: StoredRow): RecommendationSummary {
  const { subject, liftLow, liftHigh, ...rest } = row
  return {
    ...rest,
    fingerprint: `${row.kind}:${subject}`,
    liftRange: [liftLow, liftHigh],
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    seenAt: row.seenAt.toISOString(),
    doneAt: row.doneAt?.toISOString() ?? null,
  }
}

export const rankPositionOf = (row: RecommendationSummary): RankPosition => ({
  lift: row.estimatedLift,
  effort: ['low', 'medium', 'high'].indexOf(row.effort) + 1,
  createdAt: row.createdAt,
  id: row.id,
})

export async function brandIdOfRecommendation(db: Db, organizationId: string, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('recommendation')
    .select('brand_id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.brand_id
}
