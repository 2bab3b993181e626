import { sql } from 'kysely'
import { isLookedAt, type UseFilter } from '../reading/citations.ts'
import type { Db } from '../../base/db/db.ts'

export type SearchRow = {
  /** Of the folded search: what makes two searches one. */
  key: string
  search: string
  answers: number
  times: number
  platforms: string[]
  promptIds: string[]
  answerIds: string[]
  firstDay: string
  lastDay: string
}
export type SearchPosition = { answers: number; key: string }
export type SearchFilter = UseFilter & { promptId?: string | undefined }

/** Of a long search its beginning and a digest: a page's cursor holds it. */
const KEY = sql`case when length(folded) <= 100 then folded
  else left(folded, 100) || encode(sha256(convert_to(folded, 'UTF8')), 'hex') end`

/** Characters of a search that are shown: a platform may search for a whole page of text. */
const SHOWN = 1_000

/** Of most answers first, then by text; one more than asked for. */
export async function listSearches(
  db: Db,
  organizationId: string,
  brandId: string,
  filter: SearchFilter & { limit: number; after: SearchPosition | null },
): Promise<SearchRow[]> {
  const { after } = filter
  const { rows } = await sql<SearchRow>`
    with by_answer as (
      select ${KEY} collate "C" as key, mode() within group (order by btrim(search)) as search,
             answer_id, prompt_id, platform, day, count(*) as times
      from source_use, unnest(searches) as search, lower(regexp_replace(btrim(search), '\\s+', ' ', 'g')) as folded
      where ${isLookedAt(organizationId, brandId, filter)} and btrim(search) <> ''
        and (${filter.promptId ?? null}::text is null or prompt_id = ${filter.promptId ?? null})
      group by 1, 3, 4, 5, 6),
    counted as (
      select key, left(mode() within group (order by search), ${SHOWN}) as search, count(*) as answers, sum(times) as times,
             array_agg(distinct platform) as platforms, (array_agg(distinct prompt_id))[1:5] as "promptIds",
             (array_agg(answer_id order by answer_id desc))[1:5] as "answerIds", min(day)::text as "firstDay", max(day)::text as "lastDay"
      from by_answer group by 1)
    select * from counted
    where ${after === null ? sql`true` : sql`(-answers, key) > (-${after.answers}::bigint, ${after.key}::text collate "C")`}
    order by answers desc, key limit ${filter.limit + 1}`.execute(db)
  return rows
}

/** Each platform's valid answers, and how many of them tell their searches. */
export async function searchesTold(
  db: Db,
  organizationId: string,
  brandId: string,
  filter: SearchFilter,
): Promise<{ platform: string; answers: number; answersTelling: number }[]> {
  const { rows } = await sql<{ platform: string; answers: number; answersTelling: number }>`
    select platform, count(*) as answers, count(searches) as "answersTelling" from source_use
    where ${isLookedAt(organizationId, brandId, filter)}
      and (${filter.promptId ?? null}::text is null or prompt_id = ${filter.promptId ?? null})
    group by 1 order by 1`.execute(db)
  return rows
}
