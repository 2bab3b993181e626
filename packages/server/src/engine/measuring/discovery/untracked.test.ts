import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyOutcomes } from '../../scoring/cells.ts'
import type { DatedCell } from '../../scoring/report.ts'
import { otherNamings, readDays } from './other-namings.ts'
import { answersNaming, untrackedNames, type UntrackedName } from './untracked.ts'

const ended = (steps: Generator<number, UntrackedName[]>): UntrackedName[] => {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

const tracked = [
  {
    id: 'brand',
    kind: 'brand' as const,
    name: 'Fernhold',
    aliases: [],
    excludedNames: [],
    domains: [],
    caseSensitive: false,
  },
]
const answers = [
  '1. **Fernhold**: a tool.\n2. **Zephlane**: another.',
  '1. **Zephlane**: a tool.\n2. **Holtgrid**: another.',
  'Many teams like Zephlane, and Fernhold Pro.',
  '1. **Fernhold**: a tool.\n2. **Holtgrid**: another.',
].map((text, index) => ({ id: `a${index}`, prompt: 'which tool', text }))

test('untracked names are those that answers set out, counted wherever they stand; the tracked ones are left out', () => {
  assert.deepEqual(ended(untrackedNames(answers, tracked)), [
    { key: 'zephlane', name: 'Zephlane', answerIds: ['a0', 'a1', 'a2'] },
    { key: 'holtgrid', name: 'Holtgrid', answerIds: ['a1', 'a3'] },
  ])
  assert.deepEqual(ended(untrackedNames([], tracked)), [])
})

test('given names are looked for in other answers', () => {
  assert.deepEqual(ended(answersNaming(['Holtgrid', 'Nowhere'], answers.slice(2), tracked)), [
    { key: 'holtgrid', name: 'Holtgrid', answerIds: ['a3'] },
  ])
})

test('what was read of a day stands for all of the day', () => {
  const cell = (day: string, platform: string, ok: number): DatedCell => ({
    day,
    platform,
    promptId: 'p',
    outcomes: { ...emptyOutcomes(), ok },
    simulated: 0,
    entities: {},
  })
  const read = [
    { id: 'a0', day: '2026-03-02' },
    { id: 'a1', day: '2026-03-02' },
    { id: 'a2', day: '2026-03-03' },
  ]
  const days = readDays(read, [{ answerIds: ['a0', 'a1'] }, { answerIds: ['a1'] }])
  assert.deepEqual(days.get('2026-03-02'), { read: 2, namings: 3 })
  // 3 namings in 2 of the first day's 10 answers: 15; none in the second's; nothing was read of the third's.
  const cells = [
    cell('2026-03-02', 'chatgpt', 6),
    cell('2026-03-02', 'claude', 4),
    cell('2026-03-03', 'claude', 5),
    cell('2026-03-04', 'claude', 5),
  ]
  assert.equal(otherNamings(cells, days), 15)
  assert.equal(otherNamings(cells.slice(2), days), 0)
})
