import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { test } from 'node:test'
import { yieldToEventLoop } from './event-loop.ts'

/** Busy for longer than a slice. */
function step(): void {
  const until = performance.now() + 11
  while (performance.now() < until);
}

test('other work has its turn between the long steps of several works, which take turns themselves', async () => {
  const order: string[] = []
  const work = async (name: string) => {
    for (let at = 0; at < 3; at += 1) {
      await yieldToEventLoop()
      step()
      order.push(name)
    }
  }
  const small = async () => {
    for (let at = 0; at < 8; at += 1) {
      await nextTurn()
      order.push('small')
    }
  }
  await Promise.all([work('one'), work('two'), small()])
  const long = order.filter((name) => name !== 'small')
  assert.deepEqual(long, ['one', 'two', 'one', 'two', 'one', 'two'])
  // Never two long steps on end.
  for (let at = 1; at < order.length; at += 1)
    assert.ok(order[at] === 'small' || order[at - 1] === 'small', order.join())
})

test('short steps of one work share a turn', async () => {
  let turns = 0
  const over = new AbortController()
  const counting = (async () => {
    while (!over.signal.aborted) {
      await nextTurn()
      turns += 1
    }
  })()
  await yieldToEventLoop()
  const before = turns
  for (let steps = 0; steps < 100; steps += 1) await yieldToEventLoop()
  assert.ok(turns - before <= 2, `${turns - before} turns`)
  over.abort()
  await counting
})
