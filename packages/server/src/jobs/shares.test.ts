import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roomIn } from './shares.ts'

/** Places whose queue always holds jobs of those who wait, in this order. */
function runnerOf(places: number) {
  const running: string[] = []
  return {
    running,
    /** Takes as many as may be taken. */
    take: (waiting: readonly string[]): void => {
      for (;;) {
        const { atMost, exceptOf } = roomIn(places, running)
        const next = waiting.find((organizationId) => !exceptOf.includes(organizationId))
        if (atMost === 0 || next === undefined) return
        running.push(...Array.from({ length: atMost }, () => next))
      }
    },
    end: (organizationId: string): void => void running.splice(running.indexOf(organizationId), 1),
    has: (organizationId: string): number => running.filter((one) => one === organizationId).length,
  }
}

test('B13 one organization alone takes all places but one, and the last is a newcomer’s', () => {
  const runner = runnerOf(6)
  runner.take(['flood'])
  assert.equal(runner.has('flood'), 5)
  runner.take(['flood', 'small'])
  assert.equal(runner.has('small'), 1)
})

test('B13 however many organizations have all places but one together, the last is a newcomer’s', () => {
  const floods = ['a', 'b', 'c']
  const runner = runnerOf(6)
  for (const flood of floods) runner.take([flood])
  while (new Set(runner.running).size < 3 || runner.running.length > 5) {
    runner.end('a')
    runner.take(floods.toReversed())
  }
  runner.take(floods)
  assert.equal(runner.running.length, 5)
  runner.take([...floods, 'small'])
  assert.equal(runner.has('small'), 1)
})

test('B13 a place that becomes free where all were taken is a newcomer’s too', () => {
  const runner = runnerOf(4)
  runner.take(['a'])
  runner.take(['a', 'first newcomer'])
  assert.equal(runner.running.length, 4)
  runner.end('a')
  runner.take(['a', 'first newcomer', 'second newcomer'])
  assert.equal(runner.has('second newcomer'), 1)
})

test('organizations with a job each take every place, and one place is anybody’s', () => {
  assert.deepEqual(roomIn(3, ['a', 'b']), { atMost: 1, exceptOf: ['a', 'b'] })
  assert.deepEqual(roomIn(3, ['a', 'b', 'c']).atMost, 0)
  assert.deepEqual(roomIn(1, []), { atMost: 1, exceptOf: [] })
  assert.deepEqual(roomIn(1, ['a']).atMost, 0)
})
