import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Tellable } from './answer.ts'
import { cut, MAX_RESULT_TOKENS } from './cut.ts'
import { tokensOf } from './tokens.test-support.ts'
import { Quoted } from './untrusted.ts'

const ANSWER = 'Fernhold is a good choice for a small team; Quorvane has more boards, and Taskmoor is cheaper. '
const JAPANESE = '小さなチームにはファーンホルドが最適です。クオーヴェインは機能が豊富です。'

describe('an answer that is too long for a conversation', () => {
  const cases: [name: string, make: () => Tellable][] = [
    [
      'a list of many entries',
      () => ({ data: Array.from({ length: 200 }, (_, index) => ({ id: `ans_${index}`, text: ANSWER.repeat(3) })) }),
    ],
    ['one text', () => ({ untrustedText: new Quoted(ANSWER.repeat(1_000)) })],
    ['one Japanese text', () => ({ untrustedText: new Quoted(JAPANESE.repeat(1_000)) })],
    [
      'lists in lists',
      () => ({
        prompts: Array.from({ length: 15 }, () => ({
          platforms: Array.from({ length: 40 }, (_, index) => ({ index, evidence: [ANSWER, ANSWER] })),
        })),
      }),
    ],
    ['a list of texts', () => ({ searches: Array.from({ length: 500 }, () => new Quoted(ANSWER)) })],
  ]
  for (const [name, make] of cases)
    test(`${name} is cut to about 8,000 tokens, by o200k, and no further than need be`, async () => {
      const told = make()
      assert.ok((await tokensOf(told)) > MAX_RESULT_TOKENS)
      const cuts = cut(told)
      const left = await tokensOf(told)
      assert.ok(left <= MAX_RESULT_TOKENS * 1.1 && left >= MAX_RESULT_TOKENS * 0.4, String(left))
      assert.ok(cuts.length > 0)
      for (const { kept, of } of cuts) assert.ok(kept >= 1 && kept < of)
    })

  test('what fits is left as it is', () => {
    const told: Tellable = { data: [{ name: 'Fernhold' }], text: ANSWER }
    assert.deepEqual(cut(told), [])
    assert.deepEqual(told, { data: [{ name: 'Fernhold' }], text: ANSWER })
  })

  test('of a list the first entries stay, whole, and its count is told', () => {
    const told = { data: Array.from({ length: 100 }, (_, index) => ({ index, text: ANSWER.repeat(5) })) }
    const [{ path, kept, of } = { path: '', kept: 0, of: 0 }] = cut(told)
    assert.deepEqual([path, of, told.data.length], ['data', 100, kept])
    assert.deepEqual(
      told.data.map(({ index }) => index),
      Array.from({ length: kept }, (_, index) => index),
    )
  })

  test('a text is never cut inside a character', () => {
    const told: Tellable = { text: new Quoted('😀'.repeat(20_000)) }
    cut(told)
    assert.match(JSON.stringify(told), /^\{"text":"(😀)+…"\}$/u)
  })
})
