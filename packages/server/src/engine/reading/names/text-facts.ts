import { isEnglishWord, plain, type Language, type Lexicon } from './lexicon.ts'
import { lineSlots, LETTERED } from './slots.ts'
import type { Block, Structure } from '../text/block.ts'

/** What is true of a whole answer; worked out once, before its names are judged. */
export type TextFacts = {
  /** `small` and `upper`: the text is written so throughout, and capitals tell nothing. */
  casing: 'mixed' | 'small' | 'upper'
  /** The first words of a series' members, each once: names that no dictionary has, and words. */
  headsOf(slot: string): Heads
}

export type Heads = { coined: number; common: number }
const NO_HEADS: Heads = { coined: 0, common: 0 }

export function readFacts(text: string, structure: Structure, language: Language, lexicon: Lexicon): TextFacts {
  const heads = countHeads(text, structure, language, lexicon)
  return { casing: casingOfText(text), headsOf: (slot) => heads.get(slot) ?? NO_HEADS }
}

/** One word of fifty may be written otherwise: an "iPhone" in small letters, a "for" in capitals. */
const OTHERWISE = 0.02

function casingOfText(text: string): TextFacts['casing'] {
  let [words, small, upper] = [0, 0, 0]
  for (const [word] of text.matchAll(/\p{L}+/gu)) {
    const lower = word.toLowerCase()
    if (lower === word.toUpperCase() || word === 'I') continue
    words++
    if (word === lower) small++
    else if (word === word.toUpperCase() && (word.length > 1 || upper > 0)) upper++
  }
  if (words > 0 && words - small <= OTHERWISE * words) return 'small'
  return words > 2 && words - upper <= OTHERWISE * words ? 'upper' : 'mixed'
}

/** Units of a head that are looked at: marks, a number or letter, and a word. */
const HEAD_REACH = 80
const HEAD = /^[^\p{L}\p{N}]*(?:\p{N}{1,3}[^\p{L}\p{N}]+)?(\p{L}[\p{L}\p{M}\p{N}'’&+-]*)/u
/** More lines or cells of one block tell nothing new. */
const MOST_MEMBERS = 200

function countHeads(text: string, { blocks }: Structure, language: Language, lexicon: Lexicon): Map<string, Heads> {
  const seen = new Map<string, Set<string>>()
  const heads = new Map<string, Heads>()
  for (const block of blocks) {
    for (const [slot, at] of membersOf(text, block)) {
      const word = HEAD.exec(text.slice(at, Math.min(block.end, at + HEAD_REACH)))?.[1] ?? ''
      if (word === '') continue
      const known = seen.get(slot) ?? new Set()
      seen.set(slot, known)
      if (known.has(word)) continue
      known.add(word)
      const count = heads.get(slot) ?? { ...NO_HEADS }
      heads.set(slot, count)
      if (isCoined(word, language, lexicon)) count.coined++
      else count.common++
    }
  }
  return heads
}

/** The places of a block where a member of a series begins, with the series' slot. */
function membersOf(text: string, block: Block): [string, number][] {
  const { kind, listId, depth, start, end } = block
  if (kind === 'item' || kind === 'heading') return [[`${kind} ${listId} ${depth}`, start]]
  if (kind === 'row') return cellsOf(text, block)
  if (kind !== 'paragraph') return []
  const members: [string, number][] = []
  let at = start
  for (const line of text.slice(start, end).split('\n', MOST_MEMBERS)) {
    const [lettered = ''] = LETTERED.exec(line.slice(0, HEAD_REACH)) ?? []
    for (const slot of lineSlots(block, lettered !== '')) members.push([slot, at + lettered.length])
    at += line.length + 1
  }
  return members
}

function cellsOf(text: string, { listId, start, end }: Block): [string, number][] {
  let at = start
  return text
    .slice(start, end)
    .split('|', MOST_MEMBERS)
    .map((cell, column) => {
      const from = at
      at += cell.length + 1
      return [`row ${listId} ${column + 1}`, from]
    })
}

/** A capital word that no dictionary of words, given names or places has. Elsewhere than in English the dictionaries are small: a capital within it is asked for. */
export function isCoined(word: string, language: Language, lexicon: Lexicon): boolean {
  if (/\p{Ll}\p{Lu}/u.test(word)) return true
  if (language !== 'en' || !/^\p{Lu}[\p{L}\p{M}&+-]{2,}$/u.test(word)) return false
  const folded = plain(word)
  return (
    ![lexicon.givenNames, lexicon.places, lexicon.dates, lexicon.determiners, lexicon.demonyms].some((words) =>
      words.has(folded),
    ) && folded.split('-').some((part) => !isEnglishWord(part, lexicon))
  )
}
