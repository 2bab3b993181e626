import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownPath } from './own-path.ts'

test('X14 whoever signs in goes on to a path of ours, and to no other host or scheme', () => {
  for (const path of ['/', '/settings/api-keys', '/brands/brd_1?tab=a&b=%2F%2F#part', '/invitations/sl_invite_x'])
    assert.equal(ownPath(path), path)
  const elsewhere = [
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '\\evil',
    'https://evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    '',
    'evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/%0d%0aset-cookie: x=1',
  ]
  for (const path of elsewhere) assert.equal(ownPath(path), '/', JSON.stringify(path))
  assert.equal(ownPath(undefined), '/')
})
