import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClaimRequest } from './claim.ts'
import { WorkerPool } from './pool.ts'

const pool = () =>
  new WorkerPool({ work: new Map([['collect:chatgpt', async () => {}]]), concurrency: 3, reserveOne: true })

function requestOf(asking: WorkerPool): ClaimRequest {
  const request = asking.nextRequest()
  assert.ok(request)
  return request
}

test('where nothing was found nobody asks again before there may be something', () => {
  const asking = pool()
  const request = requestOf(asking)
  assert.deepEqual(request, { tasks: ['collect:chatgpt'], limit: 2, exceptOf: [] })
  asking.answered(request, 0)
  assert.equal(asking.nextRequest(), null)
  asking.wake()
  assert.notEqual(asking.nextRequest(), null)
})

test('what comes while a request is under way is asked for after it, whatever it found', () => {
  const asking = pool()
  const request = requestOf(asking)
  asking.wake()
  asking.answered(request, 0)
  assert.notEqual(asking.nextRequest(), null)
})

test('where as many were found as were asked for there may be more; a request that failed says nothing', () => {
  const asking = pool()
  asking.answered(requestOf(asking), 2)
  assert.notEqual(asking.nextRequest(), null)
  asking.answered(requestOf(asking), null)
  assert.notEqual(asking.nextRequest(), null)
})

test('while only the jobs of who has its share wait, nobody asks; when one of them ends somebody does', () => {
  const asking = pool()
  asking.running.set('1', 'a').set('2', 'a')
  const request = requestOf(asking)
  assert.deepEqual(request.exceptOf, ['a'])
  asking.answered(request, 0)
  assert.equal(asking.nextRequest(), null)
  asking.running.delete('1')
  assert.deepEqual(asking.nextRequest(), { tasks: ['collect:chatgpt'], limit: 1, exceptOf: [] })
})

test('without a free slot nobody asks', () => {
  const asking = pool()
  asking.running.set('1', 'a').set('2', 'a').set('3', 'b')
  assert.equal(asking.nextRequest(), null)
})
