export type TextRange = { start: number; end: number }

/**
 * The sentence, list item or table row that ends before `offset` (N7, N10): blanks before the marker are skipped, and
 * nothing before `floor` (the end of the previous marker) is taken unless only punctuation stands between the two.
 */
export function sentenceBefore(text: string, offset: number, floor = 0): TextRange {
  const end = text.slice(0, Math.max(0, offset)).trimEnd().length
  const hasWords = /[\p{L}\p{N}]/u.test(text.slice(floor, end))
  const least = hasWords ? floor : 0
  // Not further back than the floor: a line may be as long as the answer, and hold thousands of markers.
  const from = least + text.slice(least, end).lastIndexOf('\n') + 1
  const claim = text.slice(from, end)
  const lead = leadOf(claim, from === 0 || text[from - 1] === '\n')
  const isTableRow = claim.startsWith('|')
  const start = from + lead + (isTableRow ? 0 : lastSentenceStart(claim.slice(lead)))
  return { start: Math.min(start, end), end }
}

/** The claims before several markers in rising order; markers with no words between them share one claim. */
export function sentencesBefore(text: string, offsets: number[]): TextRange[] {
  const spans: TextRange[] = []
  let floor = 0
  for (const [index, offset] of offsets.entries()) {
    const previous = spans.at(-1)
    const isShared = previous && !/[\p{L}\p{N}]/u.test(text.slice(offsets[index - 1], offset))
    if (!isShared) floor = index === 0 ? 0 : offsets[index - 1]!
    spans.push(isShared ? previous : sentenceBefore(text, offset, floor))
  }
  return spans
}

/** Length of what is not yet the claim: list, heading and quote signs at a line's start, else leftover punctuation. */
function leadOf(claim: string, isLineStart: boolean): number {
  const pattern = isLineStart ? /^\s*(?:(?:[-*+•>]|#{1,6}|\d{1,3}[.)])\s+)*/ : /^[\s.,;:!?)\]。、，；：！？*_]+/
  return pattern.exec(claim)?.[0].length ?? 0
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Start of the last sentence with a word in it; `v1.2`, `example.com`, `Inc. in` and `e.g. this` end none. */
function lastSentenceStart(claim: string): number {
  let start = 0
  let previous = ''
  for (const { segment, index } of sentences.segment(claim)) {
    const isContinuation =
      /(?:\b(?:\p{L}|e\.g|i\.e|vs|Inc|Ltd|Co|Corp|St|Dr|Mr|Mrs|Ms|No|approx|ca|z\.\s?B|bzw|etc))\.\s*$/u
    if (/[\p{L}\p{N}]/u.test(segment) && !isContinuation.test(previous)) start = index
    previous = segment
  }
  return start
}
