import type { FoundCitation } from './citations.ts'
import { readOverviewMarkdown } from './dataforseo-markdown.ts'
import { asArray, asString, at } from './json.ts'
import { joinPieces, type Piece, pieceOf, pointAt, prefixed, tableRows, unknownPiece } from './pieces.ts'
import type { Source } from './platform.ts'
import { readSource } from './urls.ts'

/** The item `ai_overview` of a result page, and all pages shown with it. */
export function overviewPiece(item: unknown): { piece: Piece; shown: Source[] } {
  const shown: Source[] = []
  const elements = asArray(at(item, 'items')).map((element) => elementPiece(element, shown))
  const inElements = joinPieces(elements, '\n\n')
  const piece =
    inElements.text === '' ? joinPieces([inElements, markdownPiece(at(item, 'markdown'), shown)], '\n\n') : inElements
  return { piece, shown: [...pagesOf(item), ...shown] }
}

function elementPiece(element: unknown, shown: Source[]): Piece {
  const type = asString(at(element, 'type')) ?? ''
  switch (type) {
    case 'ai_overview_element':
      return pointAt(wordsOf(element, shown), pagesOf(element))
    case 'ai_overview_expanded_element': {
      const components = asArray(at(element, 'components')).map((component) =>
        pointAt(wordsOf(component, shown), pagesOf(component)),
      )
      return pointAt(joinPieces([wordsOf(element, shown), ...components], '\n\n'), pagesOf(element))
    }
    case 'ai_overview_table_element': {
      const rows = [at(element, 'table', 'table_header'), ...asArray(at(element, 'table', 'table_content'))]
      const table = tableRows(rows.map((row) => asArray(row).map((cell) => asString(cell) ?? '')))
      const written = markdownPiece(at(element, 'markdown'), shown)
      return pointAt(written.text === '' ? pieceOf(table) : written, pagesOf(element))
    }
    case 'ai_overview_video_element':
    case 'ai_overview_shopping':
      for (const page of pagesOf({ references: [element] })) shown.push(page)
      return pieceOf('')
    default:
      return unknownPiece()
  }
}

/**
 * Title and words of an element. Its Markdown comes first: there the markers tell the sentence that a page stands behind
 * and lists are lists, while `text` runs them together; an element whose Markdown is only a picture has its words there.
 */
function wordsOf(element: unknown, shown: Source[]): Piece {
  const title = prefixed('### ', pieceOf((asString(at(element, 'title')) ?? '').trim()))
  const written = markdownPiece(at(element, 'markdown'), shown)
  const words = written.text === '' ? pieceOf(asString(at(element, 'text')) ?? '') : written
  return joinPieces([title, words], '\n\n')
}

function markdownPiece(markdown: unknown, shown: Source[]): Piece {
  const read = readOverviewMarkdown(asString(markdown) ?? '')
  for (const page of read.shown) shown.push(page)
  const found = read.citations.flatMap(({ spans, count, ...source }): FoundCitation[] => [
    ...spans.map((span) => ({ source, span })),
    ...Array.from({ length: count - spans.length }, () => ({ source, span: null })),
  ])
  return { ...pieceOf(read.text, found), unknownItems: read.leftOut }
}

/** References and links of an element; a table or a word may hold them bare. */
function pagesOf(element: unknown): Source[] {
  const references = [...asArray(at(element, 'references')), ...asArray(at(element, 'links'))]
  return references
    .map((reference) =>
      readSource(asString(reference) ?? at(reference, 'url'), at(reference, 'title'), at(reference, 'domain')),
    )
    .filter((source) => source !== null)
}
