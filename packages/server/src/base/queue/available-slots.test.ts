import assert from 'node:assert/strict'
import { test } from 'node:test'
import { availableSlots } from './available-slots.ts'

/** Slots whose queue always holds jobs of those who wait, in this order. */
function runnerOf(concurrency: number) {
  const running: string[] = []
  return {
    running,
    /** Claims as many as may be claimed. */
    claim: (waiting: readonly string[]): void => {
      for (;;) {
        const { limit, exceptOf } = availableSlots(concurrency, running)
        const next = waiting.find((organizationId) => !exceptOf.includes(organizationId))
        if (limit === 0 || next === undefined) return
        running.push(...Array.from({ length: limit }, () => next))
      }
    },
    end: (organizationId: string): void => void running.splice(running.indexOf(organizationId), 1),
    has: (organizationId: string): number => running.filter((one) => one === organizationId).length,
  }
}

test('B13 one organization alone has all slots but one, and the last is a newcomer’s', () => {
  const runner = runnerOf(6)
  runner.claim(['flood'])
  assert.equal(runner.has('flood'), 5)
  runner.claim(['flood', 'small'])
  assert.equal(runner.has('small'), 1)
})

test('B13 however many organizations have all slots but one together, the last is a newcomer’s', () => {
  const floods = ['a', 'b', 'c']
  const runner = runnerOf(6)
  for (const flood of floods) runner.claim([flood])
  while (new Set(runner.running).size < 3 || runner.running.length > 5) {
    runner.end('a')
    runner.claim(floods.toReversed())
  }
  runner.claim(floods)
  assert.equal(runner.running.length, 5)
  runner.claim([...floods, 'small'])
  assert.equal(runner.has('small'), 1)
})

test('B13 a slot that becomes free where all were taken is a newcomer’s too', () => {
  const runner = runnerOf(4)
  runner.claim(['a'])
  runner.claim(['a', 'first newcomer'])
  assert.equal(runner.running.length, 4)
  runner.end('a')
  runner.claim(['a', 'first newcomer', 'second newcomer'])
  assert.equal(runner.has('second newcomer'), 1)
})

test('organizations with a job each have every slot, and a single slot is anybody’s', () => {
  assert.deepEqual(availableSlots(3, ['a', 'b']), { limit: 1, exceptOf: ['a', 'b'] })
  assert.deepEqual(availableSlots(3, ['a', 'b', 'c']).limit, 0)
  assert.deepEqual(availableSlots(1, []), { limit: 1, exceptOf: [] })
  assert.deepEqual(availableSlots(1, ['a']).limit, 0)
})
