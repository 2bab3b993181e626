import { asArray, asNumber, asString, at } from './json.ts'
import { joinPieces, type Piece, pieceOf, pointAt, prefixed, tableRows, unknownPiece } from './pieces.ts'
import type { Source } from './platform.ts'
import { readSource } from './urls.ts'

export type Context = {
  references: Map<number, Source>
  /** The names of the sources, each once, where an engine leaves citation labels in its prose (Copilot); else null. */
  labels: string[] | null
}

/** SerpApi's blocks as Markdown (N1): what an answer's structure is read from is the same for all platforms. */
export const readBlocks = (blocks: unknown, context: Context, depth = 0): Piece[] =>
  asArray(blocks).map((block) => pointAt(readBlock(block, context, depth), pagesOf(block, context)))

/** Kinds that carry no words of the answer. */
const silentKinds = /^(top_stories|images?|thumbnails?|videos?|products?|shopping|maps?|divider)|carousel|_results$/

const maxDepth = 6

function readBlock(block: unknown, context: Context, depth: number): Piece {
  if (depth > maxDepth) return unknownPiece()
  const type = asString(at(block, 'type')) ?? 'paragraph'
  switch (type) {
    case 'paragraph':
      return joinPieces(
        [readWords(block, context), ...readBlocks(at(block, 'text_blocks'), context, depth + 1)],
        '\n\n',
      )
    case 'heading':
      return prefixed(`${'#'.repeat(levelOf(block))} `, readWords(block, context))
    case 'list':
      return joinPieces([readWords(block, context), readList(at(block, 'list'), context, depth, '')], '\n')
    case 'table':
      return pieceOf(
        tableRows([at(block, 'headers'), ...asArray(at(block, 'table') ?? at(block, 'detailed'))].map(cellsOf)),
      )
    case 'comparison':
      return pieceOf(tableRows(comparisonRows(block)))
    case 'expandable': {
      const title = prefixed('### ', pieceOf(asString(at(block, 'title')) ?? ''))
      const blocks = readBlocks(at(block, 'text_blocks'), context, depth + 1)
      return joinPieces([title, readWords(block, context), ...blocks], '\n\n')
    }
    case 'code':
    case 'code_block': {
      const code = asString(at(block, 'code')) ?? asString(at(block, 'snippet')) ?? ''
      return pieceOf(code === '' ? '' : `\`\`\`\n${code}\n\`\`\``)
    }
    default:
      return silentKinds.test(type) ? pieceOf('') : unknownPiece()
  }
}

/** Only Copilot tells levels; SerpApi's own Markdown writes `###` for the others. */
function levelOf(block: unknown): number {
  const level = asNumber(at(block, 'level')) ?? 3
  return Math.min(6, Math.max(1, Math.trunc(level)))
}

function readList(list: unknown, context: Context, depth: number, indent: string): Piece {
  const items = asArray(list).map((item) => {
    const parts = [
      readWords(item, context),
      depth < maxDepth ? readList(at(item, 'list'), context, depth + 1, `${indent}  `) : pieceOf(''),
      ...readBlocks(at(item, 'text_blocks'), context, depth + 1),
    ]
    return prefixed(`${indent}- `, pointAt(joinPieces(parts, '\n'), pagesOf(item, context)))
  })
  return joinPieces(items, '\n')
}

/** Title and snippet in one line, without the labels of citations (N2). */
function readWords(block: unknown, { labels }: Context): Piece {
  const title = (asString(at(block, 'title')) ?? '').trim()
  const snippet = asString(at(block, 'snippet')) ?? asString(block) ?? ''
  const isRepeated = title === '' || at(block, 'type') === 'expandable' || snippet.startsWith(title)
  const gap = snippet === '' ? '' : /[\p{L}\p{N})\]]$/u.test(title) ? ': ' : ' '
  const text = isRepeated ? snippet : `${title}${gap}${snippet}`
  const cuts = labels === null ? [] : labelsIn(text, labels, asArray(at(block, 'reference_indexes')).length)
  return pieceOf(text, [], cuts)
}

/** The pages that a block or an item points at: by number, or by a link in its words. */
function pagesOf(block: unknown, { references }: Context): (Source | null | undefined)[] {
  const indexes = asArray(at(block, 'reference_indexes')).map(asNumber)
  const links = asArray(at(block, 'snippet_links'))
  return [
    ...indexes.map((index) => (index === null ? null : references.get(index))),
    ...links.map((link) => readSource(asString(link) ?? at(link, 'link'), null, at(link, 'text'))),
  ]
}

/** Copilot's labels: numbers at the end that count within the item, and a source's name before a stranded full stop. */
function labelsIn(text: string, names: string[], references: number): { start: number; end: number }[] {
  const cuts: { start: number; end: number }[] = []
  let end = text.trimEnd().length
  for (let number = references; number > 0;) {
    const label = / (\d{1,2})$/.exec(text.slice(Math.max(0, end - 3), end))
    if (label === null || Number(label[1]) < 1 || Number(label[1]) > number) break
    cuts.push({ start: end - label[0].length, end })
    end -= label[0].length
    number = Number(label[1]) - 1
  }
  for (const name of names) {
    for (let from = text.indexOf(` ${name} `); from >= 0; from = text.indexOf(` ${name} `, from + 1)) {
      const after = from + name.length + 2
      if (/[.,;:!?]/.test(text[after] ?? '')) cuts.push({ start: from + 1, end: after })
    }
  }
  return cuts
}

/** Cells are words or objects with them. */
const cellsOf = (row: unknown): string[] =>
  asArray(row).map((cell) => String(asString(cell) ?? asString(at(cell, 'snippet')) ?? asNumber(cell) ?? '').trim())

/** `product_labels` above the columns, one `feature` a row. */
function comparisonRows(block: unknown): string[][] {
  const rows = asArray(at(block, 'comparison'))
  return [
    ['', ...cellsOf(at(block, 'product_labels'))],
    ...rows.map((row) => [asString(at(row, 'feature')) ?? '', ...cellsOf(at(row, 'values'))]),
  ]
}
