import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { readStructure } from './structure.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        '- ',
        '1. ',
        '2) ',
        '\n',
        '\n\n',
        '  ',
        '\t',
        '# ',
        '**',
        '*',
        '_',
        '`',
        '```\n',
        '|',
        '|-|\n',
        '[',
        ']',
        '(',
        ')',
        'http://a.b',
        '<li>',
        '<br>',
        '</p>',
        '<a href="x">',
        'a@b.co',
        'Notion',
        ': ',
        '. ',
        '🏆 ',
        '> ',
        '[1]: x',
        'Sources:\n',
        '\r\n',
        '①',
        '・',
        '・項',
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join('')),
)

test('any text has a structure, its ranges lie inside the text and its blocks are in order', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { blocks, bold, italics, code, links, urls, references } = readStructure(text)
      for (const { start, end } of [...blocks, ...bold, ...italics, ...code, ...urls, ...references]) {
        assert.ok(start >= 0 && start <= end && end <= text.length)
      }
      for (const { labelStart, labelEnd, urlStart, urlEnd } of links) {
        assert.ok(
          labelStart >= 0 &&
            labelStart <= labelEnd &&
            labelEnd < urlStart &&
            urlStart <= urlEnd &&
            urlEnd <= text.length,
        )
      }
      blocks.forEach((block, at) => {
        assert.ok(block.reach >= block.end && block.reach <= text.length)
        assert.ok(block.start >= (blocks[at - 1]?.end ?? 0))
      })
    }),
    { numRuns: 2000 },
  )
})

test('members of a list are counted from 1 without gaps', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const next = new Map<number, number>()
      for (const { listId, ordinal } of readStructure(text).blocks) {
        if (listId === null || ordinal === null) continue
        assert.equal(ordinal, (next.get(listId) ?? 0) + 1)
        next.set(listId, ordinal)
      }
    }),
    { numRuns: 1000 },
  )
})

test('a hundred thousand repetitions of any mark are read: a quadratic step would not come to an end', () => {
  const units = [
    '*',
    '**a',
    '[',
    '](',
    '[a](b',
    '`',
    '``a`',
    '<li>',
    '<p ',
    '- a\n',
    '1. a\n\n- b\n',
    '# a\n',
    '| a |\n',
    'a|b\n',
    'a@',
    '_a',
    '<a href="',
    'Sources:\n',
    '**a**: b\n\n',
    '1. A 2. B ',
  ]
  for (const unit of units) assert.ok(readStructure(unit.repeat(100_000 / unit.length)).blocks)
})
