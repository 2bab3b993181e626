import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesShape } from './brands.ts'

test('a domain is a host’s name in whatever writing, and no address of a machine', () => {
  const read = (domain: string) => namesShape.domains.safeParse([domain])
  for (const [written, domain] of [
    ['https://www.Acme.com/pricing', 'acme.com'],
    ['münchen.example', 'münchen.example'],
    ['1password.com', '1password.com'],
    ['0x.org', '0x.org'],
  ])
    assert.deepEqual(read(written ?? '').data, [domain])
  for (const none of [
    'acme',
    '127.0.0.1',
    '0x7f.1',
    '0x7f.0x1',
    '10.1',
    '①②⑦.⓪.⓪.①',
    '𝟭𝟮𝟳.𝟬.𝟬.𝟭',
    '１.１',
    'acme.com:80',
    'a b.com',
    '.com',
    '',
  ])
    assert.equal(read(none).success, false, none)
})
