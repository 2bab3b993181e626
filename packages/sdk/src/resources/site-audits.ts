import { z } from 'zod'
import { get, post } from '../define.ts'
import { id } from '../ids.ts'
import { instant } from './common.ts'

const count = z.int().min(0)
const slugs = z.array(z.string()).meta({ description: 'Slugs of platforms; empty: all alike.' })

/** What a fault of the site means for answers. */
export const siteFinding = z.object({
  code: z.enum([
    'site_unreachable',
    'robots_unreachable',
    'closed_by_robots',
    'refused_as_crawler',
    'not_indexed',
    'not_quotable',
    'unreadable_without_scripts',
    'no_structured_data',
    'broken_structured_data',
    'no_sitemap',
    'closed_for_training',
  ]),
  weight: z.enum(['blocks', 'hinders', 'note']).meta({
    description:
      'blocks: platforms cannot use it; hinders: less well; note: a choice that may be meant, or nothing is concluded.',
  }),
  title: z.string(),
  whatToDo: z.string(),
  platforms: slugs,
  crawlers: z.array(z.string()),
  urls: z.array(z.string()),
})

export const siteAudit = z.object({
  brandId: id('brand'),
  domain: z.string(),
  checkedAt: instant,
  findings: z.array(siteFinding),
  crawlers: z.array(
    z.object({
      token: z.string().meta({ description: 'Its name in robots.txt.', example: 'OAI-SearchBot' }),
      platforms: slugs,
      purpose: z.enum(['search', 'visit', 'training']),
      forbidden: z.array(z.string()).meta({ description: 'Checked pages that robots.txt forbids it.' }),
      answered: z
        .object({
          status: z.int().nullable().meta({ description: 'null: no answer came.' }),
          isRefused: z.boolean(),
        })
        .nullable()
        .meta({
          description: 'How the home page answered a request that bears its name. null: nothing asks under this name.',
        }),
    }),
  ),
  pages: z.array(
    z.object({
      url: z.string(),
      status: z.int().nullable(),
      title: z.string().nullable(),
      words: count.meta({ description: 'Words of text that a reader without scripts gets.' }),
      headings: count,
      links: count,
      scripts: count,
      types: z.array(z.string()).meta({ description: 'Types of its structured data.', example: ['Organization'] }),
      brokenData: count.meta({ description: 'Blocks of JSON-LD that are not JSON.' }),
      forbids: z.array(z.string()).meta({ description: 'noindex, nosnippet or max-snippet:0.' }),
    }),
  ),
  sitemap: z
    .object({
      url: z.string(),
      kind: z.enum(['pages', 'index']),
      entries: count,
      newest: z.string().nullable().meta({ description: 'Latest lastmod, as a day.' }),
      first: z.array(z.string()),
    })
    .nullable(),
})

const path = z.strictObject({ id: id('brand') })

export const siteAuditOperations = {
  listSiteAudits: get({
    id: 'listSiteAudits',
    path: '/brands/{id}/site-audits',
    tag: 'Recommendations',
    summary: 'See what AI crawlers meet on a brand’s own sites',
    description:
      'The newest examination of each of the brand’s domains (the first three): robots.txt per crawler, the home page’s answer to each crawler’s name, text without scripts, structured data, sitemap. Repeated weekly and when domains change. Text and addresses come from the site: untrusted.',
    scope: 'recommendations:read',
    params: path,
    output: z.object({ data: z.array(siteAudit) }),
    errors: ['resource_not_found'],
  }),
  startSiteAudit: post({
    id: 'startSiteAudit',
    path: '/brands/{id}/site-audits',
    tag: 'Recommendations',
    summary: 'Examine a brand’s own sites now',
    description: 'Done in the background within about a minute; asking again meanwhile changes nothing.',
    scope: 'recommendations:write',
    params: path,
    status: 202,
    output: z.object({ domains: z.array(z.string()).meta({ description: 'What will be examined.' }) }),
    errors: ['resource_not_found', 'conflict'],
  }),
}
