import { firstThat, indexRanges } from '../../reading/text/range-index.ts'
import type { Block, Structure } from '../../reading/text/block.ts'
import type { Range } from '../../reading/text/range.ts'

/** Where an answer sets out a name: what opens a list's item, a table's row, a heading, a bold-led paragraph. */
export type NamePlace = {
  kind: 'item' | 'row' | 'heading'
  /** The words there, without marks, numbers and labels. */
  words: string
  /** The same for all members of one list, table or series; null for a lone heading. */
  listId: number | null
  start: number
}

/** In reading order. Source lists, code and table headers are passed over. */
export function namePlaces(text: string, structure: Structure): NamePlace[] {
  const references = indexRanges(structure.references, (range) => range)
  const openings = readOpenings(structure)
  return structure.blocks.flatMap((block): NamePlace[] => {
    if (references.outermostAround(block) !== null) return []
    const words = headOf(text, block, openings)
    return words === null
      ? []
      : [{ kind: block.kind as NamePlace['kind'], words, listId: block.listId, start: block.start }]
  })
}

/** What an item may open with, in order. */
type Openings = { bold: Range[]; labels: Range[] }

const readOpenings = ({ bold, links }: Structure): Openings => ({
  bold: bold.toSorted(byStart),
  labels: links.map(({ labelStart, labelEnd }) => ({ start: labelStart, end: labelEnd })).toSorted(byStart),
})

const byStart = (one: Range, other: Range): number => one.start - other.start

function headOf(text: string, block: Block, openings: Openings): string | null {
  switch (block.kind) {
    case 'row':
      return block.ordinal === null ? null : firstCell(text.slice(block.start, block.end))
    case 'heading':
      return afterLabel(plainWords(text.slice(block.start, block.end)))
    case 'item':
      return openingOf(text, block, openings)
    default:
      return null
  }
}

/** "| **Notion** (free) | …" */
function firstCell(row: string): string | null {
  const cell = row.replace(/^\s*\|/, '').split('|')[0]
  return cell === undefined ? null : plainWords(cell)
}

/** The bold words or the link that an item opens with, else what stands before its first separator. */
function openingOf(text: string, block: Block, { bold, labels }: Openings): string | null {
  const content = block.start + (MARKER.exec(text.slice(block.start, block.end))?.[0].length ?? 0)
  const opening = openingAt(bold, content, 3) ?? openingAt(labels, content, 2)
  if (opening !== undefined)
    return opening.end <= block.end ? afterLabel(plainWords(text.slice(opening.start, opening.end))) : null
  const line = text.slice(content, Math.min(block.end, content + 120)).split('\n')[0] ?? ''
  const head = /^(.{1,60}?)(?:\s?[:：]\s|[:：]$|\s[–—-]+\s|—|\s\(|,\s|$)/u.exec(line)?.[1]
  return head === undefined ? null : plainWords(head)
}

/** The first that begins at a place or up to so many units behind it. */
function openingAt(ranges: Range[], place: number, reach: number): Range | undefined {
  const first = ranges[firstThat(ranges, ({ start }) => start >= place)]
  return first !== undefined && first.start - place <= reach ? first : undefined
}

const MARKER = /^\s*(?:(?:[-*+•·▪◦●‣–]|\(?\d{1,3}[.):]|\(?[a-z][.)])(?=[\s*_[])\s*)+/iu

/** "Best overall: Notion" is Notion; "Notion: best overall" is Notion too. */
function afterLabel(words: string): string {
  const [label = '', rest] = words.split(/\s?[:：]\s|\s[–—-]\s/u)
  if (rest === undefined || rest === '') return label
  return LABEL.test(label) ? rest : label
}

const LABEL =
  /^(?:the\s)?(?:best|top|most|runner|winner|budget|premium|overall|also|honou?rable|editor|our|option|pick|choice|alternative|ideal|great|good|easiest|cheapest|fastest|value|step|bester?|beste|meilleure?|mejor|лучш|tipp|für|for|pour|para)(?![\p{L}])/iu

/** Without markdown, emoji, numbers in front, remarks in parentheses and trailing marks. */
function plainWords(markdown: string): string {
  return withoutLinks(markdown)
    .replaceAll(/<[^>]{1,40}>/g, ' ')
    .replaceAll(/&amp;/g, '&')
    .replaceAll(/[*_`#|~]|\\(?=[&*_.-])|\p{Extended_Pictographic}|\ufe0f|\u200d|\u20e3|[™®©]/gu, '')
    .replace(/^\s*(?:\(?\d{1,3}[.):]|#\d{1,3}|№\s?\d{1,3})\s*/u, '')
    .replaceAll(/[([（【][^)\]）】]*[)\]）】]?/gu, ' ')
    .replaceAll(/["“”„«»「」『』]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s\-–—:•.]+/u, '')
    .replace(/(?<![\s\-–—:：.,;!])[\s\-–—:：.,;!]+$/u, '')
}

/** `[label](address)`, `[label][1]`, `[label]` and pictures become their label. */
function withoutLinks(markdown: string): string {
  const after = behind(markdown)
  let plain = ''
  let at = 0
  for (;;) {
    const open = markdown.indexOf('[', at)
    const labelEnd = open < 0 ? -1 : after(']', open)
    if (labelEnd < 0) return plain + markdown.slice(at)
    plain += markdown.slice(at, markdown[open - 1] === '!' && open > at ? open - 1 : open)
    plain += markdown.slice(open + 1, labelEnd)
    const next = markdown[labelEnd + 1]
    const targetEnd = next === '(' || next === '[' ? after(next === '(' ? ')' : ']', labelEnd + 2) : -1
    at = (targetEnd < 0 ? labelEnd : targetEnd) + 1
  }
}

/** Where a sign stands next; once there is no more of it, nothing is searched again. */
function behind(text: string): (sign: string, from: number) => number {
  const gone = new Set<string>()
  return (sign, from) => {
    const at = gone.has(sign) ? -1 : text.indexOf(sign, from)
    if (at < 0) gone.add(sign)
    return at
  }
}
