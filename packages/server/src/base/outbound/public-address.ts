import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** IANA's special-purpose blocks, the globally reachable ones among them too, and one address of a cloud's own. */
const SPECIAL_IPV4 = networksOf([
  '0.0.0.0/8', // this network
  '10.0.0.0/8',
  '100.64.0.0/10', // carriers' own; Alibaba's metadata
  '127.0.0.0/8',
  '168.63.129.16/32', // Azure's host, seen from its guests
  '169.254.0.0/16', // link-local; metadata of most clouds
  '172.16.0.0/12',
  '192.0.0.0/24', // protocol assignments; Oracle's metadata
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved; broadcast
])
/**
 * All that is assigned to the public. An allow list: mapped, compatible, translated (64:ff9b), unique-local, link-local,
 * site-local and SRv6 addresses lie outside of it by themselves.
 */
const PUBLIC_IPV6 = networksOf(['2000::/3'])
const SPECIAL_IPV6 = networksOf([
  '2001::/23', // protocol assignments; Teredo holds an IPv4 address
  '2001:db8::/32',
  '2002::/16', // 6to4 holds an IPv4 address
  '2620:4f:8000::/48',
  '3fff::/20',
])
const LOOPBACK = networksOf(['127.0.0.0/8', '::1/128'])

/** Whether an address, as a resolver or a socket gives it, belongs to the public internet: IPv6 by what is allowed, so that mapped and translated forms fall out (W32). */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !isWithin(address, SPECIAL_IPV4)
    case 6:
      return isWithin(address, PUBLIC_IPV6) && !isWithin(address, SPECIAL_IPV6)
    default:
      return false
  }
}

export const isLoopbackAddress = (address: string): boolean => isWithin(address, LOOPBACK)

/** A prefix of addresses of one family. */
export type Network = { bytes: number[]; prefix: number }

/** @param texts in CIDR notation. @throws on what is none */
export function networksOf(texts: readonly string[]): Network[] {
  return texts.map((text) => {
    const [address, prefix] = ipaddr.parseCIDR(text)
    return { bytes: address.toByteArray(), prefix }
  })
}

export function isWithin(address: string, networks: readonly Network[]): boolean {
  if (isIP(address) === 0) return false
  const bytes = ipaddr.parse(address.split('%')[0] ?? '').toByteArray()
  return networks.some((network) => network.bytes.length === bytes.length && samePrefix(network, bytes))
}

function samePrefix({ bytes, prefix }: Network, other: number[]): boolean {
  const whole = Math.floor(prefix / 8)
  const mask = 0xff & (0xff << (8 - (prefix % 8)))
  for (let index = 0; index < whole; index += 1) if (bytes[index] !== other[index]) return false
  return ((bytes[whole] ?? 0) & mask) === ((other[whole] ?? 0) & mask)
}
