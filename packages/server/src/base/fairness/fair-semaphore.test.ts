import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { test } from 'node:test'
import { createFairSemaphore, type Places } from './fair-semaphore.ts'

/** Who asks and works until it is told to end. */
function callsOf(places: Places) {
  const turns = createFairSemaphore(places)
  const atWork: string[] = []
  return {
    come: async (organizationId: string, calls = 1): Promise<void> => {
      for (let call = 0; call < calls; call += 1) {
        const waiting = turns.take(organizationId)
        if (waiting) void waiting.begun.then(() => atWork.push(organizationId))
        else atWork.push(organizationId)
      }
      await nextTurn()
    },
    end: async (organizationId: string): Promise<void> => {
      atWork.splice(atWork.indexOf(organizationId), 1)
      turns.leave(organizationId)
      await nextTurn()
    },
    whoHasMost: (): string =>
      [...Map.groupBy(atWork, (one) => one)].toSorted(([, a], [, b]) => b.length - a.length)[0]![0],
    at: (organizationId: string): number => atWork.filter((one) => one === organizationId).length,
  }
}

test('one organization alone has its places and no more, however much it asks', async () => {
  const calls = callsOf({ ofOne: 4, ofAll: 16 })
  await calls.come('flood', 100)
  assert.equal(calls.at('flood'), 4)
  await calls.come('small')
  assert.equal(calls.at('small'), 1)
  await calls.end('flood')
  assert.equal(calls.at('flood'), 4)
})

test('B13 beside any number that flood, the next place is of one that has none, and nobody has a second turn before it', async () => {
  for (const floods of [2, 3, 10, 30]) {
    const calls = callsOf({ ofOne: 4, ofAll: 8 })
    const names = Array.from({ length: floods }, (_, index) => `flood ${index}`)
    for (const name of names) await calls.come(name, 100)
    await calls.come('small')
    let ended = 0
    for (; calls.at('small') === 0; ended += 1) await calls.end(calls.whoHasMost())
    // Two of them have all places from the beginning; each of the others came before and has one turn.
    assert.equal(ended, floods - 2 + 1, `beside ${floods}`)
  }
})

test('B13 places that become free lead to equal numbers of them', async () => {
  const calls = callsOf({ ofOne: 4, ofAll: 6 })
  for (const flood of ['a', 'b', 'c']) await calls.come(flood, 100)
  for (let ended = 0; ended < 4; ended += 1) await calls.end(calls.at('a') > 2 ? 'a' : calls.at('b') > 2 ? 'b' : 'c')
  assert.deepEqual(['a', 'b', 'c'].map(calls.at), [2, 2, 2])
})

test('B13 where the last place is kept it is for one that has none, and so it is again when all were taken', async () => {
  const calls = callsOf({ ofAll: 4, keepsLast: true })
  for (const flood of ['a', 'b']) await calls.come(flood, 10)
  assert.deepEqual(['a', 'b'].map(calls.at), [3, 1])
  await calls.come('small')
  await calls.end('a')
  assert.deepEqual(['a', 'b', 'small'].map(calls.at), [2, 1, 1])
  await calls.end('small')
  assert.deepEqual(['a', 'b'].map(calls.at), [2, 1])
  await calls.end('a')
  assert.equal(calls.at('a') + calls.at('b'), 3, 'one is left')
})

test('one alone may have all places, where it is not limited; who gives up gets none', async () => {
  const calls = callsOf({ ofAll: 6 })
  await calls.come('a', 10)
  assert.equal(calls.at('a'), 6)
  const turns = createFairSemaphore({ ofAll: 1 })
  assert.equal(turns.take('a'), null)
  turns.take('b')?.giveUp()
  turns.leave('a')
  assert.equal(turns.take('c'), null)
})
