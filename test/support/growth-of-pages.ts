import { readPage, directivesOf } from '../../packages/server/src/engine/advising/auditing/page.ts'
import { readRobots } from '../../packages/server/src/engine/advising/auditing/robots.ts'
import { readSitemap } from '../../packages/server/src/engine/advising/auditing/sitemap.ts'
import type { Reader } from './growth.ts'

const fetched = (body: string, headers: Record<string, string> = {}) => ({
  url: 'https://a.b/robots.txt',
  crawler: null,
  answer: { kind: 'answered' as const, status: 200, headers, body },
})

const robotsOf = (text: string): unknown => {
  const rules = readRobots(fetched(`User-agent: *\n${text}`))
  return ['GPTBot', 'Bingbot'].map((token) => rules.allows(token, `https://a.b/${'a/'.repeat(500)}`))
}

/** What a brand's own site may send. */
const WORKS: Record<string, (text: string) => unknown> = {
  'a page': readPage,
  'a page with the text in each place': (text) =>
    readPage(`<title>${text}</title><meta name="robots" content="${text}"><div itemtype="${text}"><p>${text}</p>
      <script type="application/ld+json">${JSON.stringify({ '@type': text })}</script><a href="${text}">${text}</a>`),
  'a robots.txt': robotsOf,
  'a sitemap': readSitemap,
  'directives in a header': directivesOf,
} // prettier-ignore

export const readers: Reader[] = Object.entries(WORKS).map(([name, work]) => ({ name, makeFor: () => work }))
