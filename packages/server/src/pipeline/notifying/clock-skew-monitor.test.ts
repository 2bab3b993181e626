import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClockSkewMonitor } from './clock-skew-monitor.ts'

test('W3 clocks that part by more than a minute are told, once in ten minutes', () => {
  let machineMs = Date.parse('2026-11-21T12:00:00.000Z')
  const told: number[] = []
  const look = createClockSkewMonitor(
    () => machineMs,
    (skewMs) => told.push(skewMs),
  )
  const at = (aheadMs: number): void => look(new Date(machineMs + aheadMs))
  for (const aheadMs of [0, 60_000, -60_000]) at(aheadMs)
  assert.deepEqual(told, [])
  for (const aheadMs of [60_001, 60_001, -90_000]) at(aheadMs)
  assert.deepEqual(told, [60_001])
  machineMs += 600_000
  at(-90_000)
  assert.deepEqual(told, [60_001, -90_000])
})
