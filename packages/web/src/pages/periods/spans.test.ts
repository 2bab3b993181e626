import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOf, monthAndBefore, periodsOf, windowAndBefore } from './spans.ts'

test('a window and as many days before it touch and do not overlap', () => {
  assert.deepEqual(windowAndBefore('7d', '2026-03-03'), {
    a: { from: '2026-02-18', to: '2026-02-24' },
    b: { from: '2026-02-25', to: '2026-03-03' },
  })
})

test('a month so far stands against the whole month before, over the turn of the year too', () => {
  assert.deepEqual(monthAndBefore('2027-01-12'), {
    a: { from: '2026-12-01', to: '2026-12-31' },
    b: { from: '2027-01-01', to: '2027-01-12' },
  })
})

test('an address that does not say two spans says none, and a span that cannot be is named', () => {
  const whole = { aFrom: '2026-01-01', aTo: '2026-01-07', bFrom: '2026-02-01', bTo: '2026-02-07' }
  assert.deepEqual(periodsOf(whole)?.b, { from: '2026-02-01', to: '2026-02-07' })
  for (const wrong of [{ aFrom: undefined }, { bTo: 'soon' }, { aTo: '2026-13-01' }])
    assert.equal(periodsOf({ ...whole, ...wrong }), null)
  assert.equal(faultOf({ from: '2026-01-01', to: '2026-01-01' }), undefined)
  assert.match(faultOf({ from: '2026-01-02', to: '2026-01-01' }) ?? '', /must not end before/)
  assert.match(faultOf({ from: '2025-01-01', to: '2026-01-02' }) ?? '', /366/)
})
