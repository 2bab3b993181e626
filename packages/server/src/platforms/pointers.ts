import { type FoundCitation, mergeCitations } from './citations.ts'
import { cut } from './cut.ts'
import { countUpTo, occurrencesIn } from './occurrences.ts'
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
  /** Pointers beyond the five hundredth, which are not read. */
  leftOut: number
}

/** More than any answer has: what an answer keeps stays bounded. */
const maxPointers = 500

/**
 * Reads text whose links are its citations (OpenAI, xAI, OpenRouter; N7): markers `([site](url))` and `[[1]](url)` are
 * cut, and each citation gets the sentence before its marker. Links in running text stay.
 */
export function readPointers(text: string, pointers: Pointer[]): Pointed {
  const linkAt = linkAround(findLinks(text))
  const anchorOf = anchorsIn(text)
  const anchors: { source: Source; position: number | null; link: Link | null }[] = []
  const listed: Source[] = []
  for (const pointer of pointers.slice(0, maxPointers)) {
    const source = readSource(pointer.url, pointer.title)
    if (!source) continue
    const anchor = anchorOf(pointer)
    if (anchor === null && pointer.start !== null && pointer.start === pointer.end) listed.push(source)
    else anchors.push({ source, position: anchor, link: anchor === null ? null : linkAt(anchor) })
  }
  const markers = anchors.flatMap(({ link }) => (link?.isMarker ? [link.group] : []))
  const clean = cut(text, markers)
  const wordEnd = wordEnds(clean.text)
  const placed = anchors.map(({ source, position, link }) => ({
    source,
    place: placeOf(clean, wordEnd, position, link),
  }))
  const leftOut = Math.max(0, pointers.length - maxPointers)
  return { text: clean.text, citations: mergeCitations(withSpans(clean.text, placed)), listed, leftOut }
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

/** The link around a position: they stand in order and apart. */
function linkAround(links: Link[]): (position: number) => Link | null {
  const starts = links.map(({ start }) => start)
  return (position) => {
    const link = links[countUpTo(starts, position) - 1]
    return link !== undefined && position < link.end ? link : null
  }
}

/** Before the address a marker has its brackets and a label. */
const LONGEST_LABEL = 300

/**
 * Where the pointer's address stands in the text: inside its range, inside the range counted in code points, else the
 * occurrence nearest to it; null when the text does not have it.
 */
function anchorsIn(text: string): (pointer: Pointer) => number | null {
  const unitOf = unitsOfCodePoints(text)
  const occurrences = occurrencesIn(text)
  return ({ url, start, end }) => {
    if (typeof url !== 'string' || url === '') return null
    const isRange = start !== null && end !== null && end > start
    const ranges = isRange ? [{ start, end }, { start: unitOf(start), end: unitOf(end) }] : [] // prettier-ignore
    for (const { start, end } of ranges) {
      const near = text.slice(start, Math.min(end, start + LONGEST_LABEL + url.length)).indexOf(url)
      if (near >= 0) return start + near
    }
    for (const { start, end } of ranges) {
      const found = occurrences.of(url)
      const first = found[countUpTo(found, start - 1)]
      if (first !== undefined && first + url.length <= end) return first
    }
    return occurrences.nearest(url, start ?? 0)
  }
}

/** From an offset counted in code points to one in UTF-16 units. */
function unitsOfCodePoints(text: string): (codePoint: number) => number {
  if (!/[\ud800-\udbff]/.test(text)) return (codePoint) => codePoint
  const units: number[] = []
  for (let at = 0; at < text.length; at += text.codePointAt(at)! > 0xff_ff ? 2 : 1) units.push(at)
  return (codePoint) => units[codePoint] ?? text.length
}

type PointerPosition = { position: number; own: { start: number; end: number } }

/** In the clean text: where the claim ends, and what stands for it when the line has no words before the link. */
function placeOf(
  clean: ReturnType<typeof cut>,
  wordEnd: (from: number) => number,
  position: number | null,
  link: Link | null,
): PointerPosition | null {
  if (position === null) return null
  const end = link?.isMarker ? link.group.start : (link?.end ?? position)
  const own = link ?? { start: position, end: wordEnd(clean.at(position)) }
  return { position: clean.at(end), own: { start: clean.at(own.start), end: link ? clean.at(own.end) : own.end } }
}

/** Where the next blank stands, else the text's end. */
function wordEnds(text: string): (from: number) => number {
  const blanks = Array.from(text.matchAll(/\s/g), ({ index }) => index)
  return (from) => blanks[countUpTo(blanks, from - 1)] ?? text.length
}

function withSpans(text: string, placed: { source: Source; place: PointerPosition | null }[]): FoundCitation[] {
  const inOrder = placed.filter((one) => one.place !== null).toSorted((a, b) => a.place!.position - b.place!.position)
  const claims = sentencesBefore(
    text,
    inOrder.map((one) => one.place!.position),
  )
  const isWorded = new Map(
    [...new Set(claims)].map((claim) => [claim, /[\p{L}\p{N}]/u.test(text.slice(claim.start, claim.end))]),
  )
  const claimOf = new Map(inOrder.map((one, index) => [one, claims[index]!]))
  return placed.map((one) => {
    const claim = claimOf.get(one)
    return { source: one.source, span: claim && isWorded.get(claim) ? claim : (one.place?.own ?? null) }
  })
}

/** A bare address ends before the punctuation of its sentence and before a bracket that it did not open. */
function withoutTail(address: string): string {
  let end = address.length
  let unopened = address.split(')').length - address.split('(').length
  for (; end > 0; end--) {
    const last = address[end - 1]!
    const isUnopened = last === ')' && unopened > 0
    if (isUnopened) unopened--
    else if (!/[.,;:!?*_~]/.test(last)) break
  }
  return address.slice(0, end)
}
