import type { Block, Link } from '../text/block.ts'
import type { Range } from '../text/range.ts'
import type { Layout } from './layout.ts'

/** Where a name stands in its sentence and line, and the words beside it, as written. */
export type Surroundings = {
  block: Block | null
  /** `sentence` and `line`: a capital there says nothing. `label`: directly behind a colon, semicolon or bar. */
  opening: 'inside' | 'label' | 'sentence' | 'line'
  before: string
  gapBefore: string
  after: string
  gapAfter: string
  isPossessive: boolean
  bold: Range | null
  link: Link | null
  /** How the heading, cell, bold run, item head or sentence around it is written; `alone`: nothing else is in it. */
  casing: 'sentence' | 'title' | 'upper' | 'alone'
  /** The sentence around it. */
  sentence: Range
}

/** The surroundings of `text.slice(start, end)`; nothing further than `REACH` away is looked at. */
export function readSurroundings(text: string, { start, end }: Range, layout: Layout): Surroundings {
  const block = layout.blocks.innermostAround({ start, end })
  const reached = Math.max(0, start - REACH)
  const from = Math.max(reached + text.slice(reached, start).lastIndexOf('\n') + 1, block?.start ?? 0)
  const lineEnd = text.slice(end, end + REACH).indexOf('\n')
  const to = Math.min(lineEnd < 0 ? text.length : end + lineEnd, block?.end ?? text.length, end + REACH)
  const left = text.slice(from, start)
  const possessive = /^(?:['’]s|['’](?= ))(?![\p{L}\p{N}])/u.exec(text.slice(end, end + 4))?.[0] ?? ''
  const right = text.slice(end + possessive.length, to)
  const [, before = '', gapBefore = left] =
    /([\p{L}\p{N}](?:[\p{L}\p{N}\p{M}'’&+-]*[\p{L}\p{N}\p{M}])?)([^\p{L}\p{N}]*)$/u.exec(left) ?? []
  const [, gapAfter = right, after = ''] =
    /^([^\p{L}\p{N}]*)([\p{L}\p{N}](?:[\p{L}\p{N}\p{M}'’-]*[\p{L}\p{N}\p{M}])?)/u.exec(right) ?? []
  const bold = layout.bold.outermostAround({ start, end })
  const link = layout.links.innermostAround({ start, end })
  const sentence = sentenceAround(text, { start, end }, from, to)
  const isWhole = /[.!?]/.test(text.charAt(sentence.end)) && block?.kind !== 'heading' && block?.kind !== 'row'
  const isBoldHead = bold !== null && isHead(text, bold, block)
  const isDisplayed = isBoldHead || block?.kind === 'heading' || block?.kind === 'row'
  const unit = isBoldHead ? within(bold, reached, end + REACH) : unitAround(text, { start, end }, block, sentence)
  const casing = casingOf(text.slice(unit.start, start), text.slice(end, unit.end), text.slice(start, end), isDisplayed)
  return {
    block,
    opening: openingOf(left, before, gapBefore),
    before,
    gapBefore,
    after: SENTENCE_END.test(gapAfter) ? '' : after,
    gapAfter,
    isPossessive: possessive.length > 1,
    bold,
    link,
    casing:
      isWhole && unit.start === sentence.start && unit.end === sentence.end && casing === 'title' ? 'sentence' : casing,
    sentence,
  }
}

/** Units looked at to either side: a long sentence. */
const REACH = 240

const within = ({ start, end }: Range, from: number, to: number): Range => ({
  start: Math.max(start, from),
  end: Math.min(end, to),
})

/** No letter stands before it in its block. */
function isHead(text: string, bold: Range, block: Block | null): boolean {
  const from = block?.start ?? 0
  return bold.start - from <= REACH && !/\p{L}/u.test(text.slice(from, bold.start))
}

const SENTENCE_END = /[.!?…。！？](?:["'”’)\]*_]*\s|$)|[。！？]/
const ABBREVIATION = /^(?:vs|e\.?g|i\.?e|etc|mr|mrs|ms|dr|prof|st|no|inc|co|corp|ltd|u\.s|z\.b|bzw|т\.е)$/i

const LONGEST_ABBREVIATION = 4

function openingOf(left: string, before: string, gap: string): Surroundings['opening'] {
  if (before === '') return 'line'
  const isListMarker = /^[\s>#*_-]*\d+[.)][\s*_["“([]*$/.test(left)
  if (isListMarker) return 'line'
  if (/[.!?…。！？]/.test(gap) && !ABBREVIATION.test(before)) return 'sentence'
  if (/[:;|：；–—•·]|\s-\s|\s{3,}/.test(gap)) return 'label'
  return 'inside'
}

function sentenceAround(text: string, { start, end }: Range, from: number, to: number): Range {
  let first = from
  // Scraped answers run sentences together: "easy to use.Polar Pacer Pro".
  for (const stop of text.slice(from, start + 2).matchAll(/[.!?](?=\s|\p{Lu}\p{Ll})|[。！？]/gu)) {
    const at = from + stop.index
    if (at >= start) break
    const wordBefore = /[\p{L}.]+$/u.exec(text.slice(Math.max(from, at - LONGEST_ABBREVIATION - 1), at))?.[0] ?? ''
    if (!ABBREVIATION.test(wordBefore)) first = at + 1
  }
  const stop = /[.!?](?=\s|$|\p{Lu}\p{Ll})|[。！？]/u.exec(text.slice(end, to))
  return { start: first, end: stop === null ? to : end + stop.index }
}

/** What is cased as one piece: a heading, a table cell, the head of an item, or the part of a sentence up to a colon. */
function unitAround(text: string, { start, end }: Range, block: Block | null, sentence: Range): Range {
  if (block?.kind === 'heading') return sentence
  const stops = block?.kind === 'row' ? /\|/g : /[:;|]\s|\s[–—-]\s/g
  let from = sentence.start
  for (const stop of text.slice(from, start).matchAll(stops)) from = sentence.start + stop.index + stop[0].length
  const stop = text.slice(end, sentence.end).search(block?.kind === 'row' ? /\|/ : /[:;|](?:\s|$)|\s[–—-]\s/)
  return { start: from, end: stop < 0 ? sentence.end : end + stop }
}

/** Titles leave these small. */
const CONNECTIVES = /^(?:and|or|of|the|for|an|in|to|with|by|vs|on|at|from|und|der|die|das|de|la|le|et|y|e|и|в|на)$/

function casingOf(left: string, right: string, surface: string, isDisplayed: boolean): Surroundings['casing'] {
  const words = `${left} ${right}`.match(/\p{L}[\p{L}\p{M}'’]+/gu) ?? []
  const weighty = words.filter((word) => !CONNECTIVES.test(word))
  if (words.length === 0) return 'alone'
  const isUpper = (word: string) => word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase()
  if (isUpper(surface) && weighty.length > 0 && weighty.every(isUpper)) return 'upper'
  // The first word of a sentence is capital anyway: it is no sign of a title.
  const counted = /\p{L}/u.test(left) && !isDisplayed ? weighty.slice(1) : weighty
  const capitals = counted.filter((word) => word !== word.toLowerCase()).length
  return counted.length > 0 && capitals / counted.length >= 0.75 ? 'title' : 'sentence'
}
