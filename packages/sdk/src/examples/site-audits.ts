import type { siteAuditOperations } from '../resources/site-audits.ts'
import { at, ids } from './common.ts'
import type { ExamplesOf } from './example.ts'

export const siteAuditExamples = {
  listSiteAudits: {
    output: {
      data: [
        {
          brandId: ids.brand,
          domain: 'fernhold.example',
          checkedAt: at,
          findings: [
            {
              code: 'closed_by_robots',
              weight: 'blocks',
              title: 'robots.txt closes the site to ChatGPT’s search',
              whatToDo: 'Allow OAI-SearchBot in robots.txt.',
              platforms: ['chatgpt'],
              crawlers: ['OAI-SearchBot'],
              urls: ['https://fernhold.example/'],
            },
          ],
          crawlers: [
            {
              token: 'OAI-SearchBot',
              platforms: ['chatgpt'],
              purpose: 'search',
              forbidden: ['https://fernhold.example/'],
              answered: { status: 200, isRefused: false },
            },
          ],
          pages: [
            {
              url: 'https://fernhold.example/',
              status: 200,
              title: 'Fernhold – CRM for small teams',
              words: 612,
              headings: 9,
              links: 48,
              scripts: 6,
              types: ['Organization'],
              brokenData: 0,
              forbids: [],
            },
          ],
          sitemap: {
            url: 'https://fernhold.example/sitemap.xml',
            kind: 'pages',
            entries: 34,
            newest: '2026-11-18',
            first: ['https://fernhold.example/'],
          },
        },
      ],
    },
  },
  startSiteAudit: { output: { domains: ['fernhold.example'] } },
} satisfies ExamplesOf<typeof siteAuditOperations>
