import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCrowd } from './crowd.ts'

test('an organization gets its share of places, and again when it leaves them; others are not touched by it', () => {
  const crowd = createCrowd(2)
  const [first, second] = [crowd.enter('org_a'), crowd.enter('org_a')]
  assert.ok(first && second)
  assert.equal(crowd.enter('org_a'), null)
  assert.ok(crowd.enter('org_b'))
  first()
  assert.ok(crowd.enter('org_a'))
  assert.equal(crowd.enter('org_a'), null)
  second()
  assert.ok(crowd.enter('org_a'))
})
