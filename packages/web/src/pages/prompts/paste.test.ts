import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MOST_AT_ONCE, readPastedLines } from './paste.ts'

describe('prompts pasted as lines', () => {
  test('are one a line, without bullets, numbers and empty lines', () => {
    assert.deepEqual(
      readPastedLines('- best crm\r\n\n  2) crm for 3 people\n• 5 best crms\n2024 crm trends').map(({ line, text }) => [
        line,
        text,
      ]),
      [
        [1, 'best crm'],
        [3, 'crm for 3 people'],
        [4, '5 best crms'],
        [5, '2024 crm trends'],
      ],
    )
  })

  test('say which line is a double, too long, or one too many', () => {
    const [first, double, long] = readPastedLines(`best crm\nbest crm\n${'x'.repeat(2_001)}`)
    assert.deepEqual([first?.problem, double?.problem], [null, 'the same as line 1'])
    assert.match(long?.problem ?? '', /longer than 2,000/)
    const many = readPastedLines(Array.from({ length: 201 }, (_, index) => `prompt ${index}`).join('\n'))
    assert.equal(many.filter(({ problem }) => problem === null).length, MOST_AT_ONCE)
    assert.match(many.at(-1)?.problem ?? '', /beyond the first 200/)
  })
})
