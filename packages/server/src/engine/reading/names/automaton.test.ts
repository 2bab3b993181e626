import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assert as check, array, constantFrom, property, uniqueArray } from 'fast-check'
import { buildAutomaton } from './automaton.ts'
import { scan } from './scan.ts'
import { foldText, makeFold } from './fold.ts'

const fold = makeFold()
const noEnding = () => -1

/** Small alphabets, so that names nest, overlap and touch letters, digits and marks often. */
const PIECES = [
  'a',
  'b',
  'é',
  'A',
  'Я',
  'я',
  'š',
  '3',
  '.',
  '&',
  '-',
  ' ',
  '!',
  '小',
  'ト',
  'ー',
  '_',
  '’',
  "'",
  '\n',
  'ü',
]
const text = array(constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(''))
const names = uniqueArray(
  array(constantFrom('a', 'b', 'e', 'я', 's', '3', '.', '&', ' ', '小', 'ト', "'"), { minLength: 1, maxLength: 4 }).map(
    (pieces) => pieces.join('').trim() || 'a',
  ),
  { minLength: 1, maxLength: 12 },
)

test('finds exactly what a Unicode look-around finds, name by name', () => {
  check(
    property(names, text, (keys, written) => {
      const automaton = buildAutomaton(keys, fold)
      const hits = scan(written, automaton, noEnding)
      const found: string[] = []
      for (let at = 0; at < hits.length; at += 3) found.push(hits.slice(at, at + 3).join(' '))
      assert.deepEqual(found.toSorted(), oracle(keys, written).toSorted())
    }),
    { numRuns: 300 },
  )
})

/** Letters of scripts without spaces are boundaries to themselves; all others must not touch a letter or digit. */
function oracle(keys: string[], written: string): string[] {
  const folded = Array.from(written, (unit) => (/[-\n]/.test(unit) ? unit : foldText(unit, fold))).join('')
  assert.equal(folded.length, written.length)
  return keys.flatMap((key, index) => {
    const spaceless = String.raw`\p{Script=Han}\p{Script=Katakana}ー`
    const word = String.raw`(?:(?![${spaceless}])[\p{L}\p{N}\p{M}])`
    const left = new RegExp(`^[${spaceless}]`, 'u').test(key) ? '' : `(?<!${word})`
    const right = new RegExp(`[${spaceless}]$`, 'u').test(key) ? '' : `(?!${word})`
    const lineEnd = String.raw`\n *(?![ \n])`
    const space = `(?:[ -](?:${lineEnd}|(?!\\n))|(?<![ -])${lineEnd})`
    const letters = key.split(' ').map((piece) => RegExp.escape(piece))
    const pattern = new RegExp(`(?=(${left}${letters.join(space)}${right}))`, 'gu')
    return [...folded.matchAll(pattern)].map(
      ({ index: start, 1: found = '' }) => `${start} ${start + found.length} ${index}`,
    )
  })
}

test('passes over marks, escapes and the ends of lines inside a name without moving offsets', () => {
  const keys = ['at&t', 'nestle', 'h&m', 'best buy']
  const automaton = buildAutomaton(keys, fold)
  const surfaces = (written: string) => {
    const hits = scan(written, automaton, noEnding)
    return hits.flatMap((start, at) => (at % 3 === 0 ? [written.slice(start, hits[at + 1])] : []))
  }
  assert.deepEqual(surfaces('x AT\\&T and H\\&M'), ['AT\\&T', 'H\\&M'])
  assert.deepEqual(surfaces('a best\n  buy, best\r\n> buy, best-\nbuy'), ['best\n  buy', 'best\r\n> buy', 'best-\nbuy'])
  assert.deepEqual(surfaces('best\n\nbuy, best  \nbuy, best\\\nbuy, best\n- buy'), [])
  assert.deepEqual(surfaces('Nestle\u0301 nes\u00adtle'), ['Nestle\u0301', 'nes\u00adtle'])
  assert.deepEqual(surfaces('cat&t at&tx _h&m_'), ['h&m'])
})

test('a long text after a short one and an empty one is read whole', () => {
  const automaton = buildAutomaton(['zz'], fold)
  assert.deepEqual(scan('', automaton, noEnding), [])
  assert.deepEqual(scan('zz', automaton, noEnding), [0, 2, 0])
  const long = `${'word '.repeat(3000)}zz`
  assert.deepEqual(scan(long, automaton, noEnding), [15_000, 15_002, 0])
  assert.deepEqual(scan('z', automaton, noEnding), [])
})

test('a book without names finds nothing', () => {
  assert.deepEqual(scan('anything', buildAutomaton([], fold), noEnding), [])
})
