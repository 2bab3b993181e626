import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fastestRatio, measureGrowth, worstRatio } from './support/growth.ts'
import { stepsOf } from './support/pattern-steps.ts'

const EXAMPLES = new URL('support/growth-of-examples.ts', import.meta.url)

test('counted steps tell what grows with the text from what grows with its square', async () => {
  for (const growth of await measureGrowth(EXAMPLES, ['ab '], [1200, 2400, 4800])) {
    const ratio = Math.max(worstRatio(growth), fastestRatio(growth))
    if (growth.reader.startsWith('linear')) assert.ok(ratio < 2.1, `${growth.reader}: ${ratio}`)
    else assert.ok(ratio > 3.5, `${growth.reader}: ${ratio}`)
  }
})

test('counted steps are the same each time', async () => {
  const twice = [
    await measureGrowth(EXAMPLES, ['ab '], [600, 1200]),
    await measureGrowth(EXAMPLES, ['ab '], [600, 1200]),
  ]
  assert.deepEqual(twice[0]?.map(worstRatio), twice[1]?.map(worstRatio))
})

test('backtracking is walked step by step, and matches as V8 does', () => {
  const texts = ['aaaa', 'aaab', 'x: "b" ', 'Ärger, ää', '12:30', '', '🙂🙂a', 'aba']
  for (const pattern of [
    /(a+)+b/,
    /^(?:a|ä){2,}?\b/iu,
    /(?<=: )"(?<in>\w)"(?! $)/,
    /(\w)\w\1/,
    /\p{Emoji}{2}a$/u,
    /^$/,
  ])
    for (const text of texts)
      assert.equal(stepsOf(pattern, text).matches, pattern.test(text), `${pattern.source} on ${text}`)
  const [few, many] = [10, 14].map((length) => stepsOf(/^(?:a+)+$/, `${'a'.repeat(length)}b`).count)
  assert.ok(many! > 10 * few!)
})
