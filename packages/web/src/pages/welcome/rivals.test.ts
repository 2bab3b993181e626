import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rivalsOf } from './rivals.ts'

test('competitors are read one a line or between commas, each with the domains behind it', () => {
  assert.deepEqual(rivalsOf('Quorvane, quorvane.com, quorvane.de\n Taskmoor ,Zephlane\n\nBrindle Board Inc.'), [
    { name: 'Quorvane', domains: ['quorvane.com', 'quorvane.de'] },
    { name: 'Taskmoor', domains: [] },
    { name: 'Zephlane', domains: [] },
    { name: 'Brindle Board Inc.', domains: [] },
  ])
  assert.deepEqual(rivalsOf('monday.com\nasana.com'), [
    { name: 'monday.com', domains: ['monday.com'] },
    { name: 'asana.com', domains: ['asana.com'] },
  ])
  assert.deepEqual(rivalsOf(' \n, '), [])
})
