import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyOutcomes } from '../../scoring/cells.ts'
import { otherNamings, readDays } from './other-namings.ts'

const cell = (day: string, ok: number) => ({
  day,
  promptId: 'p',
  platform: 'chatgpt',
  simulated: 0,
  outcomes: { ...emptyOutcomes(), ok, refused: 5 },
  entities: {},
})

test('what was read of a day stands for the valid answers of that day, and of no other', () => {
  const read = [
    { id: 'a', day: '2026-01-01' },
    { id: 'b', day: '2026-01-01' },
    { id: 'c', day: '2026-01-02' },
  ]
  const days = readDays(read, [{ answerIds: ['a', 'c'] }, { answerIds: ['a'] }])
  assert.deepEqual(Object.fromEntries(days), {
    '2026-01-01': { read: 2, namings: 2 },
    '2026-01-02': { read: 1, namings: 1 },
  })
  // 2 namings in 2 of 10 answers; 1 in 1 of 3; a day of which nothing was read adds nothing.
  const cells = [cell('2026-01-01', 6), cell('2026-01-01', 4), cell('2026-01-02', 3), cell('2026-01-03', 7)]
  assert.equal(otherNamings(cells, days), 13)
  assert.equal(otherNamings([cell('2026-01-02', 3)], days), 3)
  assert.equal(otherNamings([], days), 0)
})
