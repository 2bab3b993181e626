import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wishOf, WAITING_MS } from './shortcuts.ts'

const press = (
  key: string,
  more: Partial<Parameters<typeof wishOf>[0]> = {},
  since: number | null = null,
  isOn = true,
) => wishOf({ key, isCommand: false, isTaken: false, isRepeated: false, ...more }, since, isOn)

test('letters ask for something only while nothing is typed, no dialog is open and they are turned on', () => {
  assert.deepEqual(press('?'), { kind: 'help' })
  assert.deepEqual(press('/'), { kind: 'find' })
  assert.deepEqual(press('p', {}, 100), { kind: 'go', key: 'p' })
  for (const key of ['?', '/', 'p']) {
    assert.equal(press(key, { isTaken: true }, 100), null)
    assert.equal(press(key, {}, 100, false), null)
    assert.equal(press(key, { isRepeated: true }, 100), null)
  }
  assert.equal(press('p'), null)
  assert.equal(press('p', {}, WAITING_MS), null)
})

test('the palette opens from everywhere, by no other command', () => {
  for (const isTaken of [true, false]) assert.deepEqual(press('K', { isCommand: true, isTaken }), { kind: 'palette' })
  assert.equal(press('p', { isCommand: true }), null)
  assert.equal(press('k', { isTaken: true }), null)
})
