import type { Link } from './block.ts'
import type { Range } from './range.ts'

export type Inline = {
  bold: Range[]
  italics: Range[]
  code: Range[]
  links: Link[]
  urls: Range[]
  references: Range[]
}

const url = /(?:https?:\/\/|www\.)[^\s<>"'`|，。、）」』\\]{2,2000}/giy
const email = /[\w.%+-]{1,64}@[a-z\d](?:[a-z\d.-]{0,120}[a-z\d])?\.[a-z]{2,24}/giy
const marker = /【[^【】\n]{1,60}】|\[\^?\d{1,3}(?:\s?[,–-]\s?\d{1,3}){0,8}\]|\[\^[\w-]{1,40}\]/y
const openTag = /<(b|strong|i|em|code)>|<a\s[^<>]{0,400}?href=["']([^"'<>]{0,2000})["'][^<>]{0,400}>/iy
const longestMark = 4000

/** Emphasis, code, links, addresses and source markers of one line; linear in its length. */
export function readInline(text: string, { start, end }: Range, into: Inline): void {
  const open: Open = { stars: [], brackets: [], closingParen: -1, next: null }
  for (let at = start; at < end;) at = Math.max(at + 1, step(text, at, end, open, into))
}

/**
 * Positions of marks that wait for their other half. `closingParen`: from here to the end there is none. `next`: where a
 * mark was found when it was looked for last, and from where.
 */
type Open = {
  stars: { mark: string; at: number }[]
  brackets: number[]
  closingParen: number
  next: Map<string, { from: number; found: number }> | null
}

/** Reads what begins at `at`; returns where to go on. */
function step(text: string, at: number, end: number, open: Open, into: Inline): number {
  switch (text[at]) {
    case '\\':
      return at + 2
    case '`':
      return readCode(text, at, end, open, into)
    case '*':
    case '_':
      return readEmphasis(text, at, end, open, into)
    case '[':
    case '【':
      return readMarker(text, at, end, open, into)
    case ']':
      return readLink(text, at, end, open, into)
    case '<':
      return readTag(text, at, end, open, into)
    case '@':
      return readEmail(text, at, end, into)
    case 'h':
    case 'H':
    case 'w':
    case 'W':
      return readUrl(text, at, end, into)
    default:
      return at + 1
  }
}

function readCode(text: string, at: number, end: number, open: Open, into: Inline): number {
  const ticks = /^`{1,3}/.exec(text.slice(at, at + 3))?.[0] ?? '`'
  const close = nextMark(text, ticks, at + ticks.length, end, open)
  if (close < 0 || close + ticks.length > at + longestMark) return at + ticks.length
  into.code.push({ start: at + ticks.length, end: close })
  return close + ticks.length
}

/** The next place of a mark in the line, −1 when there is none; no part of a line is looked through twice for one mark. */
function nextMark(text: string, mark: string, from: number, end: number, open: Open): number {
  // Most lines have no such mark.
  const next = (open.next ??= new Map())
  const known = next.get(mark)
  if (known !== undefined && known.from <= from && (known.found < 0 || from <= known.found)) return known.found
  const index = text.slice(from, end).indexOf(mark)
  const found = index < 0 ? -1 : from + index
  next.set(mark, { from, found })
  return found
}

function readEmphasis(text: string, at: number, end: number, open: Open, into: Inline): number {
  const mark = text[at + 1] === text[at] ? text.slice(at, at + 2) : text.charAt(at)
  const after = at + mark.length
  const opensAt = open.stars.findLastIndex((star) => star.mark === mark)
  const inWord = mark.startsWith('_') && /\w/.test(text[at - 1] ?? ' ') && /\w/.test(text[after] ?? ' ')
  if (inWord) return after
  const opener = open.stars[opensAt]
  if (opener !== undefined && !/\s/.test(text[at - 1] ?? ' ') && at > opener.at + mark.length) {
    const range = { start: opener.at + mark.length, end: at }
    if (mark.length === 2) into.bold.push(range)
    else into.italics.push(range)
    open.stars.length = opensAt
  } else if (after < end && !/\s/.test(text[after] ?? ' ')) {
    open.stars.push({ mark, at })
    if (open.stars.length > 8) open.stars.shift()
  }
  return after
}

function readMarker(text: string, at: number, end: number, open: Open, into: Inline): number {
  marker.lastIndex = at
  if (marker.test(text) && marker.lastIndex <= end && text[marker.lastIndex] !== '(') {
    into.references.push({ start: at, end: marker.lastIndex })
    return marker.lastIndex
  }
  if (text[at] === '[') open.brackets.push(at)
  if (open.brackets.length > 32) open.brackets.shift()
  return at + 1
}

/** `[label](url "title")` and `[label][reference]`; an image's label counts as one too. */
function readLink(text: string, at: number, end: number, open: Open, into: Inline): number {
  const opened = open.brackets.pop()
  if (opened === undefined) return at + 1
  const labelStart = opened + 1
  if (text[at + 1] === '[') {
    const close = text.slice(at + 2, Math.min(end, at + 80)).indexOf(']') + at + 2
    if (close < at + 2) return at + 1
    addLink(text, { labelStart, labelEnd: at, urlStart: at + 2, urlEnd: close, url: '' }, into)
    return close + 1
  }
  if (text[at + 1] !== '(' || open.closingParen >= 0) return at + 1
  const close = closingParen(text, at + 2, Math.min(end, at + longestMark))
  if (close < 0) {
    open.closingParen = at
    return at + 1
  }
  const target = text.slice(at + 2, close)
  const [address = ''] = target.trimStart().split(/\s/, 1)
  const urlStart = at + 2 + target.indexOf(address)
  const urlEnd = urlStart + address.length
  const bare = address.replace(/^<|>$/g, '')
  addLink(text, { labelStart, labelEnd: at, urlStart, urlEnd, url: bare }, into)
  return close + 1
}

function closingParen(text: string, from: number, end: number): number {
  let depth = 0
  for (let at = from; at < end && text[at] !== '\n'; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')' && depth-- === 0) return at
  }
  return -1
}

/** Links alone in parentheses, "([The Verge](…), [Wired](…))", or labelled by a number or an address, name sources only. */
function addLink(text: string, link: Link, into: Inline) {
  const previous = into.links.at(-1)
  const source = into.references.at(-1)
  into.links.push(link)
  const goesOn =
    previous !== undefined &&
    source?.start === previous.labelStart &&
    link.labelStart - previous.urlEnd <= 5 &&
    /^[\])]\s?[,;]\s?\[$/.test(text.slice(previous.urlEnd, link.labelStart))
  const isAlone = goesOn || text[link.labelStart - 2] === '('
  const label = text.slice(link.labelStart, link.labelEnd).trim()
  const isAddress = /^(?:https?:\/\/|www\.)|^\^?\d{1,3}$/i.test(label)
  if (isAddress || (isAlone && /^[\])][),;]/.test(text.slice(link.urlEnd, link.urlEnd + 2)))) {
    into.references.push({ start: link.labelStart, end: link.labelEnd })
  }
}

function readTag(text: string, at: number, end: number, open: Open, into: Inline): number {
  openTag.lastIndex = at
  const match = openTag.exec(text)
  if (match === null || openTag.lastIndex > end) return at + 1
  const from = openTag.lastIndex
  const name = match[1]?.toLowerCase() ?? 'a'
  const closing = `</${name}`
  const close = nextMark(text, closing, from, end, open)
  if (close < 0 || close + closing.length > from + longestMark) return from
  if (name === 'b' || name === 'strong') into.bold.push({ start: from, end: close })
  if (name === 'i' || name === 'em') into.italics.push({ start: from, end: close })
  if (name === 'code') into.code.push({ start: from, end: close })
  if (name === 'a') {
    const urlStart = at + match[0].toLowerCase().indexOf('href=') + 6
    const address = match[2] ?? ''
    addLink(
      text,
      { labelStart: from, labelEnd: close, urlStart, urlEnd: urlStart + address.length, url: address },
      into,
    )
  }
  return from
}

function readEmail(text: string, at: number, end: number, into: Inline): number {
  let from = at
  while (from > 0 && at - from < 64 && /[\w.%+-]/.test(text.charAt(from - 1))) from--
  email.lastIndex = from
  if (from === at || !email.test(text) || email.lastIndex > end || email.lastIndex <= at) return at + 1
  into.urls.push({ start: from, end: email.lastIndex })
  return email.lastIndex
}

function readUrl(text: string, at: number, end: number, into: Inline): number {
  if (/[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ')) return at + 1
  url.lastIndex = at
  const found = url.exec(text)?.[0]
  if (found === undefined || at + found.length > end) return at + 1
  const isClosedOutside = found.endsWith(')') && !found.includes('(')
  const trimmed = found.replace(/[.,;:!?*_\]]{1,8}$/, '')
  const length = isClosedOutside ? trimmed.replace(/\)[.,;:!?*_)\]]{0,8}$/, '').length : trimmed.length
  into.urls.push({ start: at, end: at + length })
  return at + length
}
