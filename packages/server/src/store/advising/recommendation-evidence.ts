import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../base/db/db.ts'
import { withinDays } from '../../base/db/id-span.ts'

/** The answers that evidence is taken from: valid ones to the panel's prompts. */
export type EvidenceSpan = {
  from: string
  to: string
  promptIds: string[]
}
/** Two windows, one before the other. */
export type EvidenceSpans = EvidenceSpan & { previousFrom: string }

/** More rows than these would not be read by anyone: the ones that weigh most are kept. */
const MOST_ROWS = 10_000
/**
 * For the rest of the transaction, counts like these below stay in memory: on disk they take three times as long. And
 * they are joined by hashing: of rows made on the way the planner knows no number, and where a table was just filled it
 * takes them for a few; in a nested loop ten thousand answers then took longer than a statement may.
 */
export async function countInMemory(db: Db): Promise<void> {
  await sql`select set_config('work_mem', '64MB', true), set_config('enable_nestloop', 'off', true)`.execute(db)
}

export type SourceCellRow = {
  site: string
  owner: 'own' | 'third_party'
  isPrevious: boolean
  promptId: string
  platform: string
  answers: number
  withBrand: number
  rivalsOnly: number
  /** By entity id; not counted in the window before. */
  rivals: Record<string, number>
}

/**
 * For the sites on which most hangs (most answers with rivals only, or most answers with the brand that they lost since
 * the window before): in each cell how many answers draw on them, and whom these name.
 */
export async function sourceCells(
  db: Db,
  organizationId: string,
  brandId: string,
  spans: EvidenceSpans,
  { rivalIds, sites }: { rivalIds: string[]; sites: number },
): Promise<SourceCellRow[]> {
  // By numbers for answers, cells and sites: their texts would be sorted on disk, which takes seven times as long.
  const { rows } = await sql<SourceCellRow>`
    with chosen_answers as materialized (
      select prompt_id, platform, day < ${spans.from}::date as is_previous, cited || listed as pages, ${brandId} = any(named) as names_brand, named
      from source_use
      where organization_id = ${organizationId} and brand_id = ${brandId} and day between ${spans.previousFrom} and ${spans.to}
        and ${withinDays('answer_id', { from: spans.previousFrom, to: spans.to })} and prompt_id = any(${spans.promptIds})),
    cell as materialized (
      select prompt_id, platform, is_previous, row_number() over (order by platform, prompt_id, is_previous) as cell
      from (select distinct prompt_id, platform, is_previous from chosen_answers) as present),
    used as materialized (
      select row_number() over () as answer, cell, is_previous, names_brand, pages,
             array(select place from unnest(named) as name join unnest(${rivalIds}::text[]) with ordinality as rival (id, place) on rival.id = name) as rivals
      from chosen_answers join cell using (prompt_id, platform, is_previous)),
    site as materialized (
      select site, owner, row_number() over (order by site collate "C") as number from (
        select site, min(owner) as owner from source_page
        where organization_id = ${organizationId} and brand_id = ${brandId} and owner <> 'competitor' group by 1) as present),
    page as materialized (
      select page_id, number from source_page join site using (site)
      where organization_id = ${organizationId} and brand_id = ${brandId} and source_page.owner <> 'competitor'),
    drawn as materialized (
      select distinct number, answer from used cross join lateral unnest(pages) as drawn_on (page_id) join page using (page_id)),
    weighed as (
      select number, count(*) filter (where not is_previous and not names_brand and rivals <> '{}' and owner = 'third_party')
               - count(*) filter (where not is_previous and names_brand) as gap,
             count(*) filter (where is_previous and names_brand) - count(*) filter (where not is_previous and names_brand) as loss
      from drawn join used using (answer) join site using (number) group by 1),
    chosen as materialized (
      (select number from weighed where gap > 0 order by gap desc, number limit ${sites})
      union
      (select number from weighed where loss > 0 order by loss desc, number limit ${sites})),
    picked as materialized (
      select number, cell, is_previous, names_brand, rivals from drawn join used using (answer) where number in (select number from chosen)),
    counted as (
      select number, cell, count(*) as answers, count(*) filter (where names_brand) as with_brand,
             count(*) filter (where not names_brand and rivals <> '{}') as rivals_only
      from picked group by 1, 2 order by 3 desc, 1, 2 limit ${sql.lit(MOST_ROWS)}),
    named as (
      select number, cell, jsonb_object_agg((${rivalIds}::text[])[rival], times) as rivals from (
        select number, cell, rival, count(*) as times from picked cross join lateral unnest(rivals) as rival where not is_previous group by 1, 2, 3) as each
      group by 1, 2)
    select site, owner, is_previous as "isPrevious", prompt_id as "promptId", platform, answers, with_brand as "withBrand", rivals_only as "rivalsOnly",
           coalesce(rivals, '{}') as rivals
    from counted join cell using (cell) join site using (number) left join named using (number, cell)`.execute(db)
  return rows
}

export type OwnPageCellRow = {
  url: string | null
  domain: string
  promptId: string
  platform: string
  answers: number
  unnamed: number
}

/** The brand's own pages that answers draw on, those that most answers do not name it with. */
export async function ownPageCells(
  db: Db,
  organizationId: string,
  brandId: string,
  span: EvidenceSpan,
  pages: number,
): Promise<OwnPageCellRow[]> {
  const { rows } = await sql<OwnPageCellRow>`
    with drawn as (
      select page.url, page.domain, page.page_id, prompt_id, platform, ${brandId} = any(named) as names_brand
      from source_use cross join lateral unnest(cited || listed) as drawn_on (page_id)
      join source_page page on page.organization_id = ${organizationId} and page.brand_id = ${brandId} and page.page_id = drawn_on.page_id
      where source_use.organization_id = ${organizationId} and source_use.brand_id = ${brandId} and day between ${span.from} and ${span.to} and ${withinDays('answer_id', span)}
        and prompt_id = any(${span.promptIds}) and page.owner = 'own'),
    chosen as (
      select page_id from drawn group by 1 having count(*) filter (where not names_brand) > 0
      order by count(*) filter (where not names_brand) desc, page_id limit ${pages})
    select url, domain, prompt_id as "promptId", platform, count(*) as answers, count(*) filter (where not names_brand) as unnamed
    from drawn where page_id in (select page_id from chosen) group by url, domain, prompt_id, platform
    order by count(*) desc, url, domain, platform collate "C", prompt_id limit ${sql.lit(MOST_ROWS)}`.execute(db)
  return rows
}

export type EntityPagesCellRow = { entityId: string; promptId: string; platform: string; answers: number }

/** In each cell how many answers draw on a page of an entity's own. */
export async function entityPagesCells(
  db: Db,
  organizationId: string,
  brandId: string,
  span: EvidenceSpan,
): Promise<EntityPagesCellRow[]> {
  const { rows } = await sql<EntityPagesCellRow>`
    select page.entity_id as "entityId", prompt_id as "promptId", platform, count(distinct answer_id) as answers
    from source_use cross join lateral unnest(cited || listed) as drawn_on (page_id)
    join source_page page on page.organization_id = ${organizationId} and page.brand_id = ${brandId} and page.page_id = drawn_on.page_id
    where source_use.organization_id = ${organizationId} and source_use.brand_id = ${brandId} and day between ${span.from} and ${span.to} and ${withinDays('answer_id', span)}
      and prompt_id = any(${span.promptIds}) and page.entity_id is not null
    group by 1, 2, 3 order by answers desc, 1, 3, 2 limit ${sql.lit(MOST_ROWS)}`.execute(db)
  return rows
}

export type SearchCountRow = { promptId: string; platform: string; search: string; answers: number; told: number }

/** The commonest searches of each cell that tells any, in their folded writing. */
export async function searchCounts(
  db: Db,
  organizationId: string,
  brandId: string,
  span: EvidenceSpan,
  each: number,
): Promise<SearchCountRow[]> {
  const { rows } = await sql<SearchCountRow>`
    with telling as (
      select answer_id, prompt_id, platform, searches, count(*) over (partition by prompt_id, platform) as told from source_use
      where organization_id = ${organizationId} and brand_id = ${brandId} and day between ${span.from} and ${span.to} and ${withinDays('answer_id', span)}
        and prompt_id = any(${span.promptIds}) and searches <> '{}'),
    counted as (
      select prompt_id, platform, told, lower(regexp_replace(btrim(search), '\\s+', ' ', 'g')) collate "C" as search, count(distinct answer_id) as answers
      from telling, unnest(searches) as search where btrim(search) <> '' group by 1, 2, 3, 4),
    ranked as (select *, row_number() over (partition by prompt_id, platform order by answers desc, search) as place from counted)
    select prompt_id as "promptId", platform, search, answers, told from ranked where place <= ${each}
    order by answers desc, search, platform collate "C", prompt_id limit ${sql.lit(MOST_ROWS)}`.execute(db)
  return rows
}

/** The newest answers that speak ill of the brand, or well and ill. */
export async function criticalAnswers(
  db: Db,
  organizationId: string,
  brandId: string,
  span: EvidenceSpan,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select answer_id as id from observation
    where organization_id = ${organizationId} and brand_id = ${brandId} and day between ${span.from} and ${span.to} and ${withinDays('answer_id', span)} and outcome = 'ok'
      and prompt_id = any(${span.promptIds}) and ${brandId} = any(named)
      and (entities @> ${JSON.stringify([{ entityId: brandId, sentiment: 'negative' }])}::jsonb
        or entities @> ${JSON.stringify([{ entityId: brandId, sentiment: 'mixed' }])}::jsonb)
    order by answer_id desc limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Which answers show what an advice is about. */
export type ShowingFilter = {
  from: string
  to: string
  cells: { promptId: string; platform: string }[]
  rivalIds: string[]
  /** One of the rivals and not the brand; a rival before the brand; the brand; not the brand. */
  names: 'rivals_only' | 'rivals_ahead' | 'brand' | 'not_brand'
  /** Null: whatever it draws on. */
  drawsOn: { site: string } | { url: string | null; domain: string } | null
  limit: number
}

/** Valid answers of some cells, newest first. */
export async function showingAnswers(
  db: Db,
  organizationId: string,
  brandId: string,
  filter: ShowingFilter,
): Promise<string[]> {
  const platforms = filter.cells.map(({ platform }) => platform)
  const promptIds = filter.cells.map(({ promptId }) => promptId)
  const { rows } = await sql<{ id: string }>`
    select answer_id as id from observation
    where organization_id = ${organizationId} and brand_id = ${brandId} and day between ${filter.from} and ${filter.to} and ${withinDays('answer_id', filter)} and outcome = 'ok'
      and (platform, prompt_id) in (select * from unnest(${platforms}::text[], ${promptIds}::text[]))
      and ${namesAs(brandId, filter)} and ${isDrawn(organizationId, brandId, filter.drawsOn)}
    order by answer_id desc limit ${filter.limit}`.execute(db)
  return rows.map(({ id }) => id)
}

function namesAs(brandId: string, { names, rivalIds }: ShowingFilter): RawBuilder<boolean> {
  const namesBrand = sql<boolean>`${brandId} = any(named)`
  const namesRival = sql<boolean>`named && ${rivalIds}::text[]`
  switch (names) {
    case 'brand':
      return namesBrand
    case 'not_brand':
      return sql`not ${namesBrand}`
    case 'rivals_only':
      return sql`${namesRival} and not ${namesBrand}`
    case 'rivals_ahead':
      return sql`${namesRival} and ${namesBrand} and exists (
        select from jsonb_array_elements(entities) as own, jsonb_array_elements(entities) as rival
        where own->>'entityId' = ${brandId} and rival->>'entityId' = any(${rivalIds}) and (rival->>'place')::int < (own->>'place')::int)`
  }
}

const isDrawn = (organizationId: string, brandId: string, drawsOn: ShowingFilter['drawsOn']): RawBuilder<boolean> =>
  drawsOn === null
    ? sql`true`
    : sql`exists (
        select from source_use used join source_page page
          on page.organization_id = used.organization_id and page.brand_id = used.brand_id and page.page_id = any(used.cited || used.listed)
        where used.organization_id = ${organizationId} and used.answer_id = observation.answer_id and page.brand_id = ${brandId}
          and ${'site' in drawsOn ? sql`page.site = ${drawsOn.site}` : sql`page.domain = ${drawsOn.domain} and page.url is not distinct from ${drawsOn.url}`})`
