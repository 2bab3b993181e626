import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cut } from './cut.ts'

const rangeOf = (text: string, part: string) => ({ start: text.indexOf(part), end: text.indexOf(part) + part.length })

test('A marker goes with the blank before it, and offsets after it still point at the same words', () => {
  const text = 'A is good ([a](b)). B too [1] and C.'
  const clean = cut(text, [rangeOf(text, ' [1]'), rangeOf(text, '([a](b))')])
  assert.equal(clean.text, 'A is good. B too and C.')
  assert.equal(clean.text.slice(clean.at(text.indexOf('B')), clean.at(text.indexOf(' [1]'))), 'B too')
  assert.equal(clean.text.slice(clean.at(text.indexOf('C.'))), 'C.')
  assert.equal(clean.at(text.indexOf('(b)')), clean.text.indexOf('. B'))
})

test('The blank before a cut stays when words follow at once', () => {
  assert.equal(cut('a X b', [{ start: 2, end: 4 }]).text, 'a b')
})

test('Line ends become LF, ends are trimmed, three and more become two', () => {
  const clean = cut('\r\n a\r\nb\rc\n\n\n\n  d\n\ne \n', [])
  assert.equal(clean.text, 'a\nb\nc\n\n  d\n\ne')
  assert.equal(clean.at(99), clean.text.length)
  assert.equal(clean.at(-5), 0)
})

test('Letters, quotes and Unicode form stay; what PostgreSQL cannot hold goes', () => {
  const text = 'e\u0301 “q” ﬁ 👍'
  assert.equal(cut(text, []).text, text)
  assert.equal(cut('a\0b\ud800c', []).text, 'ab\ufffdc')
})

test('Overlapping, empty and outlying ranges are harmless', () => {
  const ranges = [
    { start: 1, end: 3 },
    { start: 2, end: 4 },
    { start: 4, end: 4 },
    { start: -9, end: 0 },
    { start: 90, end: 99 },
  ]
  assert.equal(cut('abcdef', ranges).text, 'aef')
  assert.equal(cut('abc', [{ start: 0, end: 3 }]).text, '')
  assert.equal(cut('', []).text, '')
})
