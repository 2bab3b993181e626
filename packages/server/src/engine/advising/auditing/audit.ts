import { crawlers, type Crawler } from './crawlers.ts'
import { isOk, type Fetched } from './fetched.ts'
import { directivesOf, readPage, type PageReading } from './page.ts'
import { readRobots, type RobotsRules } from './robots.ts'
import { readSitemap, type SitemapReading } from './sitemap.ts'

export type SiteDocuments = {
  /** `https://example.com/robots.txt` */
  robots: Fetched
  /** The site's pages as a browser gets them, the home page first. */
  pages: readonly Fetched[]
  /** The home page again, once as each crawler that asks. */
  asCrawlers: readonly Fetched[]
  sitemaps: readonly Fetched[]
}

export type CrawlerReport = Pick<Crawler, 'token' | 'platforms' | 'purpose'> & {
  /** Checked pages that robots.txt forbids it. */
  forbidden: string[]
  /** How the home page answered to its name; null: it was not asked. */
  answered: { status: number | null; isRefused: boolean } | null
}

export type PageReport = Omit<PageReading, 'directives'> & {
  url: string
  status: number | null
  /** What it forbids to all: `noindex`, `nosnippet`, `max-snippet:0`. */
  forbids: string[]
}

export type FindingCode =
  | 'site_unreachable'
  | 'robots_unreachable'
  | 'closed_by_robots'
  | 'refused_as_crawler'
  | 'not_indexed'
  | 'not_quotable'
  | 'unreadable_without_scripts'
  | 'no_structured_data'
  | 'broken_structured_data'
  | 'no_sitemap'
  | 'closed_for_training'

/** Something that keeps answers from drawing on the site, or makes it harder. */
export type Finding = {
  code: FindingCode
  /** `blocks`: platforms cannot use it; `hinders`: less well; `note`: a choice that may be meant. */
  weight: 'blocks' | 'hinders' | 'note'
  /** Slugs; empty: all platforms alike. */
  platforms: string[]
  crawlers: string[]
  urls: string[]
}

export type SiteAudit = {
  crawlers: CrawlerReport[]
  pages: PageReport[]
  sitemap: (SitemapReading & { url: string }) | null
  findings: Finding[]
}

/** Below it a page that runs scripts gives its reader nothing to quote: a menu and a footer have about as many. */
export const MIN_WORDS = 80

/** What AI crawlers meet on a brand's own site. Nothing is concluded about a site that no browser reaches either. */
export function auditSite(documents: SiteDocuments): SiteAudit {
  const rules = readRobots(documents.robots)
  const pages = documents.pages.map(reportPage)
  const sitemap = findSitemap(documents.sitemaps)
  const [home] = documents.pages
  if (!home || !isOk(home.answer)) {
    const unreachable = finding('site_unreachable', 'note', { urls: home ? [home.url] : [] })
    return { crawlers: [], pages, sitemap, findings: [unreachable] }
  }
  const reports = crawlers.map((crawler) => reportCrawler(crawler, rules, documents))
  const findings = [
    ...robotsFindings(rules, reports, documents.robots.url),
    ...refusals(reports, home.url),
    ...pageFindings(pages.filter(({ status }) => status !== null && status < 300)),
    ...(sitemap ? [] : [finding('no_sitemap', 'hinders')]),
  ]
  return { crawlers: reports, pages, sitemap, findings }
}

function finding(code: FindingCode, weight: Finding['weight'], about: Partial<Finding> = {}): Finding {
  return { code, weight, platforms: [], crawlers: [], urls: [], ...about }
}

function reportCrawler(crawler: Crawler, rules: RobotsRules, { pages, asCrawlers }: SiteDocuments): CrawlerReport {
  const { token, platforms, purpose } = crawler
  const asked = asCrawlers.find((fetched) => fetched.crawler === token)
  return {
    token,
    platforms,
    purpose,
    forbidden: pages.map(({ url }) => url).filter((url) => !rules.allows(token, url)),
    answered: asked
      ? { status: asked.answer.kind === 'answered' ? asked.answer.status : null, isRefused: !isOk(asked.answer) }
      : null,
  }
}

function reportPage({ url, answer }: Fetched): PageReport {
  const isHtml = isOk(answer) && !/^(?!.*html)./i.test(answer.headers['content-type'] ?? 'text/html')
  const { directives, ...reading } = readPage(isHtml ? answer.body : '')
  const header = answer.kind === 'answered' ? directivesOf(answer.headers['x-robots-tag'] ?? '') : []
  const forbids = [...header, ...(directives['robots'] ?? [])].flatMap((directive) =>
    directive === 'none' ? ['noindex'] : /^(noindex|nosnippet|max-snippet: ?0)$/.test(directive) ? [directive] : [],
  )
  return { url, status: answer.kind === 'answered' ? answer.status : null, ...reading, forbids: [...new Set(forbids)] }
}

function robotsFindings(rules: RobotsRules, reports: readonly CrawlerReport[], robotsUrl: string): Finding[] {
  if (rules.state === 'closed') return [finding('robots_unreachable', 'blocks', { urls: [robotsUrl] })]
  const closed = reports.filter(({ forbidden }) => forbidden.length > 0)
  const { training = [], answering = [] } = Object.groupBy(closed, ({ purpose }) =>
    purpose === 'training' ? 'training' : 'answering',
  )
  return [
    ...(answering.length > 0 ? [finding('closed_by_robots', 'blocks', about(answering))] : []),
    ...(training.length > 0 ? [finding('closed_for_training', 'note', about(training))] : []),
  ]
}

/** Its answer to the mere name of a crawler; a firewall that checks addresses may treat the true one better. */
function refusals(reports: readonly CrawlerReport[], homeUrl: string): Finding[] {
  const refused = reports.filter(({ answered, purpose }) => answered?.isRefused && purpose !== 'training')
  return refused.length > 0 ? [{ ...finding('refused_as_crawler', 'blocks', about(refused)), urls: [homeUrl] }] : []
}

function about(reports: readonly CrawlerReport[]): Partial<Finding> {
  return {
    platforms: [...new Set(reports.flatMap(({ platforms }) => platforms))],
    crawlers: reports.map(({ token }) => token),
    urls: [...new Set(reports.flatMap(({ forbidden }) => forbidden))],
  }
}

function pageFindings(pages: readonly PageReport[]): Finding[] {
  const where = (code: FindingCode, weight: Finding['weight'], has: (page: PageReport) => boolean): Finding[] => {
    const urls = pages.filter(has).map(({ url }) => url)
    return urls.length > 0 ? [finding(code, weight, { urls })] : []
  }
  return [
    ...where('not_indexed', 'blocks', ({ forbids }) => forbids.includes('noindex')),
    ...where('not_quotable', 'blocks', ({ forbids }) => forbids.some((directive) => directive.includes('snippet'))),
    ...where('unreadable_without_scripts', 'blocks', ({ words, scripts }) => words < MIN_WORDS && scripts > 0),
    ...where('broken_structured_data', 'hinders', ({ brokenData }) => brokenData > 0),
    ...(pages.every(({ types }) => types.length === 0)
      ? where('no_structured_data', 'hinders', ({ types, brokenData }) => types.length === 0 && brokenData === 0)
      : []),
  ]
}

function findSitemap(sitemaps: readonly Fetched[]): SiteAudit['sitemap'] {
  for (const { url, answer } of sitemaps) {
    const reading = isOk(answer) ? readSitemap(answer.body) : null
    if (reading && reading.entries > 0) return { ...reading, url }
  }
  return null
}
