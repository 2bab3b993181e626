import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLane } from './lane.ts'

const work = new Map([['collect:chatgpt', async () => {}]])
function lane() {
  const { nextLook, looked, ...rest } = openLane({ work, places: 3, keepsOne: true })
  return {
    ...rest,
    nextLook,
    looked: (look: ReturnType<typeof nextLook>, found: number | null): void => {
      assert.ok(look)
      looked(look, found)
    },
  }
}

test('where nothing was found nobody looks again before there may be something', () => {
  const { nextLook, looked, wake } = lane()
  const look = nextLook()
  assert.deepEqual(look, { tasks: ['collect:chatgpt'], atMost: 2, exceptOf: [] })
  looked(look, 0)
  assert.equal(nextLook(), null)
  wake()
  assert.notEqual(nextLook(), null)
})

test('what comes while a look is under way is looked for after it, whatever it found', () => {
  const { nextLook, looked, wake } = lane()
  const look = nextLook()
  wake()
  looked(look, 0)
  assert.notEqual(nextLook(), null)
})

test('where as many were found as were asked for there may be more; a look that failed says nothing', () => {
  const { nextLook, looked } = lane()
  looked(nextLook(), 2)
  assert.notEqual(nextLook(), null)
  looked(nextLook(), null)
  assert.notEqual(nextLook(), null)
})

test('while only the jobs of who has its share wait, nobody looks; when one of them ends somebody does', () => {
  const { nextLook, looked, running } = lane()
  running.set('1', 'a').set('2', 'a')
  const look = nextLook()
  assert.deepEqual(look?.exceptOf, ['a'])
  looked(look, 0)
  assert.equal(nextLook(), null)
  running.delete('1')
  assert.deepEqual(nextLook(), { tasks: ['collect:chatgpt'], atMost: 1, exceptOf: [] })
})

test('without a free place nobody looks', () => {
  const { nextLook, running } = lane()
  running.set('1', 'a').set('2', 'a').set('3', 'b')
  assert.equal(nextLook(), null)
})
