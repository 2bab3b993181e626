import { sql } from 'kysely'
import type { Db } from '../../base/db/db.ts'

/** `body` as the engine made it. */
export type SiteAuditRow = { domain: string; checkedAt: Date; body: unknown }

/** In the order of their domains' names. */
export async function listSiteAudits(db: Db, organizationId: string, brandId: string): Promise<SiteAuditRow[]> {
  const rows = await db
    .selectFrom('site_audit')
    .select(['domain', 'checked_at', 'body'])
    .where('organization_id', '=', organizationId)
    .where('brand_id', '=', brandId)
    .orderBy('domain')
    .execute()
  return rows.map(({ domain, checked_at, body }) => ({ domain, checkedAt: checked_at, body }))
}

/** The newest takes the place of the one before. */
export async function saveSiteAudit(
  db: Db,
  organizationId: string,
  brandId: string,
  { domain, checkedAt, body }: SiteAuditRow,
): Promise<void> {
  const columns = { checked_at: checkedAt, body: JSON.stringify(body) }
  await db
    .insertInto('site_audit')
    .values({ organization_id: organizationId, brand_id: brandId, domain, ...columns })
    .onConflict((conflict) => conflict.columns(['organization_id', 'brand_id', 'domain']).doUpdateSet(columns))
    .execute()
}

/** Domains that are no longer the brand's. */
export async function deleteSiteAuditsExcept(
  db: Db,
  organizationId: string,
  brandId: string,
  domains: string[],
): Promise<void> {
  await sql`delete from site_audit where organization_id = ${organizationId} and brand_id = ${brandId}
    and not domain = any(${domains}::text[])`.execute(db)
}

/** Pages of the brand's own that answers drew on, most used first. */
export async function ownPagesUsed(db: Db, organizationId: string, brandId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ url: string }>`
    select page.url from source_page page
    join source_use use on use.organization_id = page.organization_id and use.brand_id = page.brand_id
      and page.page_id = any(use.cited || use.listed)
    where page.organization_id = ${organizationId} and page.brand_id = ${brandId} and page.owner = 'own' and page.url is not null
      and use.day >= (select max(day) - 27 from source_use
        where organization_id = ${organizationId} and brand_id = ${brandId})
    group by page.url order by count(*) desc, page.url limit ${limit}`.execute(db)
  return rows.map(({ url }) => url)
}
