import { isIP } from 'node:net'
import { isLoopbackAddress } from './public-address.ts'

/** Both false in production. */
export type TargetRules = {
  /** The developer's switch: http to this machine, on any port. */
  allowsLoopbackHttp?: boolean
  /** For tests, whose receivers cannot have the usual ports. */
  allowsAnyPort?: boolean
}

const MAX_LENGTH = 2_048
const PORTS = new Set(['', '8443'])
/** Control characters, white space, and what a parser may take for a slash. */
const STRANGE = /[\p{C}\p{Z}\\]/u
const DOTTED_NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** Names of one machine, one house or nobody: they never lead to the public internet. */
const PRIVATE_NAMES =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|svc|arpa|test|invalid|onion|alt)$/

/**
 * Whether an address that a stranger gives may be called at all, by its text alone. Where its name leads is checked at
 * each connection.
 * @returns null: it may; otherwise what is wrong with it, to be told to whoever gave it
 */
export function checkTarget(url: string, rules: TargetRules = {}): string | null {
  const target = readTarget(url, rules)
  return typeof target === 'string' ? target : null
}

/** The same: the address read, or what is wrong with it. */
export function readTarget(url: string, rules: TargetRules = {}): URL | string {
  if (url.length > MAX_LENGTH) return `Must have at most ${MAX_LENGTH} characters.`
  if (STRANGE.test(url)) return 'Must not contain spaces, control characters or backslashes.'
  const [, scheme] = /^(https?):\/\/[^/]/.exec(url) ?? []
  if (scheme === undefined || (scheme === 'http' && !rules.allowsLoopbackHttp))
    return 'Must start with https:// and a host name.'
  const target = URL.parse(url)
  if (!target) return 'Must be a valid URL.'
  if (url.includes('#')) return 'Must not have a fragment (#…).'
  const { username, password, port, hostname } = target
  if (username !== '' || password !== '') return 'Must not contain a user name or password.'
  if (scheme === 'http') return isThisMachine(hostname) ? target : 'Must start with https:// and a host name.'
  if (!PORTS.has(port) && !rules.allowsAnyPort) return 'Must use port 443 or 8443.'
  if (hostname.startsWith('[') || isIP(hostname) !== 0) return 'Must name a host, not an IP address.'
  if (hostname.length > 253 || !DOTTED_NAME.test(hostname) || PRIVATE_NAMES.test(hostname))
    return 'Must name a host of the public internet, such as hooks.example.com.'
  return target
}

const isThisMachine = (hostname: string): boolean =>
  hostname === 'localhost' || isLoopbackAddress(hostname.replaceAll(/[[\]]/g, ''))
