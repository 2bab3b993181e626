import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bm25 } from './bm25.test-support.ts'
import { questions } from './questions.test-support.ts'
import { tools } from './tools.ts'

test('of 120 questions as users ask them, a keyword search puts the right tool among the first three for 95 % at least', () => {
  assert.equal(questions.length, 120)
  assert.deepEqual(
    new Set(questions.map(([tool]) => tool)),
    new Set(tools.map(({ name }) => name)),
    'every tool is asked for',
  )
  const search = bm25(
    tools.map(({ name, title, description }) => ({ id: name, text: `${name} ${title} ${description}` })),
  )
  const missed = questions.filter(([tool, question]) => !search(question).slice(0, 3).includes(tool))
  assert.ok(missed.length <= 6, missed.map((pair) => pair.join(': ')).join('\n'))
})
