import { type FoundCitation, mergeCitations } from './citations.ts'
import { cut } from './cut.ts'
import type { Citation, Source } from './platform.ts'

/** A part of an answer that comes in blocks: its text, the pages behind ranges of it, and what is cut at the end. */
export type Piece = { text: string; found: FoundCitation[]; cuts: TextRange[]; unknownItems: number }
type TextRange = { start: number; end: number }

export const pieceOf = (text: string, found: FoundCitation[] = [], cuts: TextRange[] = []): Piece => ({
  text,
  found,
  cuts,
  unknownItems: 0,
})

export const unknownPiece = (): Piece => ({ ...pieceOf(''), unknownItems: 1 })

/** One after the other; pieces without text leave no gap. */
export function joinPieces(pieces: Piece[], separator: string): Piece {
  const joined = pieceOf('')
  for (const piece of pieces) {
    if (piece.text !== '' && joined.text !== '') joined.text += separator
    const by = joined.text.length
    joined.text += piece.text
    for (const { source, span } of piece.found) joined.found.push({ source, span: span && shifted(span, by) })
    for (const span of piece.cuts) joined.cuts.push(shifted(span, by))
    joined.unknownItems += piece.unknownItems
  }
  return joined
}

export const prefixed = (prefix: string, piece: Piece): Piece =>
  piece.text === '' ? piece : joinPieces([pieceOf(prefix), piece], '')

/**
 * The pages stand behind the whole piece, except those that a part of it already points at (N11: the item wins). A part that
 * points by address alone gets the title that stands here.
 */
export function pointAt(piece: Piece, sources: (Source | null | undefined)[]): Piece {
  const titles = new Map(sources.flatMap((source) => (source?.title ? [[source.url, source.title] as const] : [])))
  const found = piece.found.map(({ source, span }) => ({
    source: { ...source, title: source.title ?? titles.get(source.url) ?? null },
    span,
  }))
  const span = { start: 0, end: piece.text.length }
  const known = new Set(found.map(({ source }) => source.url))
  for (const source of piece.text === '' ? [] : sources) {
    if (source && !known.has(source.url)) found.push({ source, span })
    if (source) known.add(source.url)
  }
  return { ...piece, found }
}

/** N3 and N6: the clean text, and the citations with their ranges in it. */
export function finishPieces(piece: Piece): { text: string; citations: Citation[]; unknownItems: number } {
  const clean = cut(piece.text, piece.cuts)
  const found = piece.found.map(({ source, span }) => ({ source, span: span && cleanSpan(clean, span) }))
  return { text: clean.text, citations: mergeCitations(found), unknownItems: piece.unknownItems }
}

function cleanSpan(clean: ReturnType<typeof cut>, span: TextRange): TextRange | null {
  const from = clean.at(span.start)
  const words = clean.text.slice(from, clean.at(span.end))
  const start = from + words.length - words.trimStart().length
  return words.trim() === '' ? null : { start, end: start + words.trim().length }
}

const shifted = (span: TextRange, by: number): TextRange => ({ start: span.start + by, end: span.end + by })

const onOneLine = (cell: string): string => cell.replaceAll(/\s+/g, (blanks) => (blanks.includes('\n') ? ' ' : blanks))

/** A table as Markdown rows, which is how all other platforms write theirs; the first row is the header. */
export function tableRows(rows: string[][]): string {
  const [header, ...data] = rows
    .filter((cells) => cells.some((cell) => cell !== ''))
    .map((cells) => cells.map((cell) => onOneLine(cell).replaceAll('|', '/')))
  if (header === undefined) return ''
  return [header, header.map(() => '---'), ...data].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
