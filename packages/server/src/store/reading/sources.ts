import { portionsOf } from '../../base/portions.ts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../base/db/db.ts'
import { withinIds } from '../../base/db/id-span.ts'

export type SourcePageRow = {
  url: string | null
  domain: string
  site: string
  title: string | null
  owner: 'own' | 'competitor' | 'third_party'
  entityId: string | null
}

export type SourceUseRow = {
  answerId: string
  promptId: string
  platform: string
  /** UTC day of the answer, YYYY-MM-DD. */
  day: string
  cited: string[]
  /** How often the text points at each. */
  citedTimes: number[]
  listed: string[]
  /** Null: the platform never tells. */
  searches: string[] | null
  /** Entities that the answer names. */
  named: string[]
  /** Of all that is exported of the answer: another one makes its rows new. */
  digest: Buffer
}

/** The same page has the same id, whoever stores it first. */
export const pageIdOf = ({ url, domain }: Pick<SourcePageRow, 'url' | 'domain'>): string => {
  const hash = createHash('sha256')
    .update(`${url ?? ''}\n${domain}`)
    .digest('hex')
  return [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)].join('-')
}

/** A statement of so many is written in some milliseconds. */
const PAGES_AT_ONCE = 5_000

/** Each page once. Owners follow the names of the day; a title stays until another is told. */
export async function savePages(
  db: Db,
  organizationId: string,
  brandId: string,
  pages: Map<string, SourcePageRow>,
): Promise<void> {
  // In one order over all portions, that of uuids: two writers of the same pages never wait for each other in turn.
  const pageIds = [...pages.keys()].toSorted()
  for (const portion of portionsOf(pageIds, PAGES_AT_ONCE)) {
    const rows = portion.flatMap((pageId) => {
      const page = pages.get(pageId)
      return page ? [{ ...page, pageId }] : []
    })
    await savePortion(db, organizationId, brandId, rows)
  }
}

async function savePortion(
  db: Db,
  organizationId: string,
  brandId: string,
  rows: (SourcePageRow & { pageId: string })[],
): Promise<void> {
  await sql`
    insert into source_page (organization_id, brand_id, page_id, url, domain, site, title, owner, entity_id)
    select ${organizationId}, ${brandId}, "pageId", url, domain, site, title, owner, "entityId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as found (
      "pageId" uuid, url text, domain text, site text, title text, owner text, "entityId" text)
    order by "pageId"
    on conflict (organization_id, brand_id, page_id) do update set
      title = coalesce(excluded.title, source_page.title), site = excluded.site, owner = excluded.owner, entity_id = excluded.entity_id
    where (source_page.site, source_page.owner, source_page.entity_id) is distinct from (excluded.site, excluded.owner, excluded.entity_id)
      or coalesce(excluded.title, source_page.title) is distinct from source_page.title`.execute(db)
}

/** With two hundred sources each a statement of so many is written in some ten milliseconds. */
const USES_AT_ONCE = 100

/**
 * What the answers draw on, in place of what was stored. What says the same keeps its stamp. Names and pages that an answer has
 * no more are kept as dropped: those that it still has, or has again, are taken out by a statement of their own, because an
 * insert's conflict clause may hold no query on Citus.
 */
export async function saveUses(
  db: Db,
  organizationId: string,
  brandId: string,
  uses: SourceUseRow[],
  changedAt: Date,
): Promise<void> {
  for (const portion of portionsOf(uses, USES_AT_ONCE))
    await saveUsesPortion(db, organizationId, brandId, portion, changedAt)
}

async function saveUsesPortion(
  db: Db,
  organizationId: string,
  brandId: string,
  uses: SourceUseRow[],
  changedAt: Date,
): Promise<void> {
  const values = uses.map((use) => ({
    organization_id: organizationId,
    answer_id: use.answerId,
    brand_id: brandId,
    prompt_id: use.promptId,
    platform: use.platform,
    day: use.day,
    cited: use.cited,
    cited_times: use.citedTimes,
    listed: use.listed,
    searches: use.searches,
    changed_at: changedAt,
    named: use.named,
    digest: use.digest,
    exported_at: changedAt,
  }))
  const written = await db
    .insertInto('source_use')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'answer_id'])
        .doUpdateSet((eb) => ({
          cited: eb.ref('excluded.cited'),
          cited_times: eb.ref('excluded.cited_times'),
          listed: eb.ref('excluded.listed'),
          searches: eb.ref('excluded.searches'),
          changed_at: sql<Date>`case when ${SAME_SOURCES} then source_use.changed_at else excluded.changed_at end`,
          named: eb.ref('excluded.named'),
          dropped: sql<string[]>`source_use.dropped || source_use.named`,
          dropped_pages: sql<string[]>`case when ${SAME_SOURCES} then source_use.dropped_pages
            else source_use.dropped_pages || source_use.cited || source_use.listed end`,
          digest: eb.ref('excluded.digest'),
          exported_at: eb.ref('excluded.exported_at'),
        }))
        .where(sql<boolean>`source_use.digest <> excluded.digest or not ${SAME_SOURCES}`),
    )
    .returning([
      'answer_id as answerId',
      sql<boolean>`dropped && named or dropped_pages && (cited || listed)`.as('hasBoth'),
    ])
    .execute()
  const kept = written.flatMap(({ answerId, hasBoth }) => (hasBoth ? [answerId] : []))
  if (kept.length > 0) await keepPresent(db, organizationId, kept)
}

/** What an answer names or draws on is not dropped. */
async function keepPresent(db: Db, organizationId: string, answerIds: string[]): Promise<void> {
  await sql`
    update source_use set dropped = array(select unnest(dropped) except select unnest(named)),
      dropped_pages = array(select unnest(dropped_pages) except select unnest(cited || listed))
    where organization_id = ${organizationId} and answer_id = any(${answerIds}) and ${withinIds('answer_id', answerIds)}`.execute(
    db,
  )
}

/** Answers that were read once and cannot be any more: nothing is known of them, and their names and pages are told as dropped. */
export async function emptyUses(db: Db, organizationId: string, answerIds: string[], changedAt: Date): Promise<void> {
  if (answerIds.length === 0) return
  await sql`
    update source_use set cited = '{}', cited_times = '{}', listed = '{}', searches = null, changed_at = ${changedAt},
      dropped = dropped || named, named = '{}', dropped_pages = dropped_pages || cited || listed, digest = '', exported_at = ${changedAt}
    where organization_id = ${organizationId} and answer_id = any(${answerIds}) and ${withinIds('answer_id', answerIds)}
      and digest <> ''`.execute(db)
}

const SAME_SOURCES = sql`((source_use.cited, source_use.cited_times, source_use.listed, source_use.searches)
  is not distinct from (excluded.cited, excluded.cited_times, excluded.listed, excluded.searches))`

/** Without those that were emptied. */
export async function usesByIds(db: Db, organizationId: string, answerIds: string[]): Promise<SourceUseRow[]> {
  const { rows } = await sql<SourceUseRow>`
    select answer_id as "answerId", prompt_id as "promptId", platform, day::text as day, cited, cited_times as "citedTimes", listed, searches, named, digest
    from source_use where organization_id = ${organizationId} and answer_id = any(${answerIds})
      and ${withinIds('answer_id', answerIds)} and digest <> ''`.execute(db)
  return rows
}

/** By id. */
export async function pagesByIds(
  db: Db,
  organizationId: string,
  brandId: string,
  pageIds: string[],
): Promise<Map<string, SourcePageRow>> {
  const { rows } = await sql<SourcePageRow & { pageId: string }>`
    select page_id as "pageId", url, domain, site, title, owner, entity_id as "entityId"
    from source_page where organization_id = ${organizationId} and brand_id = ${brandId} and page_id = any(${pageIds}::uuid[])`.execute(
    db,
  )
  return new Map(rows.map(({ pageId, ...page }) => [pageId, page]))
}
