import type { Fetched } from './fetched.ts'

export type RobotsRules = {
  /** `open`: nothing is forbidden (no file); `closed`: the file cannot be had, which crawlers take for a refusal. */
  state: 'rules' | 'open' | 'closed'
  allows(token: string, url: string): boolean
  sitemaps: string[]
}

/** RFC 9309: without a file all is allowed; while the server fails, nothing is. A part beyond 500 KiB is not read. */
export function readRobots({ url, answer }: Fetched): RobotsRules {
  if (answer.kind === 'failed' || answer.status >= 500) return { state: 'closed', allows: () => false, sitemaps: [] }
  const isFile = answer.status < 300 && !/^\s*</.test(answer.body)
  if (!isFile) return { state: 'open', allows: () => true, sitemaps: [] }
  const { groups, sitemaps } = parse(answer.body.slice(0, 500 * 1024))
  const origin = URL.parse(url)?.origin
  const rulesOf = remembered((agent: string) => rulesFor(groups, agent))
  const isAllowed = remembered((place: string) => {
    const [agent = '', path = ''] = place.split('\n')
    return isAllowedBy(rulesOf(agent) ?? [], path)
  })
  return {
    state: 'rules',
    allows: (token, page) => {
      const address = URL.parse(page)
      // These rules say nothing on an address of another host.
      if (address === null || address.origin !== origin) return true
      const agent = rulesOf(agentOf(token)) === null ? '*' : agentOf(token)
      return isAllowed(`${agent}\n${upperEscapes(address.pathname + address.search)}`)
    },
    sitemaps,
  }
}

/** Twelve crawlers ask for the same pages, mostly under the rules for all. */
function remembered<Result>(work: (of: string) => Result): (of: string) => Result {
  const known = new Map<string, Result>()
  return (of) => {
    if (!known.has(of)) known.set(of, work(of))
    // Set in the line above.
    return known.get(of) as Result
  }
}

/** Rules under names that share them: kept once, because a file may put thousands of names above thousands of rules. */
type Group = { agents: Set<string>; rules: Rule[]; hasRules: boolean }
type Rule = { pattern: string; isAllowing: boolean }

const MOST_SITEMAPS = 10

function parse(text: string): { groups: Group[]; sitemaps: string[] } {
  const groups: Group[] = []
  const sitemaps: string[] = []
  let isNaming = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [key, value] = fieldOf(line)
    if (key === '') continue
    if (key === 'user-agent') {
      if (!isNaming) groups.push({ agents: new Set(), rules: [], hasRules: false })
      if (value !== '') groups.at(-1)?.agents.add(agentOf(value))
    }
    isNaming = key === 'user-agent'
    if (key === 'sitemap' && value !== '' && sitemaps.length < MOST_SITEMAPS) sitemaps.push(value)
    const group = groups.at(-1)
    if (group === undefined || !/^(?:allow|disallow|crawl-delay)$/.test(key)) continue
    group.hasRules = true
    if (key !== 'crawl-delay' && value !== '')
      group.rules.push({ pattern: encoded(value), isAllowing: key === 'allow' })
  }
  return { groups, sitemaps }
}

/** Key in lower case and value of "Disallow: /a # not this"; empty where there is none. */
function fieldOf(line: string): [key: string, value: string] {
  const [said = ''] = line.split('#', 1)
  const colon = said.indexOf(':')
  return colon < 0 ? ['', ''] : [said.slice(0, colon).trim().toLowerCase(), said.slice(colon + 1).trim()]
}

/** Without its version: "GPTBot/1.2". */
const agentOf = (token: string): string => (token.toLowerCase().split('/', 1)[0] ?? '').trim()

/** Longest first, of two as long the one that allows; null where no group names the crawler. */
function rulesFor(groups: readonly Group[], agent: string): Rule[] | null {
  const named = groups.filter(({ agents, hasRules }) => hasRules && agents.has(agent))
  return named.length === 0
    ? null
    : named
        .flatMap(({ rules }) => rules)
        .toSorted((one, other) => other.pattern.length - one.pattern.length || +other.isAllowing - +one.isAllowing)
}

const isAllowedBy = (rules: readonly Rule[], path: string): boolean =>
  rules.find(({ pattern }) => matches(pattern, path))?.isAllowing ?? true

/**
 * `*` stands for anything, a `$` at the end for the path's end. Each part between two `*` is taken where it stands first
 * behind the one before: a later place would leave less room for those that follow.
 */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const [first = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  const last = isWhole ? parts.pop() : undefined
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const part of parts) {
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  if (!isWhole) return true
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last)
}

function encoded(pattern: string): string {
  try {
    return upperEscapes(encodeURI(pattern).replaceAll('%25', '%'))
  } catch {
    return pattern
  }
}

const upperEscapes = (path: string): string => path.replaceAll(/%[\da-f]{2}/gi, (escape) => escape.toUpperCase())
