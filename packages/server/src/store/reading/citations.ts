import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../base/db/db.ts'
import { withinDays } from '../../base/db/id-span.ts'

/** Which answers are looked at. */
export type UseFilter = {
  /** Both inclusive, YYYY-MM-DD. */
  from: string
  to: string
  /** Answers stored later are left out, so that the pages of one list agree. */
  until: string
  platform?: string | undefined
}
export type GroupBy = 'domain' | 'page'

export type CitationRow = {
  /** Site or page id. */
  key: string
  domain: string
  url: string | null
  title: string | null
  owner: 'own' | 'competitor' | 'third_party'
  entityId: string | null
  answers: number
  citations: number
  answersListing: number
  platforms: string[]
  promptIds: string[]
  answerIds: string[]
  firstDay: string
  lastDay: string
}
type CitationFilter = { groupBy: GroupBy; owner?: string | undefined; domain?: string | undefined }
export type CitationPosition = { answers: number; answersListing: number; key: string }

/** Most cited first, then most listed, then by key; one more than asked for. */
export async function listCitations(
  db: Db,
  organizationId: string,
  brandId: string,
  filter: UseFilter & CitationFilter & { limit: number; after: CitationPosition | null },
): Promise<CitationRow[]> {
  const { after } = filter
  const { rows } = await sql<CitationRow>`
    with ${drawn(organizationId, brandId, filter)}, ${grouped(filter)}
    select * from grouped
    where ${
      after === null
        ? sql`true`
        : sql`(-answers, -"answersListing", key) > (-${after.answers}::bigint, -${after.answersListing}::bigint, ${after.key}::text collate "C")`
    }
    order by answers desc, "answersListing" desc, key limit ${filter.limit + 1}`.execute(db)
  return rows
}

/** Valid answers that a filter looks at. */
export async function countUses(db: Db, organizationId: string, brandId: string, filter: UseFilter): Promise<number> {
  const { rows } = await sql<{ answers: number }>`
    select count(*) as answers from source_use where ${isLookedAt(organizationId, brandId, filter)}`.execute(db)
  return rows[0]?.answers ?? 0
}

export const isLookedAt = (organizationId: string, brandId: string, filter: UseFilter): RawBuilder<boolean> =>
  sql<boolean>`source_use.organization_id = ${organizationId} and source_use.brand_id = ${brandId}
    and source_use.day between ${filter.from} and ${filter.to} and ${withinDays('source_use.answer_id', filter)} and source_use.changed_at <= ${filter.until}
    and (${filter.platform ?? null}::text is null or source_use.platform = ${filter.platform ?? null})`

/** One row an answer and page. */
export const drawn = (organizationId: string, brandId: string, filter: UseFilter): RawBuilder<unknown> => sql`
  used as (select * from source_use where ${isLookedAt(organizationId, brandId, filter)}),
  drawn as (
    select answer_id, prompt_id, platform, day, drawn_on.page_id, drawn_on.times, drawn_on.is_cited, page.url, page.domain, page.site, page.title, page.owner, page.entity_id
    from used cross join lateral (
      select page_id, times, true as is_cited from unnest(used.cited, used.cited_times) as pointed_at (page_id, times)
      union all
      select page_id, 0, false from unnest(used.listed) as shown (page_id)) as drawn_on
    join source_page page on page.organization_id = ${organizationId} and page.brand_id = ${brandId} and page.page_id = drawn_on.page_id)`

export const keyOf = (groupBy: GroupBy): RawBuilder<string> => (groupBy === 'domain' ? sql`site` : sql`page_id::text`)

/** First by answer and source, as an answer counts once however many pages of a domain it points at. */
const grouped = ({ groupBy, owner, domain }: CitationFilter): RawBuilder<unknown> => sql`
  by_answer as (
    select ${keyOf(groupBy)} as key, answer_id, prompt_id, platform, day, bool_or(is_cited) as is_cited, sum(times) as times,
           min((case owner when 'own' then '1' when 'competitor' then '2' else '3' end) || coalesce(entity_id, '')) as owned,
           ${described(groupBy)}
    from drawn where (${owner ?? null}::text is null or owner = ${owner ?? null})
      and (${domain ?? null}::text is null or site = ${domain ?? null})
    group by 1, 2, 3, 4, 5),
  grouped as (
    select key collate "C" as key, min(domain) as domain, min(url) as url, min(title) as title,
           (array['own', 'competitor', 'third_party'])[left(min(owned), 1)::int] as owner, nullif(substr(min(owned), 2), '') as "entityId",
           count(*) filter (where is_cited) as answers, sum(times) as citations,
           count(*) filter (where not is_cited) as "answersListing",
           array_agg(distinct platform) as platforms, (array_agg(distinct prompt_id))[1:20] as "promptIds",
           (array_agg(answer_id order by answer_id desc))[1:5] as "answerIds", min(day)::text as "firstDay", max(day)::text as "lastDay"
    from by_answer group by 1)`

/** All pages of a key agree in what is shown of them. */
export const described = (groupBy: GroupBy): RawBuilder<unknown> =>
  groupBy === 'domain'
    ? sql`min(site) as domain, null::text as url, null::text as title`
    : sql`min(domain) as domain, min(url) as url, min(title) as title`
