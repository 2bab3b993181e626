import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entrantOf, hasEntered, type ReadAnswer } from './entrants.ts'

/** Answers of ten prompts, in turns. */
const read = (count: number): ReadAnswer[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `ans_${String(index).padStart(4, '0')}`,
    promptId: `p${index % 10}`,
    platform: 'chatgpt',
  }))
const idsOf = (answers: readonly ReadAnswer[]) => answers.map(({ id }) => id)

test('a name has entered with a tenth of the answers and with ten of them, not with less of either', () => {
  const window = (answers: number) => ({ read: read(answers), answers })
  assert.equal(hasEntered(10, window(100)), true)
  assert.equal(hasEntered(9, window(90)), false)
  assert.equal(hasEntered(10, window(101)), false)
  assert.equal(hasEntered(9, window(20)), false)
  assert.equal(hasEntered(20, window(20)), true)
  assert.equal(hasEntered(0, { read: [], answers: 0 }), false)
})

test('where some of the answers were read, they stand for all', () => {
  const window = { read: read(100), answers: 1_000 }
  assert.equal(hasEntered(10, window), true)
  assert.equal(hasEntered(9, window), false)
  const name = { key: 'zephlane', name: 'Zephlane', answerIds: idsOf(window.read.slice(0, 30)) }
  const { answers, previousAnswers } = entrantOf(name, window, idsOf(read(2)), { read: read(50), answers: 400 })
  assert.deepEqual([answers, previousAnswers], [300, 16])
})

test('the answers that name it come newest first', () => {
  const window = { read: read(40), answers: 40 }
  const name = { key: 'zephlane', name: 'Zephlane', answerIds: ['ans_0003', 'ans_0020', 'ans_0001'] }
  const { answerIds } = entrantOf(name, window, [], { read: [], answers: 0 })
  assert.deepEqual(answerIds, ['ans_0020', 'ans_0003', 'ans_0001'])
})

test('that it is named more often than before is significant by the prompts; without a week before it is not known', () => {
  const window = { read: read(40), answers: 40 }
  // Named in all answers of eight prompts and in half of those of two: no two windows of which differ so by chance.
  const many = idsOf(window.read.filter(({ promptId }, index) => Number(promptId.slice(1)) < 8 || index < 20))
  const name = { key: 'zephlane', name: 'Zephlane', answerIds: many }
  assert.equal(entrantOf(name, window, [], { read: read(40), answers: 40 }).significant, true)
  assert.equal(entrantOf(name, window, many, { read: read(40), answers: 40 }).significant, false)
  const first = entrantOf(name, window, [], { read: [], answers: 0 })
  assert.deepEqual([first.significant, first.previousAnswers], [false, 0])
})
