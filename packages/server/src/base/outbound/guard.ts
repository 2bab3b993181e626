import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { buildConnector } from 'undici'
import type { Resolve } from './names.ts'
import { isLoopbackAddress, isPublicAddress, isWithin, type Network } from './public-address.ts'

export type GuardOptions = {
  resolve: Resolve
  connectTimeoutMs: number
  allowsLoopbackHttp: boolean
  /** Networks that count as public: for tests only. */
  allowedNetworks: readonly Network[]
  /** Authorities to trust instead of the usual ones: for tests only. */
  ca?: string
}

/** The same for every refused address, so that nobody learns from it what lives where. */
export class AddressNotAllowed extends Error {
  readonly code = 'address_not_allowed'
  constructor() {
    super('This address is not on the public internet.')
  }
}

/** The resolver knows the name, and it has no address. */
class NameNotFound extends Error {
  readonly code = 'ENOTFOUND'
}

/** The other side was gone before the connection was used. */
class ClosedAtOnce extends Error {
  readonly code = 'ECONNRESET'
}

/** Names may have many addresses; more than these are not tried one after another. */
const MAX_TRIED = 6
/** Of several addresses, the next is tried when one did not answer in this time. */
const NEXT_ADDRESS_MS = 1_000

type Allows = (address: string) => boolean

/**
 * Connects to the public internet and nowhere else. The addresses that were checked are those connected to, so that a name
 * cannot lead elsewhere a moment later.
 */
export function createGuard(options: GuardOptions): buildConnector.connector {
  const toHttps: Allows = (address) => isPublicAddress(address) || isWithin(address, options.allowedNetworks)
  const toHttp: Allows = (address) => options.allowsLoopbackHttp && isLoopbackAddress(address)
  const doors = { 'https:': doorTo(options, toHttps), 'http:': doorTo(options, toHttp) }
  return (target, callback) =>
    target.protocol === 'https:' || target.protocol === 'http:'
      ? doors[target.protocol](target, callback)
      : callback(new AddressNotAllowed(), null)
}

function doorTo(options: GuardOptions, allows: Allows): buildConnector.connector {
  const connect = buildConnector({
    timeout: options.connectTimeoutMs,
    lookup: guardedLookup(options.resolve, allows),
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    // Said here, because the environment (NODE_TLS_REJECT_UNAUTHORIZED) could say otherwise.
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    allowH2: false,
    ...(options.ca !== undefined && { ca: options.ca }),
  })
  return (target, callback) => {
    // The lookup is never asked about a literal address.
    if (isIP(target.hostname) !== 0 && !allows(target.hostname)) return callback(new AddressNotAllowed(), null)
    connect(target, (error, socket) => {
      if (error) return callback(error, null)
      const { remoteAddress } = socket
      if (remoteAddress !== undefined && allows(remoteAddress)) return callback(null, socket)
      socket.destroy()
      callback(remoteAddress === undefined ? new ClosedAtOnce() : new AddressNotAllowed(), null)
    })
  }
}

/** Refuses a name as soon as one of its addresses is not allowed. */
function guardedLookup(resolve: Resolve, allows: Allows): LookupFunction {
  const find = callbackify(async (hostname: string): Promise<LookupAddress[]> => {
    const addresses = await resolve(hostname)
    if (addresses.length === 0) throw new NameNotFound()
    if (!addresses.every(allows)) throw new AddressNotAllowed()
    return addresses.slice(0, MAX_TRIED).map((address) => ({ address, family: isIP(address) }))
  })
  return (hostname, options, callback) =>
    find(hostname, (error, found) => {
      const [first] = error ? [] : found
      if (options.all || !first) return callback(error, error ? [] : found)
      callback(null, first.address, first.family)
    })
}
