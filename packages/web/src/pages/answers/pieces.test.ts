import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cutIntoPieces } from './pieces.ts'

const joined = (pieces: { text: string }[]): string => pieces.map(({ text }) => text).join('')

describe('the text of an answer, cut at its mentions', () => {
  test('is marked by offsets in UTF-16 units, never by searching', () => {
    const text = '🚀 Acme, not acme. Acme again.'
    const pieces = cutIntoPieces(text, [{ start: 19, end: 23 }], null)
    assert.deepEqual(
      pieces.filter(({ mention }) => mention !== null).map(({ text, start }) => [text, start]),
      [['Acme', 19]],
    )
    assert.equal(joined(pieces), text)
  })

  test('stays the text unit for unit, whatever stands in it', () => {
    const text = '<script>alert(1)</script>\u2028![x](javascript:alert(1))\u202e\ud800 Acme\r\n'
    const at = text.indexOf('Acme')
    const pieces = cutIntoPieces(text, [{ start: at, end: at + 4 }], { start: 3, end: at + 2 })
    assert.equal(joined(pieces), text)
    assert.equal(pieces.find(({ mention }) => mention === 0)?.text, 'Acme')
  })

  test('leaves out what fits no text or begins inside another', () => {
    const pieces = cutIntoPieces(
      'Acme CRM',
      [
        { start: 0, end: 8 },
        { start: 5, end: 8 },
        { start: 6, end: 60 },
        { start: 4, end: 4 },
      ],
      null,
    )
    assert.deepEqual(pieces, [{ text: 'Acme CRM', start: 0, mention: 0, isPassage: false }])
  })

  test('shows a passage without breaking a name at its edge', () => {
    const pieces = cutIntoPieces('Try Acme now', [{ start: 4, end: 8 }], { start: 6, end: 12 })
    assert.deepEqual(
      pieces.map(({ text, isPassage }) => [text, isPassage]),
      [
        ['Try ', false],
        ['Acme', false],
        [' now', true],
      ],
    )
  })

  test('an empty text has no pieces', () => {
    assert.deepEqual(cutIntoPieces('', [], null), [])
  })
})
