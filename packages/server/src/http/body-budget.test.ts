import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '@sightline/sdk'
import { createBodyBudget } from './body-budget.ts'

const refusedWith = (code: string) => (error: unknown) => error instanceof Problem && error.code === code

test('nobody holds more than their share, all together no more than there is, and what is answered holds nothing', () => {
  const budget = createBodyBudget({ most: 100, mostOfOne: 40 })
  const first = budget.hold('one')
  const second = budget.hold('one')
  first.grow(30)
  second.grow(10)
  assert.throws(() => second.grow(1), refusedWith('rate_limited'))
  for (const caller of ['two', 'three']) budget.hold(caller).grow(30)
  assert.throws(() => budget.hold('four').grow(1), refusedWith('service_unavailable'))
  first.release()
  first.release()
  second.grow(30)
  assert.throws(() => second.grow(1), refusedWith('rate_limited'))
  second.release()
  budget.hold('four').grow(40)
})
