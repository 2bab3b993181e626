import { isDeepStrictEqual } from 'node:util'
import { auditSite as audit, type SiteAudit } from '../engine/auditing/audit.ts'
import { auditSiteJob, scoreJob, type Jobs } from '../jobs/kinds.ts'
import { brandById } from '../store/brands.ts'
import { enqueue } from '../store/queue.ts'
import { deleteSiteAuditsExcept, listSiteAudits, ownPagesUsed, saveSiteAudit } from '../store/site-audits.ts'
import type { Pipeline } from './context.ts'
import { fetchSite, type SiteDoor } from './fetch-site.ts'

/** More domains than these are rarely sites of their own. */
export const AUDITED_DOMAINS = 3
const PAGES = 5
const WEEK_MS = 7 * 24 * 3_600_000

type Needs = Pick<Pipeline, 'database' | 'now'> & {
  /** Null: this installation examines no sites. */
  site: SiteDoor | null
}

/** Examines a brand's own sites, appoints the next examination, and lets the advice be drawn anew if something changed. */
export async function auditSite(
  { database, now, site }: Needs,
  { organizationId, brandId }: Jobs['audit-site'],
): Promise<void> {
  const db = database.reader(organizationId)
  const brand = await brandById(db, organizationId, brandId)
  if (!brand || !site) return
  const domains = brand.domains.slice(0, AUDITED_DOMAINS)
  const pages = await ownPagesUsed(db, organizationId, brandId, 50)
  const audits: { domain: string; body: SiteAudit }[] = []
  for (const domain of domains)
    audits.push({ domain, body: audit(await fetchSite(site, domain, pagesOf(domain, pages))) })
  await database.transaction(organizationId, async (db) => {
    const before = await listSiteAudits(db, organizationId, brandId)
    await deleteSiteAuditsExcept(db, organizationId, brandId, domains)
    const checkedAt = now()
    for (const { domain, body } of audits) await saveSiteAudit(db, organizationId, brandId, { domain, checkedAt, body })
    const wasFound = before.map(({ domain, body }) => ({ domain, findings: (body as SiteAudit).findings }))
    const isFound = audits
      .map(({ domain, body }) => ({ domain, findings: body.findings }))
      .toSorted((one, other) => (one.domain < other.domain ? -1 : 1))
    await enqueue(db, [
      ...(domains.length > 0
        ? [auditSiteJob({ organizationId, brandId }, new Date(checkedAt.getTime() + WEEK_MS))]
        : []),
      ...(isDeepStrictEqual(wasFound, isFound) ? [] : [scoreJob({ organizationId, brandId, runId: null })]),
    ])
  })
}

const pagesOf = (domain: string, pages: readonly string[]): string[] =>
  pages
    .filter((url) => {
      const host = URL.parse(url)?.hostname.replace(/^www\./, '')
      return host === domain
    })
    .slice(0, PAGES)
