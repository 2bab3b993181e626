import robotsParser from 'robots-parser'
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
  const rules = parseRobots(url, answer.body.slice(0, 500 * 1024))
  return {
    state: 'rules',
    // Undefined for an address of another host, which these rules say nothing on.
    allows: (token, page) => rules.isAllowed(page, token) !== false,
    sitemaps: rules.getSitemaps().slice(0, 10),
  }
}

// A CommonJS module whose types declare a default export that it does not have: the function is the module itself.
const parseRobots = robotsParser as unknown as typeof robotsParser.default
