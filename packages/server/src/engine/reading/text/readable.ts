import { decodeHTMLStrict } from 'entities'

/** An answer as a reader sees it, and the way back to the text that is stored. */
export type Readable = {
  /** With its character references resolved; the stored text itself where there are none. */
  text: string
  /** Of a place between two units of `text`, in the stored text. */
  toStored(offset: number): number
  /** The other way; inside a reference: in front of what it stands for. */
  fromStored(offset: number): number
}

/**
 * Resolves HTML's character references (`Levi&#39;s`, `Caf&eacute;`, `&amp;`), also those that were escaped twice
 * (`&amp;#39;`). One that would be markup (`&lt;`, `&#42;`) stays as it is, as in CommonMark: it never makes a list, a
 * link or a line. Linear in the length of the text.
 */
export function readableOf(stored: string): Readable {
  if (!stored.includes('&')) return { text: stored, toStored: (offset) => offset, fromStored: (offset) => offset }
  const pieces: string[] = []
  /** Where each reference ends, in the readable and in the stored text; both ascend. */
  const ends: { readable: number; stored: number; start: number }[] = []
  let [from, length] = [0, 0]
  for (const match of stored.matchAll(REFERENCE)) {
    const meant = resolve(match[1] ?? '')
    if (meant === null) continue
    const before = stored.slice(from, match.index)
    pieces.push(before, meant)
    from = match.index + match[0].length
    length += before.length + meant.length
    ends.push({ readable: length, stored: from, start: match.index })
  }
  return {
    text: pieces.join('') + stored.slice(from),
    toStored: (offset) => {
      const last = ends[countUpTo(ends, (end) => end.readable <= offset) - 1]
      return last === undefined ? offset : last.stored + offset - last.readable
    },
    fromStored: (offset) => {
      const count = countUpTo(ends, (end) => end.stored <= offset)
      const [last, next] = [ends[count - 1], ends[count]]
      const outside = next === undefined ? offset : Math.min(offset, next.start)
      return last === undefined ? outside : last.readable + outside - last.stored
    },
  }
}

/** How many of them, from the first on, it holds for. */
function countUpTo<Item>(ascending: readonly Item[], isUpTo: (item: Item) => boolean): number {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isUpTo(ascending[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}

const REFERENCE = /&(?:amp;){0,3}(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z]{2,8});/g

/** What would be markup, a line's end or no character at all. */
const STAYS = /^[<>*_#`[\]|\\~]$|[\p{Cc}\p{Cs}\p{Cn}]/u

function resolve(reference: string): string | null {
  const written = `&${reference};`
  const meant = decodeHTMLStrict(written)
  return meant === written || STAYS.test(meant) ? null : meant
}
