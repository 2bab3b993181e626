import { plain } from '../../reading/names/lexicon.ts'
import type { Structure } from '../../reading/text/block.ts'
import type { Range } from '../../reading/text/range.ts'

/** How the answers themselves write words: which of them they also write small. */
export type Words = {
  /** Reads one answer. */
  read(text: string, structure: Structure): void
  /** Whether a folded word is written small about as often as not: an ordinary word, whatever the dictionary says. */
  isSmall(word: string): boolean
}

/** A name is written small now and then (an address, a slip), a word in at least one answer of five. */
const SMALL_SHARE = 5

export function countWords(): Words {
  const small = new Map<string, number>()
  const capital = new Map<string, number>()
  return {
    read: (text, structure) => {
      const seen = { small: new Set<string>(), capital: new Set<string>() }
      for (const [word] of proseOf(text, structure).matchAll(WORD)) {
        const first = word.charAt(0)
        const written = first === first.toLowerCase() ? seen.small : seen.capital
        if (word === first + word.slice(1).toLowerCase()) written.add(plain(word))
      }
      for (const word of seen.small) small.set(word, (small.get(word) ?? 0) + 1)
      for (const word of seen.capital) capital.set(word, (capital.get(word) ?? 0) + 1)
    },
    isSmall: (word) => {
      const count = small.get(word) ?? 0
      return count > 0 && count * SMALL_SHARE >= count + (capital.get(word) ?? 0)
    },
  }
}

const WORD = /(?<![\p{L}\p{N}_./@-])\p{L}[\p{L}\p{M}]+(?![\p{L}\p{N}_/@]|\.\p{L})/gu

/** Without code and addresses, which are written small whatever they name. */
function proseOf(text: string, structure: Structure): string {
  const closed: Range[] = [
    ...structure.code,
    ...structure.urls,
    ...structure.references,
    ...structure.links.map(({ urlStart, urlEnd }) => ({ start: urlStart, end: urlEnd })),
  ].toSorted((a, b) => a.start - b.start)
  let prose = ''
  let at = 0
  for (const { start, end } of closed) {
    if (start > at) prose += `${text.slice(at, start)} `
    at = Math.max(at, end)
  }
  return prose + text.slice(at)
}
