import { Problem, type Brand } from '@sightline/sdk'
import type { SiteAudit } from '../../engine/advising/auditing/audit.ts'
import { describeFinding } from '../../engine/advising/auditing/words.ts'
import { auditSiteJob } from '../../jobs/kinds.ts'
import { enqueue } from '../../base/queue/jobs.ts'
import { listSiteAudits } from '../../store/advising/site-audits.ts'
import type { Context } from '../context.ts'
import type { Handlers } from '../dispatcher.ts'
import { audit, organizationOf, requireBrand } from '../tenant.ts'

export const siteAuditHandlers: Pick<Handlers, 'listSiteAudits' | 'startSiteAudit'> = {
  listSiteAudits: async (context, { params }) => {
    const brand = await requireBrand(context, params.id)
    const rows = await listSiteAudits(context.db, organizationOf(context), brand.id)
    return {
      data: rows.map(({ domain, checkedAt, body }) => {
        // Written by the pipeline as the engine made it; the output is held against the contract.
        const { crawlers, findings, ...found } = body as SiteAudit
        return {
          ...found,
          brandId: brand.id,
          domain,
          checkedAt: checkedAt.toISOString(),
          crawlers: crawlers.map((crawler) => ({ ...crawler, platforms: [...crawler.platforms] })),
          findings: findings.map((finding) => ({ ...finding, ...describeFinding(finding, domain) })),
        }
      }),
    }
  },

  startSiteAudit: async (context, { params }) => {
    const brand = await requireBrand(context, params.id)
    const domains = brand.domains.slice(0, context.services.auditedDomains)
    if (domains.length === 0)
      throw new Problem('conflict', {
        message:
          context.services.auditedDomains === 0
            ? 'This installation examines no sites (SIGHTLINE_SITE_AUDITS=off).'
            : 'The brand has no domains. Add one with PATCH /brands/{id} first.',
      })
    await enqueue(context.db, [auditSiteJob({ organizationId: organizationOf(context), brandId: brand.id })])
    await audit(context, 'site_audit.start', brand.id)
    return { domains }
  },
}

/** The brand's own sites are looked at when they are named, and weekly from then on. */
export async function sitesChanged(context: Context, brand: Brand): Promise<void> {
  if (context.services.auditedDomains === 0) return
  await enqueue(context.db, [auditSiteJob({ organizationId: organizationOf(context), brandId: brand.id })])
}
