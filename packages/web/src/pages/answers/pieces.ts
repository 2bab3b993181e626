/** A part of an answer's text: plain, a naming, or within the passage that is looked at. */
export type Piece = { text: string; start: number; mention: number | null; isPassage: boolean }
export type TextRange = { start: number; end: number }

/**
 * Cuts a text at the offsets (UTF-16 units) of its mentions and of one passage; put together again the pieces are the
 * text, unit for unit. A mention whose offsets fit no text, or that begins inside another, is not marked.
 */
export function cutIntoPieces(text: string, mentions: readonly TextRange[], passage: TextRange | null): Piece[] {
  const marked = fitting(text, mentions)
  const inside = passage && isWithin(text, passage) ? passage : null
  const cuts = new Set([0, text.length, ...marked.flatMap(({ start, end }) => [start, end])])
  // A passage may begin or end within a name: the name stays whole.
  for (const at of inside ? [inside.start, inside.end] : [])
    if (!marked.some(({ start, end }) => start < at && at < end)) cuts.add(at)
  const mentionAt = new Map(marked.map(({ start, index }) => [start, index]))
  const places = [...cuts].toSorted((one, other) => one - other)
  return places.slice(0, -1).map((start, index) => ({
    text: text.slice(start, places[index + 1]),
    start,
    mention: mentionAt.get(start) ?? null,
    isPassage: inside !== null && start >= inside.start && start < inside.end,
  }))
}

function fitting(text: string, mentions: readonly TextRange[]): (TextRange & { index: number })[] {
  let end = 0
  return mentions
    .map((mention, index) => ({ start: mention.start, end: mention.end, index }))
    .toSorted((one, other) => one.start - other.start || other.end - one.end)
    .filter((mention) => {
      if (!isWithin(text, mention) || mention.start < end) return false
      end = mention.end
      return true
    })
}

const isWithin = (text: string, { start, end }: TextRange): boolean => start >= 0 && start < end && end <= text.length
