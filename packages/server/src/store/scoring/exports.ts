import { sql, type RawBuilder } from 'kysely'
import { withUnreadable } from './daily-results.ts'
import type { Db } from '../../base/db/db.ts'

export type ExportFilter = {
  /** Null: all brands. */
  brandIds: string[] | null
  /** Days, inclusive; null: without an end. */
  from: string | null
  to: string | null
  /** Last changes from this instant on, and up to that one. */
  since: string | null
  until: string
  limit: number
  after: ExportPosition | null
}
export type ExportPosition = { updatedAt: string; id: string }

export type ExportedRow = {
  id: string
  brandId: string
  day: string
  updatedAt: Date
  isDeleted: boolean
  body: Record<string, unknown>
}

/** Rows of a daily dataset by their last change; one more than asked for. */
export async function exportDailyResults(
  db: Db,
  organizationId: string,
  dataset: string,
  filter: ExportFilter,
): Promise<ExportedRow[]> {
  const { after } = filter
  const { rows } = await sql<ExportedRow>`
    select id, brand_id as "brandId", day::text as day, changed_at as "updatedAt", is_deleted as "isDeleted", body
    from daily_result as row
    where row.organization_id = ${organizationId} and row.dataset = ${dataset} and ${isChanged(sql.ref('row.changed_at'), filter)}
      and ${isOfDays(filter)}
      and ${after === null ? sql`true` : sql`(row.changed_at, row.id) > (${after.updatedAt}::timestamptz, ${after.id})`}
    order by row.changed_at, row.id limit ${filter.limit + 1}`.execute(db)
  return rows.map((row) => ({ ...row, body: withUnreadable(row.body) }))
}

/** One row an answer and entity that it names or once named. */
export async function exportMentions(db: Db, organizationId: string, filter: ExportFilter): Promise<ExportedRow[]> {
  const { rows } = await sql<ExportedRow>`
    select row.answer_id || '.' || row.part as id, row.brand_id as "brandId", row.day::text as day, row.exported_at as "updatedAt",
      row.is_deleted as "isDeleted", ${ofAnswer} || jsonb_build_object(
        'entityId', row.part, 'entityKind', case when row.part = row.brand_id then 'brand' else 'competitor' end,
        'entityName', case when row.is_deleted then null else coalesce(competitor.name, brand.name) end,
        'place', found.entity->'place', 'acknowledgedAbsent', found.entity->'isAcknowledgedAbsent', 'listed', found.entity->'isListed',
        'cited', found.entity->'isCited', 'sentiment', found.entity->'sentiment') as body
    from (
      select row.*, told.* from source_use as row
      cross join lateral (
        select entity_id collate "C" as part, false as is_deleted from unnest(row.named) as entity_id
        union all select entity_id collate "C", true from unnest(row.dropped) as entity_id) as told
      where ${isNext(organizationId, filter)}
      order by row.exported_at, row.answer_id, told.part limit ${filter.limit + 1}) as row
    ${joinObservation(organizationId)}
    join prompt on prompt.organization_id = ${organizationId} and prompt.id = row.prompt_id
    left join competitor on competitor.organization_id = ${organizationId} and competitor.id = row.part
    left join brand on brand.organization_id = ${organizationId} and brand.id = row.part
    left join lateral (
      select entity from jsonb_array_elements(observation.entities) as entity
      where entity->>'entityId' = row.part and not row.is_deleted) as found on true
    order by row.exported_at, row.answer_id, row.part`.execute(db)
  return rows
}

/**
 * One row an answer and page that it draws on, or once drew on: one that cannot be read any more has none. Without the page's
 * title: that is as last told, and a row must not change without its instant.
 */
export async function exportCitations(db: Db, organizationId: string, filter: ExportFilter): Promise<ExportedRow[]> {
  const { rows } = await sql<ExportedRow>`
    select row.answer_id || '.' || row.part as id, row.brand_id as "brandId", row.day::text as day, row.exported_at as "updatedAt",
      row.is_deleted as "isDeleted", ${ofAnswer} || jsonb_build_object(
        'url', page.url, 'domain', page.domain, 'site', page.site, 'owner', page.owner, 'entityId', page.entity_id,
        'isCited', row.is_cited, 'times', row.times) as body
    from (
      select row.*, told.* from source_use as row
      cross join lateral (
        select page_id, page_id::text collate "C" as part, times, true as is_cited, false as is_deleted from unnest(row.cited, row.cited_times) as pointed_at (page_id, times)
        union all
        select page_id, page_id::text collate "C", 0, false, false from unnest(row.listed) as shown (page_id)
        union all
        select page_id, page_id::text collate "C", 0, false, true from unnest(row.dropped_pages) as dropped (page_id)) as told
      where ${isNext(organizationId, filter)}
      order by row.exported_at, row.answer_id, told.part limit ${filter.limit + 1}) as row
    join source_page as page on page.organization_id = ${organizationId} and page.brand_id = row.brand_id and page.page_id = row.page_id
    ${joinObservation(organizationId)}
    join prompt on prompt.organization_id = ${organizationId} and prompt.id = row.prompt_id
    order by row.exported_at, row.answer_id, row.part`.execute(db)
  return rows
}

/** One row an event; it never changes, and goes with its brand. */
export async function exportEvents(db: Db, organizationId: string, filter: ExportFilter): Promise<ExportedRow[]> {
  const { after } = filter
  const { rows } = await sql<ExportedRow>`
    select row.id, row.brand_id as "brandId", row.day::text as day, row.changed_at as "updatedAt", false as "isDeleted",
      jsonb_build_object(
        'type', row.type, 'sequence', row.sequence, 'occurredAt', row.body->'timestamp', 'name', coalesce(row.data->'name', row.data->'title'),
        'subjectId', coalesce(row.data->'competitorId', row.data->'recommendationId'), 'kind', coalesce(row.data->'move', row.data->'kind'),
        'measure', coalesce(row.data->'measure', case when row.type = 'score.changed' then '"score"'::jsonb end),
        'previous', row.data->'previous', 'current', row.data->'current', 'delta', row.data->'delta', 'window', row.data->'window',
        'significant', row.data->'significant', 'platformWide', row.data->'platformWide', 'estimatedLift', row.data->'estimatedLift',
        'effort', row.data->'effort', 'answers', row.data->'answers', 'simulated', row.data->'simulated') as body
    from (
      select *, (occurred_at at time zone 'utc')::date as day, body->'data' as data from event where organization_id = ${organizationId}
    ) as row
    where ${isChanged(sql.ref('row.changed_at'), filter)} and ${isOfDays(filter)}
      and ${after === null ? sql`true` : sql`(row.changed_at, row.id) > (${after.updatedAt}::timestamptz, ${after.id})`}
    order by row.changed_at, row.id limit ${filter.limit + 1}`.execute(db)
  return rows
}

/** One row a recommendation, whatever its state. None is ever deleted: what is gone has expired. */
export async function exportRecommendations(
  db: Db,
  organizationId: string,
  filter: ExportFilter,
): Promise<ExportedRow[]> {
  const { after } = filter
  const { rows } = await sql<ExportedRow>`
    select row.id, row.brand_id as "brandId", row.day::text as day, row.changed_at as "updatedAt", false as "isDeleted",
      jsonb_build_object(
        'kind', row.kind, 'subject', row.subject, 'status', row.status, 'reason', row.reason, 'title', row.title, 'summary', row.summary,
        'effort', row.effort, 'estimatedLift', row.estimated_lift, 'liftLow', row.lift_low, 'liftHigh', row.lift_high,
        'successRate', row.success_rate, 'window', row.time_window, 'answers', row.answers, 'platforms', array_to_string(row.platforms, ','),
        'doneDay', (row.done_at at time zone 'utc')::date, 'measuredLift', row.measured_lift->'points',
        'measuredLow', row.measured_lift->'interval'->0, 'measuredHigh', row.measured_lift->'interval'->1,
        'measuredIsFinal', row.measured_lift->'isFinal', 'simulated', row.is_simulated) as body
    from (
      select *, (created_at at time zone 'utc')::date as day from recommendation where organization_id = ${organizationId}
    ) as row
    where ${isChanged(sql.ref('row.changed_at'), filter)} and ${isOfDays(filter)}
      and ${after === null ? sql`true` : sql`(row.changed_at, row.id) > (${after.updatedAt}::timestamptz, ${after.id})`}
    order by row.changed_at, row.id limit ${filter.limit + 1}`.execute(db)
  return rows
}

/**
 * Looked up row by row, which the limit sees to: the planner does not know that each row's month is found at once, and would
 * rather read all observations there are, those of other organizations too, for every page.
 */
const joinObservation = (organizationId: string): RawBuilder<unknown> => sql`
  cross join lateral (
    select surface, entities from observation
    where observation.organization_id = ${organizationId} and observation.answer_id = row.answer_id limit 1) as observation`

const ofAnswer = sql`jsonb_build_object(
  'answerId', row.answer_id, 'promptId', row.prompt_id, 'prompt', prompt.text, 'platform', row.platform, 'surface', observation.surface)`

/** Answer ids are of one length, so that the order of answers and parts is the order of the rows' ids. */
function isNext(organizationId: string, filter: ExportFilter): RawBuilder<boolean> {
  const { after } = filter
  const [answerId = '', part = ''] = after?.id.split('.') ?? []
  return sql<boolean>`row.organization_id = ${organizationId} and ${isChanged(sql.ref('row.exported_at'), filter)} and ${isOfDays(filter)}
    and ${
      after === null
        ? sql`true`
        : sql`(row.exported_at, row.answer_id) >= (${after.updatedAt}::timestamptz, ${answerId})
            and (row.exported_at, row.answer_id, told.part) > (${after.updatedAt}::timestamptz, ${answerId}, ${part}::text collate "C")`
    }`
}

const isChanged = (changedAt: RawBuilder<unknown>, { since, until }: ExportFilter): RawBuilder<boolean> =>
  sql<boolean>`${changedAt} <= ${until}::timestamptz and (${since}::timestamptz is null or ${changedAt} >= ${since}::timestamptz)`

const isOfDays = ({ brandIds, from, to }: ExportFilter): RawBuilder<boolean> =>
  sql<boolean>`(${brandIds}::text[] is null or row.brand_id = any(${brandIds}))
    and (${from}::date is null or row.day >= ${from}::date) and (${to}::date is null or row.day <= ${to}::date)`
