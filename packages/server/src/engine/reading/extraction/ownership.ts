import { parse } from 'tldts'
import type { EntityNames } from '../names/matcher.ts'

/** Whose page an answer points at. `site` groups pages: the registrable domain, `acme.co.uk` or `acme.github.io`. */
export type Ownership = { owner: 'own' | 'competitor' | 'third_party'; entityId: string | null; site: string }

/** Entities by their domains in ASCII form. */
export type Owners = Map<string, EntityNames>

/**
 * Made once per book. A public suffix owns nothing: whoever enters `github.io` does not own its users' pages. Of two
 * entities with the same domain the brand has it, then the smaller id.
 */
export function ownersOf(entities: EntityNames[]): Owners {
  const owners: Owners = new Map()
  for (const entity of entities) {
    for (const entered of entity.domains) {
      const host = asciiHost(entered)
      if (host === null || parse(host, rules).domain === null) continue
      const other = owners.get(host)
      if (other === undefined || comesFirst(entity, other)) owners.set(host, entity)
    }
  }
  return owners
}

/** By the longest entered domain that the page's host is or lies under; accepts an address or a host. */
export function ownerOf(address: string, owners: Owners): Ownership {
  const host = asciiHost(address)
  if (host === null) return { owner: 'third_party', entityId: null, site: address.toLowerCase() }
  const site = siteOf(address)
  for (let rest: string | null = host; rest !== null; rest = parentOf(rest)) {
    const entity = owners.get(rest)
    if (entity === undefined) continue
    return { owner: entity.kind === 'brand' ? 'own' : 'competitor', entityId: entity.id, site }
  }
  return { owner: 'third_party', entityId: null, site }
}

/** The key that groups pages, in the letters they came in; the host itself for IP addresses and bare names. */
export function siteOf(address: string): string {
  const host = asciiHost(address)
  if (host === null) return address.toLowerCase()
  const { domain } = parse(host, rules)
  const readable = readableHost(address) ?? host
  if (domain === null) return host.startsWith('[') ? host : readable
  return readable.split('.').slice(-domain.split('.').length).join('.')
}

/** Private suffixes count as suffixes: a page at `acme.github.io` is Acme's, not GitHub's. */
const rules = { allowPrivateDomains: true, validateHostname: false }

function comesFirst(entity: EntityNames, other: EntityNames): boolean {
  if (entity.kind !== other.kind) return entity.kind === 'brand'
  return entity.id < other.id
}

function parentOf(host: string): string | null {
  const dot = host.indexOf('.')
  return dot < 0 ? null : host.slice(dot + 1)
}

/** Lower case, IDN as punycode, without `www.`; null when it is no address. */
function asciiHost(address: string): string | null {
  const absolute = /^[a-z][a-z\d+.-]{0,30}:\/\//i.test(address) ? address : `https://${address}`
  if (!URL.canParse(absolute)) return null
  const host = withoutWww(new URL(absolute).hostname.replace(/\.$/, ''))
  return host === '' ? null : host
}

/** The host as written, lower case, without `www.`. */
function readableHost(address: string): string | null {
  const host = /^(?:[a-z][a-z\d+.-]{0,30}:\/\/)?(?:[^/?#@]{0,200}@)?([^/?#:\s]{1,255})/i.exec(address)?.[1]
  if (host === undefined) return null
  return withoutWww(
    host
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[。．]/g, '.')
      .replace(/\.$/, ''),
  )
}

function withoutWww(host: string): string {
  return host.startsWith('www.') && host.indexOf('.', 4) > 0 ? host.slice(4) : host
}
