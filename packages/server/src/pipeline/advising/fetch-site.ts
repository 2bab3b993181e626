import { gunzipSync } from 'node:zlib'
import type { SiteDocuments } from '../../engine/advising/auditing/audit.ts'
import { BROWSER_USER_AGENT, crawlers } from '../../engine/advising/auditing/crawlers.ts'
import { isOk, type Fetched } from '../../engine/advising/auditing/fetched.ts'

/** What the guarded door towards strangers' addresses does for an examination; a redirect is an answer. */
export type SiteDoor = {
  get(
    url: string,
    headers: Record<string, string>,
  ): Promise<
    | { kind: 'answered'; status: number; headers: Record<string, string>; bodyStart: Buffer }
    | { kind: 'failed'; reason: string }
    | { kind: 'aborted' }
  >
}

const MAX_REDIRECTS = 3
/** Asked at once: no site should feel it. */
const AT_ONCE = 2
const SITEMAPS = 2
const MAX_SITEMAP_BYTES = 4 * 1024 * 1024

/** Reads the addresses of sitemaps in a robots.txt. */
export type ReadSitemaps = (robots: Fetched) => Promise<string[]>

/** All that an audit of one domain reads. */
export async function fetchSite(
  door: SiteDoor,
  domain: string,
  pages: readonly string[],
  sitemapsOf: ReadSitemaps,
): Promise<SiteDocuments> {
  const home = await fetchPage(door, `https://${domain}/`, null)
  // Where the home page really is: its robots.txt holds for that host.
  const origin = new URL(home.url).origin
  const robots = await fetchPage(door, `${origin}/robots.txt`, null)
  const others = pages.filter((url) => url !== home.url)
  const named = (await sitemapsOf(robots)).slice(0, SITEMAPS)
  return {
    robots,
    pages: [home, ...(isOk(home.answer) ? await each(others, (url) => fetchPage(door, url, null)) : [])],
    asCrawlers: isOk(home.answer)
      ? await each(
          crawlers.flatMap(({ token, userAgent }) => (userAgent === null ? [] : [{ token, userAgent }])),
          (crawler) => fetchPage(door, home.url, crawler),
        )
      : [],
    sitemaps: await each(named.length > 0 ? named : [`${origin}/sitemap.xml`], (url) => fetchPage(door, url, null)),
  }
}

type AskedAs = { token: string; userAgent: string } | null

/** Follows redirects within the site; one that leads elsewhere is told as it stands. */
async function fetchPage(door: SiteDoor, url: string, crawler: AskedAs, redirects = 0): Promise<Fetched> {
  const answer = await door.get(url, {
    'user-agent': crawler?.userAgent ?? BROWSER_USER_AGENT,
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,text/plain;q=0.8,*/*;q=0.5',
    'accept-encoding': 'identity',
  })
  const token = crawler?.token ?? null
  if (answer.kind !== 'answered') {
    const reason = answer.kind === 'failed' ? answer.reason : 'aborted'
    return { url, crawler: token, answer: { kind: 'failed', reason } }
  }
  const next = answer.status >= 300 && answer.status < 400 ? nextOf(url, answer.headers['location']) : null
  if (next !== null && redirects < MAX_REDIRECTS) return fetchPage(door, next, crawler, redirects + 1)
  const { status, headers, bodyStart } = answer
  return { url, crawler: token, answer: { kind: 'answered', status, headers, body: textOf(url, bodyStart) } }
}

/** Null: it leads out of the site. */
function nextOf(url: string, location: string | undefined): string | null {
  const target = location === undefined ? null : URL.parse(location, url)
  if (!target) return null
  target.hash = ''
  const bare = ({ hostname }: URL): string => hostname.replace(/^www\./, '')
  const [from, to] = [bare(new URL(url)), bare(target)]
  return from === to || to.endsWith(`.${from}`) || from.endsWith(`.${to}`) ? target.href : null
}

/** Sitemaps are often kept compressed; one that is cut off or too large is none. */
function textOf(url: string, body: Buffer): string {
  if (!new URL(url).pathname.endsWith('.gz')) return body.toString('utf8')
  try {
    return gunzipSync(body, { maxOutputLength: MAX_SITEMAP_BYTES }).toString('utf8')
  } catch {
    return ''
  }
}

async function each<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += AT_ONCE)
    results.push(...(await Promise.all(items.slice(start, start + AT_ONCE).map(work))))
  return results
}
