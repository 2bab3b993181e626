/** Text without its markers, and where each original position went. */
export type Clean = {
  text: string
  /** Original UTF-16 offset → offset in `text` (N6); an offset inside a cut lands where the cut was. */
  at(offset: number): number
}

/**
 * Removes the ranges (any order, overlaps allowed), then N3: line ends become LF, the ends are trimmed, three and more
 * line ends in a row become two. Letters, quotes and Unicode form stay. A cut takes the blanks before it along when only
 * a blank, closing punctuation or the end follows: `good ([a](b)).` → `good.`. NUL and half surrogates, which
 * PostgreSQL cannot hold, go or become U+FFFD.
 */
export function cut(original: string, ranges: { start: number; end: number }[]): Clean {
  const isGone = covered(original.length, ranges)
  dropBlanksBeforeCuts(original, isGone)
  const lines = original.toWellFormed().replace(/\r(?!\n)/g, '\n')
  for (let index = 0; index < lines.length; index++) if (/[\r\0]/.test(lines[index]!)) isGone[index] = 1
  trim(lines, isGone)
  collapseBlankLines(lines, isGone)
  return assemble(lines, isGone)
}

/** However far ranges overlap, each sign is visited once. */
function covered(length: number, ranges: { start: number; end: number }[]): Uint8Array {
  const isCovered = new Uint8Array(length)
  let at = 0
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start))
    for (at = Math.max(at, start); at < end && at < length; at++) isCovered[at] = 1
  return isCovered
}

const followsClosely = /[\s.,;:!?)\]}。、，；：！？）】]/

function dropBlanksBeforeCuts(text: string, isGone: Uint8Array): void {
  let nextKept = text.length
  for (let index = text.length - 1; index > 0; index--) {
    if (!isGone[index]) nextKept = index
    if (!isGone[index] || isGone[index - 1]) continue
    if (nextKept < text.length && !followsClosely.test(text[nextKept]!)) continue
    for (let blank = index - 1; blank >= 0 && /[ \t\u00A0]/.test(text[blank]!); blank--) isGone[blank] = 1
  }
}

function trim(text: string, isGone: Uint8Array): void {
  const isBlank = (index: number) => isGone[index] === 1 || /\s/.test(text[index]!)
  for (let index = 0; index < text.length && isBlank(index); index++) isGone[index] = 1
  for (let index = text.length - 1; index >= 0 && isBlank(index); index--) isGone[index] = 1
}

/** Keeps the first two line ends of a run; blanks on otherwise empty lines of the run go with it. */
function collapseBlankLines(text: string, isGone: Uint8Array): void {
  let run: number[] = []
  let newlines = 0
  const finish = (next: number) => {
    if (newlines >= 3) {
      const [first, second] = run.filter((index) => text[index] === '\n')
      const last = run.findLastIndex((index) => text[index] === '\n')
      for (const index of run.slice(0, last + 1)) if (index > first! && index !== second!) isGone[index] = 1
    }
    run = []
    newlines = 0
    return next
  }
  for (let index = 0; index < text.length; index++) {
    if (isGone[index]) continue
    const sign = text[index]!
    if (!/\s/.test(sign)) finish(index)
    else {
      run.push(index)
      if (sign === '\n') newlines++
    }
  }
}

function assemble(text: string, isGone: Uint8Array): Clean {
  const cleanOffsets = new Uint32Array(text.length + 1)
  let clean = ''
  let keptFrom = 0
  let kept = 0
  for (let index = 0; index < text.length; index++) {
    cleanOffsets[index] = kept
    if (!isGone[index]) kept++
    else {
      clean += text.slice(keptFrom, index)
      keptFrom = index + 1
    }
  }
  clean += text.slice(keptFrom)
  cleanOffsets[text.length] = kept
  return { text: clean, at: (offset) => cleanOffsets[Math.min(Math.max(0, Math.trunc(offset)), text.length)]! }
}
