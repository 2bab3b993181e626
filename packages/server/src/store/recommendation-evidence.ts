import { sql } from 'kysely'
import type { Db } from './database.ts'

/** The answers that evidence is taken from: valid ones to the panel's prompts. */
export type EvidenceSpan = {
  from: string
  to: string
  promptIds: string[]
}
/** Two windows, one before the other. */
export type EvidenceSpans = EvidenceSpan & { previousFrom: string }

/** More rows than these would not be read by anyone: the ones that weigh most are kept. */
const MOST_ROWS = 20_000
/** Answers named with each row. */
const SHOWN_ANSWERS = 3

export type SourceCellRow = {
  site: string
  owner: 'own' | 'third_party'
  isPrevious: boolean
  promptId: string
  platform: string
  answers: number
  withBrand: number
  rivalsOnly: number
  rivals: Record<string, number>
  answerIds: string[]
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
  const { rows } = await sql<SourceCellRow>`
    with used as (
      select answer_id, prompt_id, platform, day < ${spans.from}::date as is_previous, cited || listed as pages,
             ${brandId} = any(named) as names_brand, array(select unnest(named) intersect select unnest(${rivalIds}::text[])) as rivals
      from source_use
      where organization_id = ${organizationId} and brand_id = ${brandId} and day between ${spans.previousFrom} and ${spans.to}
        and prompt_id = any(${spans.promptIds})),
    drawn as (
      select page.site, min(page.owner) as owner, answer_id, prompt_id, platform, is_previous, names_brand, rivals
      from used cross join lateral unnest(pages) as drawn_on (page_id)
      join source_page page on page.organization_id = ${organizationId} and page.brand_id = ${brandId} and page.page_id = drawn_on.page_id
      where page.owner <> 'competitor' group by page.site, answer_id, prompt_id, platform, is_previous, names_brand, rivals),
    weighed as (
      select site, count(*) filter (where not is_previous and not names_brand and rivals <> '{}' and owner = 'third_party')
               - count(*) filter (where not is_previous and names_brand) as gap,
             count(*) filter (where is_previous and names_brand) - count(*) filter (where not is_previous and names_brand) as loss
      from drawn group by 1),
    chosen as (
      (select site from weighed where gap > 0 order by gap desc, site collate "C" limit ${sites})
      union
      (select site from weighed where loss > 0 order by loss desc, site collate "C" limit ${sites}))
    select site, min(owner) as owner, is_previous as "isPrevious", prompt_id as "promptId", platform, count(*) as answers,
           count(*) filter (where names_brand) as "withBrand", count(*) filter (where not names_brand and rivals <> '{}') as "rivalsOnly",
           (select coalesce(jsonb_object_agg(rival, times), '{}') from (
              select rival, count(*) as times from unnest(string_to_array(string_agg(array_to_string(rivals, ' '), ' '), ' ')) as rival
              where rival <> '' group by 1) as counted) as rivals,
           coalesce((array_agg(answer_id order by answer_id desc) filter (
              where case when is_previous then names_brand else not names_brand and rivals <> '{}' end))[1:${sql.lit(SHOWN_ANSWERS)}], '{}') as "answerIds"
    from drawn where site in (select site from chosen)
    group by site, is_previous, prompt_id, platform
    order by count(*) desc, site collate "C", platform collate "C", prompt_id, is_previous limit ${sql.lit(MOST_ROWS)}`.execute(
    db,
  )
  return rows
}

export type OwnPageCellRow = {
  url: string | null
  domain: string
  promptId: string
  platform: string
  answers: number
  unnamed: number
  answerIds: string[]
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
      select page.url, page.domain, page.page_id, answer_id, prompt_id, platform, ${brandId} = any(named) as names_brand
      from source_use cross join lateral unnest(cited || listed) as drawn_on (page_id)
      join source_page page on page.organization_id = ${organizationId} and page.brand_id = ${brandId} and page.page_id = drawn_on.page_id
      where source_use.organization_id = ${organizationId} and source_use.brand_id = ${brandId} and day between ${span.from} and ${span.to}
        and prompt_id = any(${span.promptIds}) and page.owner = 'own'),
    chosen as (
      select page_id from drawn group by 1 having count(*) filter (where not names_brand) > 0
      order by count(*) filter (where not names_brand) desc, page_id limit ${pages})
    select url, domain, prompt_id as "promptId", platform, count(*) as answers, count(*) filter (where not names_brand) as unnamed,
           coalesce((array_agg(answer_id order by answer_id desc) filter (where not names_brand))[1:${sql.lit(SHOWN_ANSWERS)}], '{}') as "answerIds"
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
    where source_use.organization_id = ${organizationId} and source_use.brand_id = ${brandId} and day between ${span.from} and ${span.to}
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
      where organization_id = ${organizationId} and brand_id = ${brandId} and day between ${span.from} and ${span.to}
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
    where organization_id = ${organizationId} and brand_id = ${brandId} and day between ${span.from} and ${span.to} and outcome = 'ok'
      and prompt_id = any(${span.promptIds}) and ${brandId} = any(named)
      and (entities @> ${JSON.stringify([{ entityId: brandId, sentiment: 'negative' }])}::jsonb
        or entities @> ${JSON.stringify([{ entityId: brandId, sentiment: 'mixed' }])}::jsonb)
    order by answer_id desc limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export type ShowingFilter = {
  from: string
  to: string
  cells: { promptId: string; platform: string }[]
  /** Of whom one stands in the answer, before the brand. */
  rivalIds: string[]
  /** Whether the brand is named too. */
  isBrandNamed: boolean
  limit: number
}

/** Valid answers of some cells in which a rival stands and the brand does not, or behind it; newest first. */
export async function showingAnswers(
  db: Db,
  organizationId: string,
  brandId: string,
  filter: ShowingFilter,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select answer_id as id from observation
    where organization_id = ${organizationId} and brand_id = ${brandId} and day between ${filter.from} and ${filter.to} and outcome = 'ok'
      and (platform, prompt_id) in (select * from unnest(${filter.cells.map(({ platform }) => platform)}::text[], ${filter.cells.map(({ promptId }) => promptId)}::text[]))
      and named && ${filter.rivalIds}::text[] and (${brandId} = any(named)) = ${filter.isBrandNamed}
      and (not ${filter.isBrandNamed} or exists (
        select from jsonb_array_elements(entities) as own, jsonb_array_elements(entities) as rival
        where own->>'entityId' = ${brandId} and rival->>'entityId' = any(${filter.rivalIds}) and (rival->>'place')::int < (own->>'place')::int))
    order by answer_id desc limit ${filter.limit}`.execute(db)
  return rows.map(({ id }) => id)
}
