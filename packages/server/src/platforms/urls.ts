import { BlockList, isIP } from 'node:net'
import { domainToUnicode } from 'node:url'
import { parse } from 'tldts'
import type { Source } from './platform.ts'

const maxUrlLength = 2048
const maxTitleLength = 500

/**
 * A page that a platform named, with its canonical URL (N12–N15, N17); null when it is no page of the public web.
 * `domainHint` is a domain, an address or a title that is a domain: it names the site behind a redirect that cannot be
 * unwrapped (N13); without a usable hint such a redirect is null, as it is good for its domain only.
 */
export function readSource(rawUrl: unknown, title?: unknown, domainHint?: unknown): Source | null {
  if (typeof rawUrl !== 'string') return null
  const wrapped = publicUrl(rawUrl.trim())
  const url = wrapped && unwrap(wrapped)
  if (!url) return null
  const isResolved = !isOpaque(url)
  const domain = isResolved ? domainOf(url.hostname) : (domainOfHint(domainHint) ?? domainOfHint(title))
  const canonical = isResolved ? canonicalUrl(url) : url.href
  if (domain === null || canonical === null) return null
  return {
    url: canonical,
    rawUrl: rawUrl.trim().slice(0, maxUrlLength).toWellFormed().replaceAll('\0', ''),
    isResolved,
    domain,
    title: readTitle(title, domain),
  }
}

/** http(s) and not of the local network (N15); parsing lowers scheme and host and drops the default port. */
function publicUrl(address: string): URL | null {
  const url = URL.parse(address)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || isLocal(url.hostname)) return null
  url.username = ''
  url.password = ''
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  return url
}

const localAddresses = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['224.0.0.0', 3],
] as const) {
  localAddresses.addSubnet(net, prefix, 'ipv4')
}
for (const [net, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  localAddresses.addSubnet(net, prefix, 'ipv6')
}

function isLocal(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const family = isIP(host)
  if (family !== 0) return localAddresses.check(host, family === 6 ? 'ipv6' : 'ipv4')
  return !host.includes('.') || /\.(localhost|local|internal|intranet|lan|home\.arpa)$/.test(host)
}

const googleHost = /^(www\.)?google(\.[a-z]{2,3}){1,2}$/

/** The page behind the wrappers that carry it in their address; three deep, as nobody nests them deeper. */
function unwrap(url: URL, depth = 0): URL | null {
  const target = depth < 3 ? wrappedAddress(url) : null
  if (target === null) return url
  const inner = publicUrl(/^https?%3A/i.test(target) ? decode(target) : target)
  return inner ? unwrap(inner, depth + 1) : url
}

function wrappedAddress(url: URL): string | null {
  const { hostname, pathname, searchParams } = url
  if (hostname.startsWith('translate.google.') && pathname === '/translate') return searchParams.get('u')
  if (googleHost.test(hostname) && pathname === '/url') return searchParams.get('url') ?? searchParams.get('q')
  if (/(^|\.)bing\.com$/.test(hostname) && pathname.startsWith('/ck/')) return bingAddress(searchParams.get('u'))
  return null
}

/** `a1` and the address in base64url. */
function bingAddress(parameter: string | null): string | null {
  const address = parameter?.startsWith('a1') ? Buffer.from(parameter.slice(2), 'base64url').toString('utf8') : ''
  return /^https?:\/\//.test(address) ? address : null
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Redirects whose target only their owner knows (N13). */
function isOpaque({ hostname, pathname }: URL): boolean {
  if (hostname === 'vertexaisearch.cloud.google.com') return true
  if (googleHost.test(hostname)) return pathname === '/goto' || pathname === '/url'
  return /(^|\.)bing\.com$/.test(hostname) && pathname.startsWith('/ck/')
}

const trackingParameter = /^(utm_[^=]*|srsltid|gclid|fbclid|msclkid)(=|$)/i

/** Over-long addresses lose their query; what is still too long is no address worth keeping. */
function canonicalUrl(url: URL): string | null {
  const canonical = new URL(url)
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '' && !trackingParameter.test(parameter))
  canonical.search = kept.join('&')
  const fragment = url.hash.replace(/:~:text=.*$/, '').replace(/^#ws_call_id=.*$/, '')
  canonical.hash = fragment === '#' ? '' : fragment
  if (canonical.href.length > maxUrlLength) canonical.search = canonical.hash = ''
  return canonical.href.length > maxUrlLength ? null : canonical.href
}

/** Host in lower case without `www.`, Unicode form (N14). */
const domainOf = (hostname: string): string => (domainToUnicode(hostname) || hostname).replace(/^www\./, '')

function domainOfHint(hint: unknown): string | null {
  if (typeof hint !== 'string' || hint.length > maxUrlLength) return null
  const text = hint.trim()
  const url = publicUrl(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  if (!url || /\s/.test(text) || isOpaque(url) || !parse(url.hostname).isIcann) return null
  return domainOf(url.hostname)
}

/** Null for the titles that are none: xAI's marker number and Gemini's bare domain (N17). */
function readTitle(title: unknown, domain: string): string | null {
  if (typeof title !== 'string') return null
  const text = withoutEllipsis(title.toWellFormed().replaceAll('\0', '').trim()).slice(0, maxTitleLength)
  const isNone = text === '' || /^\d{1,3}$/.test(text) || text.toLowerCase().replace(/^www\./, '') === domain
  return isNone ? null : text.trim()
}

/** "A long title …": the dots that say that a title was cut. By hand: `/\s+…$/` tries each blank of a run against the end. */
function withoutEllipsis(title: string): string {
  const dots = ['...', '…'].find((ending) => title.endsWith(ending))
  const rest = dots === undefined ? title : title.slice(0, -dots.length)
  const start = rest.trimEnd()
  return start.length < rest.length ? start : title
}
