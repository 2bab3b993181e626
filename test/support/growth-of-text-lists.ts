import { parsing } from '../../packages/server/src/http/json-body.ts'
import { readPage } from '../../packages/server/src/engine/advising/auditing/page.ts'
import { readRobots } from '../../packages/server/src/engine/advising/auditing/robots.ts'
import { readSitemap } from '../../packages/server/src/engine/advising/auditing/sitemap.ts'
import { startDiscovery } from '../../packages/server/src/engine/measuring/discovery/discovery.ts'
import { makeLexicon } from '../../packages/server/src/engine/reading/names/lexicon.ts'
import { sentimentLexicon } from '../../packages/server/src/engine/reading/text/sentiment-lexicon.ts'
import { recurringClaims } from '../../packages/server/src/engine/advising/recommending/claims.ts'
import { cutIntoPieces } from '../../packages/web/src/pages/answers/pieces.ts'
import { namesShape } from '../../packages/sdk/src/resources/brands.ts'
import { listsGrowing, range } from './growing-lists.ts'

const lexicon = makeLexicon()
const judging = sentimentLexicon()
/** `Zora`, `Zorb` …: letters only, so that each is a name. */
const nameOf = (at: number): string =>
  `Zor${at.toString(26).replaceAll(/./g, (sign) => String.fromCharCode(97 + Number.parseInt(sign, 26)))}x`

const entity = (name: string) => ({
  id: name,
  kind: 'competitor' as const,
  name,
  aliases: [],
  excludedNames: [],
  domains: [],
  caseSensitive: false,
})

/** All steps at once, so that they can be counted. */
const parseWhole = (bytes: Buffer): unknown[] => [...parsing(bytes, false)]

function discovered(names: number, tracked: number): unknown {
  const discovery = startDiscovery(range(tracked).map((at) => entity(`Qua${nameOf(at)}`)), lexicon) // prettier-ignore
  const text = range(names).map((at) => `- **${nameOf(at)}** is good\n`).join('') // prettier-ignore
  for (const id of ['1', '2']) discovery.read({ id, prompt: 'best tool', text })
  return discovery.names(2)
}

const robots = (body: string): unknown => {
  const answer = { kind: 'answered' as const, status: 200, headers: {}, body }
  const rules = readRobots({ url: 'https://a.b/robots.txt', crawler: null, answer })
  return ['GPTBot', 'Bingbot', 'a'].map((token) => rules.allows(token, `https://a.b/${'a'.repeat(50)}`))
}

/** What strangers send in lists: names in an answer, names that are tracked, rules, elements, words, mentions. */
export const readers = listsGrowing({
  'names in a list': (n) => discovered(n / 4, 10),
  'tracked names': (n) => discovered(10, n * 4),
  'names and tracked names': (n) => discovered(n / 10, n),
  'robots.txt: names above rules': (n) =>
    robots(range(n).map((at) => `User-agent: a${at}\n`).join('') + 'Disallow: /b\n'.repeat(n)),
  'robots.txt: the same names and rules': (n) => robots('User-agent: GPTBot\nUser-agent: a\nDisallow: *b\n'.repeat(n)),
  'robots.txt: stars': (n) => robots(`User-agent: *\nDisallow: ${'*a'.repeat(n)}\nDisallow: ${'*'.repeat(n)}b\n`),
  'a page: elements in one another, closed by others': (n) => readPage(`${'<b>'.repeat(n * 8)}${'</i>'.repeat(n * 8)}`),
  'a page: forms': (n) => readPage('<div><form>'.repeat(n * 8)),
  'a page: directives': (n) => readPage('<meta name="robots" content="noindex">'.repeat(n)),
  'a page: types': (n) => readPage(`<script type="application/ld+json">${JSON.stringify({ '@type': range(n).map(String) })}</script>`),
  'a page: data in one another': (n) => readPage(`<script type="application/ld+json">${'['.repeat(n)}${']'.repeat(n)}</script>`),
  'a sitemap: elements in one another': (n) => readSitemap(`<urlset>${'<url>'.repeat(n * 8)}${'</a>'.repeat(n * 8)}`),
  'claims: parts of answers': (n) =>
    recurringClaims(range(n).map((at) => ({ answerId: `${at}`, promptId: `${at % 9}`, platform: 'p', text: `w${at} slow sync`, sites: [] })), [], () => false, judging),
  'claims: a part of one word': (n) =>
    recurringClaims(range(4).map((at) => ({ answerId: `${at}`, promptId: `${at}`, platform: 'p', text: 'q'.repeat(n * 10), sites: [] })), [], () => false, judging),
  'mentions marked in an answer': (n) =>
    cutIntoPieces('word '.repeat(n), range(n).map((at) => ({ start: at * 5, end: at * 5 + 4 })), { start: 2, end: n }),
  'objects of a body': (n) => parseWhole(Buffer.from(JSON.stringify(range(n).map((at) => ({ [`k${at}`]: at }))))),
  'slashes behind a domain': (n) => namesShape.domains.safeParse([`${'/'.repeat(n * 10)}\na`]),
}) // prettier-ignore
