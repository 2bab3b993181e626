import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcomeOf } from './outcome.ts'

test('W9 only 2xx is success; 410 is the end; redirects and all the rest are failures', () => {
  for (let status = 100; status < 1_000; status += 1) {
    const expected = status >= 200 && status < 300 ? 'delivered' : status === 410 ? 'gone' : 'failed'
    assert.equal(outcomeOf(status), expected, String(status))
  }
  assert.equal(outcomeOf(null), 'failed')
})
