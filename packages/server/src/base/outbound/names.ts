import { Resolver } from 'node:dns/promises'

/** All addresses of a name; empty when it has none. @throws an error with the resolver's code */
export type Resolve = (hostname: string) => Promise<string[]>

/** Codes of a resolver that say: the name has no such address. */
const ABSENT = new Set(['ENODATA', 'ENOTFOUND'])
const TIMEOUT_MS = 1_500
const TRIES = 2

/**
 * Asks the name servers, not the system's own lookup: that one waits in one of four threads which all of the process
 * shares, so that a few names whose servers never answer would hold up everybody else's.
 * @param servers `address:port`, instead of the system's
 */
export function createResolve(servers?: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (servers) resolver.setServers(servers)
  return async (hostname) => {
    // The name servers do not know it; only the developer's switch lets it come here.
    if (hostname === 'localhost') return ['127.0.0.1', '::1']
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    // IPv4 first: hosts without IPv6 have names with it.
    const addresses = [ipv4, ipv6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    const failed = [ipv4, ipv6].find((answer) => answer.status === 'rejected' && !ABSENT.has(codeOf(answer.reason)))
    if (failed?.status === 'rejected') throw failed.reason
    return []
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
