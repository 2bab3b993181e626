import type { Line } from './line.ts'
import { looksLikeCode } from './code-likeness.ts'
import type { Range } from './range.ts'

export const pseudoHeading = 7

const tags = /<br\s{0,2}\/?>|<(?=\/?(?:li|ul|ol|tr|p|div|table|h[1-6])[\s>])/gi
const runInNumber = /(?<=^|[\s:.!?;)\]])([1-9]\d?)[.)]\s(?=[\p{Lu}\p{Lo}*["“«])/gu
const runInBullet = /(?<=[\s:.])[•●▪]\s?(?=\S)/g
const heading = /(#{1,6})(?:[ \t]+|(?=[\p{L}\p{N}*]))/uy
const numbered =
  /(?:\*\*|__)?(?:#|№\s?|第)?[([（]?(\d{1,3}|[０-９]{1,3})(?:(?:\\?[.)\]）．、:：]|位[:：]?)(?:\*\*|__)?(?:[ \t\u3000\u00a0]+|(?=[\p{Lu}\p{Lo}*[「【]))|\ufe0f?\u20e3[ \t]*)/uy
const hashed = /(?:\*\*)?#(\d{1,2})[.:)]?[ \t]+/y
const circled = /[①-⑳][ \t\u3000]*/uy
const lettered = /\(?[a-z][)][ \t]+/y
const bullet = /(?:\\?[-*+–—](?=[ \t\u00a0])|[•·‣▪◦●○■□▶►➤→✓✔✗✘★☆・◆◇])\ufe0f?[ \t\u00a0\u3000]*/uy
const emoji = /(?:\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?\u200d?){1,4}[ \t\u00a0]+/uy
const htmlTag = /<(\/?)(li|ul|ol|tr|p|div|table|h[1-6])(?:\s[^<>]{0,200})?>[ \t]*/iy
const separator = /^[|:\-+ \t]{3,}$/
const rule = /^(?:-[ \t]*){3,}$|^(?:\*[ \t]*){3,}$|^(?:_[ \t]*){3,}$|^[=━─—]{3,}$/
const definition = /\[\^?[^\][\n]{1,80}\]:[ \t]*\S/y
const boldAlone = /^(?:\*\*|__)((?:(?!\*\*|__).){1,120})(?:\*\*|__)[ \t]*[:：]?$/u
const boldLead =
  /^(?:\*\*|__)(?:(?!\*\*|__).){1,80}(?:[:：]\s?(?:\*\*|__)|(?:\*\*|__)(?:\s?\([^()]{1,60}\))?\s?[:：—–-])/u

/** The lines of a text in order; linear in its length. */
export function readLines(text: string): Line[] {
  const lines: Line[] = []
  const printed = printedLines(text)
  const [firstWord, lastWord] = [text.search(/\S/), text.trimEnd().length]
  for (let at = 0; at < printed.length; at++) {
    const { start, end } = printed[at]!
    if (!isFence(text, start, end)) {
      for (const part of cutLine(text, start, end)) lines.push(readLine(text, part))
      continue
    }
    const close = closingFence(text, printed, at)
    const body = printed.slice(at + 1, close)
    const isWhole = start <= firstWord && (printed[close]?.end ?? text.length) >= lastWord
    const [first, final] = [body[0], body.at(-1)]
    const inside = first === undefined ? '' : text.slice(first.start, final?.end)
    const content = contentOf(text.slice(start, end), inside, isWhole)
    const mark = content === 'code' ? 'fence' : 'blank'
    lines.push(plainLine(text, start, end, mark))
    for (const { start: from, end: to } of body)
      if (content === 'prose') for (const part of cutLine(text, from, to)) lines.push(readLine(text, part))
      else lines.push(plainLine(text, from, to, content === 'code' ? 'fence' : 'quote'))
    const last = printed[close]
    if (last !== undefined) lines.push(plainLine(text, last.start, last.end, mark))
    at = close
  }
  return lines
}

function printedLines(text: string): Range[] {
  const printed: Range[] = []
  for (let start = 0; start <= text.length;) {
    const newline = text.indexOf('\n', start)
    const next = newline < 0 ? text.length : newline
    printed.push({ start, end: text[next - 1] === '\r' && next > start ? next - 1 : next })
    start = next + 1
  }
  return printed
}

/** A fence that nothing closes goes on to the end. */
function closingFence(text: string, printed: Range[], opening: number): number {
  for (let at = opening + 1; at < printed.length; at++) {
    const { start, end } = printed[at]!
    if (isFence(text, start, end)) return at
  }
  return printed.length
}

/**
 * A fence of plain text holds a list or a table as any line does, one of markdown a document that is handed over, unless it is
 * the whole answer; one that does not say of what is asked for its looks.
 */
function contentOf(opening: string, body: string, isWhole: boolean): 'code' | 'prose' | 'document' {
  const language = /^\s*[`~]+[ \t]*([^\s`~{]*)/.exec(opening)?.[1]?.toLowerCase() ?? ''
  if (['markdown', 'md'].includes(language)) return isWhole ? 'prose' : 'document'
  if (['text', 'txt', 'plaintext', 'plain'].includes(language)) return 'prose'
  return (language !== '' && language !== 'html') || looksLikeCode(body) ? 'code' : 'prose'
}

function isFence(text: string, start: number, end: number): boolean {
  const from = skipBlanks(text, start, end)
  return text.startsWith('```', from) || text.startsWith('~~~', from)
}

function skipBlanks(text: string, start: number, end: number): number {
  let at = start
  while (at < end && /\s/.test(text.charAt(at))) at++
  return at
}

/** HTML breaks and items, and lists run into one line ("Options: 1. Notion … 2. Asana … 3. Trello …"). */
function cutLine(text: string, start: number, end: number): Range[] {
  const line = text.slice(start, end)
  if (line.trimStart().startsWith('|')) return [{ start, end }]
  const tagged = line.includes('<') ? [...line.matchAll(tags)].map(({ index }) => index) : []
  const cuts = tagged.length === 0 ? runIn(line) : tagged
  if (cuts.length === 0) return [{ start, end }]
  return [0, ...cuts.filter((cut) => cut > 0)].map((cut, at, all) => ({
    start: start + cut,
    end: start + (all[at + 1] ?? line.length),
  }))
}

function runIn(line: string): number[] {
  const bullets = [...line.matchAll(runInBullet)].map(({ index }) => index)
  if (bullets.length >= 2) return bullets
  const numbers: number[] = []
  for (const match of line.matchAll(runInNumber)) if (Number(match[1]) === numbers.length + 1) numbers.push(match.index)
  return numbers.length >= 3 ? numbers : []
}

function readLine(text: string, { start, end }: Range): Line {
  const line = plainLine(text, start, end, 'text')
  const body = text.slice(line.content, end).trimEnd()
  if (body === '') return { ...line, kind: 'blank' }
  if (body.startsWith('<')) return readHtml(text, line)
  if (separator.test(body) && body.includes('-') && body.includes('|')) return { ...line, kind: 'separator' }
  if (rule.test(body)) return { ...line, kind: 'rule' }
  if (body.startsWith('|') && body.includes('|', 1)) return { ...line, kind: 'row' }
  if (body.startsWith('>')) return readQuote(text, line, body)
  if (stickyEnd(definition, text, line.content, end) > 0) return { ...line, kind: 'definition' }
  return readHeading(text, line) ?? readBold(text, line, body) ?? readItem(text, line) ?? line
}

function plainLine(text: string, start: number, end: number, kind: Line['kind']): Line {
  const content = skipBlanks(text, start, end)
  let indent = 0
  for (let at = start; at < content; at++) indent += text[at] === '\t' ? 4 : 1
  return { start, end, kind, content, indent, marker: '', number: null, level: 0, isLead: false }
}

function readHtml(text: string, line: Line): Line {
  htmlTag.lastIndex = line.content
  const match = htmlTag.exec(text)
  if (match === null || htmlTag.lastIndex > line.end) {
    const afterBreak = /^<br\s{0,2}\/?>[ \t]*/i.exec(text.slice(line.content, Math.min(line.end, line.content + 20)))
    return afterBreak === null ? line : readLine(text, { start: line.content + afterBreak[0].length, end: line.end })
  }
  const content = htmlTag.lastIndex
  const name = (match[2] ?? '').toLowerCase()
  if (match[1] === '/') return readLine(text, { start: content, end: line.end })
  if (name === 'li') return { ...line, kind: 'item', content, marker: '<li>' }
  if (name === 'tr') return { ...line, kind: 'row', content }
  if (/^h\d$/.test(name))
    return { ...line, kind: 'heading', level: Number(name[1]), ...numberAt(text, content, line.end) }
  return readLine(text, { start: content, end: line.end })
}

/** A quoted list, table or heading is one; the rest stays a quote. */
function readQuote(text: string, line: Line, body: string): Line {
  const content = line.content + body.length - body.replace(/^[>\s]+/, '').length
  const inner = readLine(text, { start: content, end: line.end })
  const isPart = inner.kind === 'item' || inner.kind === 'row' || inner.kind === 'heading'
  return isPart ? { ...inner, start: line.start, indent: line.indent } : { ...line, kind: 'quote', content }
}

function readHeading(text: string, line: Line): Line | null {
  const content = stickyEnd(heading, text, line.content, line.end)
  if (content === 0 || hashNumber(text, line.content) !== null) return null
  const level = /^#*/.exec(text.slice(line.content, line.content + 6))?.[0].length ?? 1
  return { ...line, kind: 'heading', level, ...numberAt(text, content, line.end) }
}

/** "**Notion**" alone is a heading, "**Notion**: …" a lead. An indented one belongs to the item above it. */
function readBold(text: string, line: Line, body: string): Line | null {
  const icon = stickyEnd(emoji, text, line.content, line.end)
  const words = icon === 0 ? body : text.slice(icon, line.end).trimEnd()
  if (!words.startsWith('**') && !words.startsWith('__')) return null
  const content = icon === 0 ? line.content : icon
  const number = numberAt(text, content, line.end)
  if (line.indent < 2 && boldAlone.test(words)) return { ...line, kind: 'heading', level: pseudoHeading, ...number }
  if (number.number !== null || icon > 0 || !boldLead.test(words)) return null
  return { ...line, isLead: true }
}

function readItem(text: string, line: Line): Line | null {
  const { number, content } = numberAt(text, line.content, line.end)
  if (number !== null) return { ...line, kind: 'item', content, number, marker: 'number' }
  const letter = stickyEnd(lettered, text, line.content, line.end)
  if (letter > 0) return { ...line, kind: 'item', content: letter, marker: 'letter' }
  const point = stickyEnd(bullet, text, line.content, line.end)
  if (point > 0) {
    const mark = text.charAt(line.content)
    return { ...line, kind: 'item', content: point, marker: mark === '\\' ? text.charAt(line.content + 1) : mark }
  }
  const icon = stickyEnd(emoji, text, line.content, line.end)
  return icon > 0 ? { ...line, kind: 'item', content: icon, marker: 'emoji' } : null
}

function numberAt(text: string, at: number, end: number): { number: number | null; content: number } {
  const hash = hashNumber(text, at)
  if (hash !== null) return hash
  numbered.lastIndex = at
  const match = numbered.exec(text)
  if (match !== null && numbered.lastIndex <= end) {
    return { number: Number((match[1] ?? '').normalize('NFKC')), content: numbered.lastIndex }
  }
  const afterCircle = stickyEnd(circled, text, at, end)
  if (afterCircle === 0) return { number: null, content: at }
  return { number: text.charCodeAt(at) - 0x24_60 + 1, content: afterCircle }
}

function hashNumber(text: string, at: number): { number: number; content: number } | null {
  hashed.lastIndex = at
  const match = hashed.exec(text)
  return match === null ? null : { number: Number(match[1]), content: hashed.lastIndex }
}

/** Where a sticky pattern that begins at `at` ends; 0 when it does not match inside the line. */
function stickyEnd(pattern: RegExp, text: string, at: number, end: number): number {
  pattern.lastIndex = at
  return pattern.test(text) && pattern.lastIndex <= end && pattern.lastIndex > at ? pattern.lastIndex : 0
}
