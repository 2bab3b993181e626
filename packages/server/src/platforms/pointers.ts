import { type Found, mergeCitations } from './citations.ts'
import { cut } from './cut.ts'
import type { Citation, Source } from './platform.ts'
import { sentencesBefore } from './sentences.ts'
import { readSource } from './urls.ts'

/** A platform's claim that a stretch of its text stands on a page; offsets count in the whole text, null: not told. */
export type Pointer = { url: unknown; title: unknown; start: number | null; end: number | null }

export type Pointed = {
  /** Without the markers (N2, N3). */
  text: string
  citations: Citation[]
  /** Pages with an empty range that the text does not name: results shown beside it. */
  listed: Source[]
}

/** More than any answer has; keeps the work on a hostile one bounded. */
const maxPointers = 500

/**
 * Reads text whose links are its citations (OpenAI, xAI, OpenRouter; N7): markers `([site](url))` and `[[1]](url)` are
 * cut, and each citation gets the sentence before its marker. Links in running text stay.
 */
export function readPointers(text: string, pointers: Pointer[]): Pointed {
  const links = findLinks(text)
  const anchors: { source: Source; position: number | null; link: Link | null }[] = []
  const listed: Source[] = []
  for (const pointer of pointers.slice(0, maxPointers)) {
    const source = readSource(pointer.url, pointer.title)
    if (!source) continue
    const anchor = anchorOf(text, pointer)
    if (anchor === null && pointer.start !== null && pointer.start === pointer.end) listed.push(source)
    else {
      const link = links.find((link) => anchor !== null && link.start <= anchor && anchor < link.end) ?? null
      anchors.push({ source, position: anchor, link })
    }
  }
  const markers = anchors.flatMap(({ link }) => (link?.isMarker ? [link.group] : []))
  const clean = cut(text, markers)
  const placed = anchors.map(({ source, position, link }) => ({ source, place: placeOf(clean, position, link) }))
  return { text: clean.text, citations: mergeCitations(withSpans(clean.text, placed)), listed }
}

/** The links of a text that names its pages without telling offsets (DeepSeek; N10): markdown links and bare addresses. */
export function linkPointers(text: string): Pointer[] {
  const links = findLinks(text).map(({ start, end, url }) => ({ url, title: null, start, end }))
  const besideLinks = text.replace(linkPattern, (link) => ' '.repeat(link.length))
  for (const match of besideLinks.matchAll(/https?:\/\/[^\s<>"'`|\\^{}[\]、。，；）】]+/g)) {
    const url = withoutTail(match[0])
    links.push({ url, title: null, start: match.index, end: match.index + url.length })
  }
  return links.toSorted((a, b) => a.start - b.start)
}

type Link = {
  start: number
  end: number
  url: string
  /** A footnote, not words of the sentence. */
  isMarker: boolean
  /** What is cut with it: its brackets and the neighbours within them. */
  group: { start: number; end: number }
}

const linkPattern =
  /\[(\[[^[\]]*\]|[^[\]]*)\]\(\s*<?(https?:\/\/(?:[^\s()<>]|\([^\s()<>]*\)){0,2048})>?(?:\s+"[^"]*")?\s*\)/g

/** Markdown links; those within one pair of round brackets and nothing else are one group of markers. */
function findLinks(text: string): Link[] {
  const links: Link[] = []
  for (const match of text.matchAll(linkPattern)) {
    const start = match.index
    const end = start + match[0].length
    const [, label = '', url = ''] = match
    const isMarker = /^\[.*\]$/.test(label)
    links.push({ start, end, url, isMarker, group: { start, end } })
  }
  for (let first = 0; first < links.length; first++) {
    let last = first
    while (last + 1 < links.length && /^[,;\s]*$/.test(text.slice(links[last]!.end, links[last + 1]!.start))) last++
    const start = links[first]!.start - 1
    const end = links[last]!.end + 1
    if (text[start] === '(' && text[end - 1] === ')') {
      for (const link of links.slice(first, last + 1)) Object.assign(link, { isMarker: true, group: { start, end } })
    }
    first = last
  }
  return links
}

/**
 * Where the pointer's address stands in the text: inside its range, inside the range counted in code points, else the
 * occurrence nearest to it; null when the text does not have it.
 */
function anchorOf(text: string, { url, start, end }: Pointer): number | null {
  if (typeof url !== 'string' || url === '') return null
  if (start !== null && end !== null && end > start) {
    const inRange = text.slice(start, end).indexOf(url)
    if (inRange >= 0) return start + inRange
    const units = Array.from(text.slice(0, end * 2))
    const unitStart = units.slice(0, start).join('').length
    const inUnits = units.slice(start, end).join('').indexOf(url)
    if (inUnits >= 0) return unitStart + inUnits
  }
  const before = text.lastIndexOf(url, start ?? 0)
  const after = text.indexOf(url, start ?? 0)
  if (before < 0 || after < 0) return before < 0 && after < 0 ? null : Math.max(before, after)
  return (start ?? 0) - before <= after - (start ?? 0) ? before : after
}

type Place = { position: number; own: { start: number; end: number } }

/** In the clean text: where the claim ends, and what stands for it when the line has no words before the link. */
function placeOf(clean: ReturnType<typeof cut>, position: number | null, link: Link | null): Place | null {
  if (position === null) return null
  const end = link?.isMarker ? link.group.start : (link?.end ?? position)
  const own = link ?? { start: position, end: lineEnd(clean.text, clean.at(position)) }
  return { position: clean.at(end), own: { start: clean.at(own.start), end: link ? clean.at(own.end) : own.end } }
}

const lineEnd = (text: string, from: number): number => from + (/^\S*/.exec(text.slice(from))?.[0].length ?? 0)

function withSpans(text: string, placed: { source: Source; place: Place | null }[]): Found[] {
  const inOrder = placed.filter((one) => one.place !== null).toSorted((a, b) => a.place!.position - b.place!.position)
  const claims = sentencesBefore(
    text,
    inOrder.map((one) => one.place!.position),
  )
  return placed.map((one) => {
    const claim = one.place && claims[inOrder.indexOf(one)]!
    const span = claim && /[\p{L}\p{N}]/u.test(text.slice(claim.start, claim.end)) ? claim : (one.place?.own ?? null)
    return { source: one.source, span }
  })
}

/** A bare address ends before the punctuation of its sentence and before a bracket that it did not open. */
function withoutTail(address: string): string {
  let url = address
  for (;;) {
    const isUnbalanced = url.endsWith(')') && url.split(')').length > url.split('(').length
    if (!isUnbalanced && !/[.,;:!?*_~]$/.test(url)) return url
    url = url.slice(0, -1)
  }
}
