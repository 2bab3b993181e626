import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { levelOf, readSpace, saySpace, watchSpace, type Space } from './disk-space.ts'

test('below 5 % of the disk is low and below 1 % exhausted, whatever its size', () => {
  for (const totalBytes of [1_000_000, 10_000_000_000_000]) {
    const level = (share: number) => levelOf({ freeBytes: totalBytes * share, totalBytes })
    assert.deepEqual([1, 0.05, 0.0499, 0.01, 0.0099, 0].map(level), [
      'enough',
      'enough',
      'low',
      'low',
      'exhausted',
      'exhausted',
    ])
  }
})

test('the space of a real folder is what the system says', async () => {
  const { freeBytes, totalBytes } = await readSpace('/')
  assert.ok(freeBytes > 0 && totalBytes > freeBytes)
  assert.equal(saySpace({ freeBytes: 2 ** 30, totalBytes: 2 ** 36 }), '1.0 GiB free, 1.6 %')
})

test('a change is told once, and a disk that cannot be looked at is as it was', async () => {
  const totalBytes = 1_000
  const spaces: (Space | Error)[] = [500, 40, 40, new Error('the mount hangs'), 5, 5, 30, 500].map((free) =>
    free instanceof Error ? free : { freeBytes: free, totalBytes },
  )
  let looks = 0
  const told: string[] = []
  const log = { info: (event: string) => void told.push(event), error: (event: string) => void told.push(event) }
  const levels: string[] = []
  const watch = await watchSpace({
    path: '/nowhere',
    log,
    everyMs: 1,
    read: async () => {
      const space = spaces[Math.min(looks, spaces.length - 1)]!
      looks += 1
      if (space instanceof Error) throw space
      return space
    },
  })
  watch.onChange(() => void levels.push(watch.level()))
  while (looks <= spaces.length) await sleep(1)
  watch.close()
  assert.deepEqual(told, ['disk.low', 'disk.exhausted', 'disk.low', 'disk.enough'])
  assert.deepEqual(levels, ['low', 'exhausted', 'low', 'enough'])
})
