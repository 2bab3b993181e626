import { sql } from 'kysely'
import type { Db } from '../../base/db/db.ts'
import { withinDays } from '../../base/db/id-span.ts'

export type EntityCountRow = {
  named: number
  acknowledgedAbsent: number
  places: number[]
  placeSum: number
  listed: number
  cited: number
  sentiment: { positive: number; neutral: number; negative: number; mixed: number }
}

/** One prompt on one platform on one day, as exact counts. */
export type RollupRow = {
  day: string
  platform: string
  promptId: string
  outcomes: { ok: number; notTriggered: number; refused: number; empty: number; failed: number; unreadable: number }
  /** Of all answers, those that are simulated. */
  simulated: number
  entities: Record<string, EntityCountRow>
}

export async function saveRollups(
  db: Db,
  organizationId: string,
  brandId: string,
  rollups: RollupRow[],
): Promise<void> {
  if (rollups.length === 0) return
  await sql`
    insert into rollup (organization_id, brand_id, day, platform, prompt_id, ok, not_triggered, refused, empty, failed, unreadable, simulated, entities)
    select ${organizationId}, ${brandId}, day, platform, "promptId", (outcomes->>'ok')::int, (outcomes->>'notTriggered')::int,
           (outcomes->>'refused')::int, (outcomes->>'empty')::int, (outcomes->>'failed')::int, (outcomes->>'unreadable')::int, simulated, entities
    from jsonb_to_recordset(${JSON.stringify(rollups)}::jsonb) as rolled (
      day date, platform text, "promptId" text, outcomes jsonb, simulated int, entities jsonb)
    -- What was counted of days whose answers are not kept any more stands.
    where day >= coalesce((select answers_since from organization where organization_id = ${organizationId}), '-infinity')
    on conflict (organization_id, brand_id, day, platform, prompt_id) do update set
      ok = excluded.ok, not_triggered = excluded.not_triggered, refused = excluded.refused, empty = excluded.empty,
      failed = excluded.failed, unreadable = excluded.unreadable, simulated = excluded.simulated, entities = excluded.entities`.execute(
    db,
  )
}

export type RollupFilter = {
  /** Both inclusive, YYYY-MM-DD. */
  from: string
  to: string
  /** Null: all prompts. */
  promptIds: string[] | null
  /** One platform's; all when left out. */
  platform?: string | null
  /** Only this entity's counts, where the others are not needed; all when left out. */
  entityId?: string | null
}

export async function rollupsOf(
  db: Db,
  organizationId: string,
  brandId: string,
  filter: RollupFilter,
): Promise<RollupRow[]> {
  const { rows } = await sql<RollupRow>`
    select day::text as day, platform, prompt_id as "promptId",
           json_build_object('ok', ok, 'notTriggered', not_triggered, 'refused', refused, 'empty', empty, 'failed', failed, 'unreadable', unreadable) as outcomes,
           simulated, ${entitiesOf(filter.entityId ?? null)} as entities
    from rollup
    where organization_id = ${organizationId} and brand_id = ${brandId} and day between ${filter.from} and ${filter.to}
      and (${filter.promptIds}::text[] is null or prompt_id = any(${filter.promptIds}))
      and (${filter.platform ?? null}::text is null or platform = ${filter.platform ?? null})
    order by day, platform, prompt_id`.execute(db)
  return rows
}

/** A rollup's counts are mostly of entities that a question about one does not ask for. Of several it is quicker to send all. */
const entitiesOf = (entityId: string | null) =>
  entityId === null
    ? sql`entities`
    : sql`case when entities ? ${entityId}::text then jsonb_build_object(${entityId}::text, entities->${entityId}::text) else '{}' end`

/** The last day a brand has answers of; undefined when it has none. */
export async function lastDayOf(db: Db, organizationId: string, brandId: string): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    select max(day)::text as day from rollup where organization_id = ${organizationId} and brand_id = ${brandId}`.execute(
    db,
  )
  return rows[0]?.day ?? undefined
}

/** How the answers of each platform were obtained within some days. */
export async function surfacesOf(
  db: Db,
  organizationId: string,
  brandId: string,
  days: { from: string; to: string },
): Promise<{ platform: string; surface: string; answers: number }[]> {
  const { rows } = await sql<{ platform: string; surface: string; answers: number }>`
    select platform, surface, count(*) as answers from observation
    where organization_id = ${organizationId} and brand_id = ${brandId} and day between ${days.from} and ${days.to}
      and ${withinDays('answer_id', days)}
    group by 1, 2 order by 1, 3 desc, 2`.execute(db)
  return rows
}
