import type { Block, Range, Structure } from '../reading/structure.ts'

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
  return structure.blocks.flatMap((block): NamePlace[] => {
    if (isInside(block, structure.references)) return []
    const words = headOf(text, block, structure)
    return words === null
      ? []
      : [{ kind: block.kind as NamePlace['kind'], words, listId: block.listId, start: block.start }]
  })
}

function headOf(text: string, block: Block, structure: Structure): string | null {
  switch (block.kind) {
    case 'row':
      return block.ordinal === null ? null : firstCell(text.slice(block.start, block.end))
    case 'heading':
      return afterLabel(plainWords(text.slice(block.start, block.end)))
    case 'item':
      return openingOf(text, block, structure)
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
function openingOf(text: string, block: Block, structure: Structure): string | null {
  const content = block.start + (MARKER.exec(text.slice(block.start, block.end))?.[0].length ?? 0)
  const opening =
    structure.bold.find(({ start }) => start >= content && start - content <= 3) ??
    structure.links.find(({ labelStart }) => labelStart >= content && labelStart - content <= 2)
  if (opening !== undefined) {
    const range = 'labelStart' in opening ? { start: opening.labelStart, end: opening.labelEnd } : opening
    return range.end <= block.end ? afterLabel(plainWords(text.slice(range.start, range.end))) : null
  }
  const line = text.slice(content, Math.min(block.end, content + 120)).split('\n')[0] ?? ''
  const head = /^(.{1,60}?)(?:\s?[:：]\s|[:：]$|\s[–—-]+\s|—|\s\(|,\s|$)/u.exec(line)?.[1]
  return head === undefined ? null : plainWords(head)
}

const MARKER = /^(?:\s*(?:[-*+•·▪◦●‣–]|\(?\d{1,3}[.):]|\(?[a-z][.)])(?=[\s*_[])\s*)+/iu

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
  return markdown
    .replaceAll(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])?/gu, '$1')
    .replaceAll(/<[^>]{1,40}>/g, ' ')
    .replaceAll(/&amp;/g, '&')
    .replaceAll(/[*_`#|~]|\\(?=[&*_.-])|\p{Extended_Pictographic}|\ufe0f|\u200d|\u20e3|[™®©]/gu, '')
    .replace(/^\s*(?:\(?\d{1,3}[.):]|#\d{1,3}|№\s?\d{1,3})\s*/u, '')
    .replaceAll(/\s*[([（【][^)\]）】]*[)\]）】]?/gu, ' ')
    .replaceAll(/["“”„«»「」『』]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s\-–—:•.]+|[\s\-–—:：.,;!]+$/gu, '')
}

const isInside = ({ start, end }: Range, ranges: Range[]): boolean =>
  ranges.some((range) => range.start <= start && end <= range.end)
