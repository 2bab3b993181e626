import type { Reader } from './growth.ts'

const reader = (name: string, read: (text: string) => unknown): Reader => ({ name, makeFor: () => read })

/** What is known to grow with the text, and what is known to grow with its square. */
export const readers: Reader[] = [
  reader('linear: one pass', (text) => text.split(' ').map((word) => word.toUpperCase())),
  reader('linear: sticky look-ups', (text) => {
    const word = /\w{1,40}/y
    let found = 0
    for (word.lastIndex = 0; word.lastIndex < text.length;) {
      const at = word.lastIndex
      if (word.test(text)) found++
      else word.lastIndex = at + 1
    }
    return found
  }),
  reader('square: a filter for each', (text) => {
    const words = text.split(' ')
    return words.map((word) => words.filter((other) => other === word).length)
  }),
  reader('square: a search that finds nothing, for each', (text) => {
    const words = text.split(' ')
    return words.map(() => words.find((word) => word === 'never'))
  }),
  reader('square: a loop in a loop', (text) => {
    let same = 0
    for (const one of text) for (const other of text) if (one === other) same++
    return same
  }),
  reader('square: all that stands before each', (text) =>
    Array.from(text.matchAll(/b/g), ({ index }) => /[.!?]$/.test(text.slice(0, index))),
  ),
  reader('square: an unclosed mark, for each', (text) =>
    Array.from(text.matchAll(/b/g), ({ index }) => text.indexOf('>', index)),
  ),
  reader('square: hidden behind much linear work', (text) => {
    for (let round = 0; round < 400; round++) text.toLowerCase()
    const words = text.split(' ')
    return words.map((word) => words.indexOf(`${word}!`))
  }),
]
