import { isDeepStrictEqual } from 'node:util'
import type { SiteAudit, SiteDocuments } from '../../engine/advising/auditing/audit.ts'
import { auditSiteJob, scoreJob, type Jobs } from '../../jobs/kinds.ts'
import { brandById } from '../../store/measuring/brands.ts'
import { enqueue } from '../../base/queue/jobs.ts'
import {
  deleteSiteAuditsExcept,
  listSiteAudits,
  ownPagesUsed,
  saveSiteAudit,
} from '../../store/advising/site-audits.ts'
import type { Fetched } from '../../engine/advising/auditing/fetched.ts'
import type { TextReading } from '../../threads/text-threads.ts'
import type { Pipeline } from '../context.ts'
import { fetchSite, type SiteDoor } from './fetch-site.ts'

/** More domains than these are rarely sites of their own. */
export const AUDITED_DOMAINS = 3
const PAGES = 5
const WEEK_MS = 7 * 24 * 3_600_000

type Needs = Pick<Pipeline, 'database' | 'now' | 'threads'> & {
  /** Null: this installation examines no sites. */
  site: SiteDoor | null
}

/** Examines a brand's own sites, appoints the next examination, and lets the advice be drawn anew if something changed. */
export async function auditSite(
  { database, now, threads, site }: Needs,
  { organizationId, brandId }: Jobs['audit-site'],
): Promise<void> {
  const db = database.reader(organizationId)
  const brand = await brandById(db, organizationId, brandId)
  if (!brand || !site) return
  const domains = brand.domains.slice(0, AUDITED_DOMAINS)
  const pages = await ownPagesUsed(db, organizationId, brandId, 50)
  const audits: { domain: string; body: SiteAudit }[] = []
  for (const domain of domains) {
    const sitemapsOf = async (robots: Fetched): Promise<string[]> =>
      (await threads.one(organizationId, 'sitemaps', null, robots)).value ?? []
    const fetched = await fetchSite(site, domain, pagesOf(domain, pages), sitemapsOf)
    const documents = await readable(threads, organizationId, fetched)
    if (!documents) continue
    const { value } = await threads.together(organizationId, 'auditSite', null, [documents])
    audits.push({ domain, body: value })
  }
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

/**
 * The documents without pages that take too long to read. Null where that is one on which all the rest depends: nothing is
 * concluded from what was not read, and the examination before stands.
 */
async function readable(
  threads: TextReading,
  organizationId: string,
  { robots, pages: [home, ...others], asCrawlers, sitemaps }: SiteDocuments,
): Promise<SiteDocuments | null> {
  const read = async (documents: readonly Fetched[]): Promise<Fetched[]> => {
    const reads = await threads.each(organizationId, 'document', null, documents)
    return documents.filter((_, at) => reads[at]?.unread === null)
  }
  const needed = [robots, ...(home ? [home] : []), ...sitemaps]
  if ((await read(needed)).length < needed.length) return null
  return {
    robots,
    pages: [...(home ? [home] : []), ...(await read(others))],
    // Of these only how they were answered counts.
    asCrawlers: asCrawlers.map(withoutBody),
    sitemaps,
  }
}

const withoutBody = (document: Fetched): Fetched =>
  document.answer.kind === 'answered' ? { ...document, answer: { ...document.answer, body: '' } } : document

const pagesOf = (domain: string, pages: readonly string[]): string[] =>
  pages
    .filter((url) => {
      const host = URL.parse(url)?.hostname.replace(/^www\./, '')
      return host === domain
    })
    .slice(0, PAGES)
