import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { id, idPrefixes, newId, instantOfId, lowestId, type IdKind } from './ids.ts'

const kinds = Object.keys(idPrefixes) as IdKind[]
const kind = fc.constantFrom(...kinds)
/** A UUIDv7 carries 48 bits of milliseconds. */
const instant = fc.integer({ min: 0, max: 2 ** 48 - 1 })
const chance = fc.uint8Array({ minLength: 10, maxLength: 10 })

test('an id is its kind’s prefix and 26 characters, and only of its own kind', () => {
  fc.assert(
    fc.property(kind, kind, instant, chance, (own, other, atMs, bytes) => {
      const made = newId(own, atMs, bytes)
      assert.match(made, /^[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25}$/)
      assert.equal(id(own).safeParse(made).success, true)
      assert.equal(id(other).safeParse(made).success, own === other)
    }),
  )
})

test('ids sort by the instants they carry, whatever their chance', () => {
  fc.assert(
    fc.property(kind, instant, instant, chance, chance, (own, one, other, bytes, otherBytes) => {
      fc.pre(one !== other)
      assert.equal(newId(own, one, bytes) < newId(own, other, otherBytes), one < other)
    }),
  )
})

test('an id is a UUIDv7: its instant, version, variant and 74 bits of chance can be read back', () => {
  fc.assert(
    fc.property(instant, chance, (atMs, bytes) => {
      const uuid = bitsOf(newId('brand', atMs, bytes))
      assert.equal(uuid >> 80n, BigInt(atMs))
      assert.equal((uuid >> 76n) & 15n, 7n)
      assert.equal((uuid >> 62n) & 3n, 2n)
      const sent = bytes.reduce((all, byte) => (all << 8n) | BigInt(byte), 0n)
      const fixed = (15n << 76n) | (3n << 62n)
      assert.equal(uuid & ((1n << 80n) - 1n) & ~fixed, sent & ~fixed)
    }),
  )
})

test('the TypeID of the specification’s own example', () => {
  // https://github.com/jetify-com/typeid/tree/main/spec: 01890a5d-ac96-774b-bcce-b302099a8057
  const bytes = Uint8Array.from([0x77, 0x4b, 0xbc, 0xce, 0xb3, 0x02, 0x09, 0x9a, 0x80, 0x57])
  assert.equal(newId('brand', 0x01890a5dac96, bytes), 'brd_01h455vb4pex5vsknk084sn02q')
})

test('ten thousand ids of one millisecond differ', () => {
  assert.equal(new Set(Array.from({ length: 10_000 }, () => newId('answer', 1_700_000_000_000))).size, 10_000)
})

test('kinds have prefixes of their own', () => {
  assert.equal(new Set(Object.values(idPrefixes)).size, kinds.length)
})

function bitsOf(made: string): bigint {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
  return Array.from(made.slice(4)).reduce((bits, character) => (bits << 5n) | BigInt(alphabet.indexOf(character)), 0n)
}

test('an id tells the instant it was made at, and so does the lowest of that instant', () => {
  const atMs = Date.parse('2026-11-22T10:15:00.123Z')
  assert.equal(instantOfId(newId('answer', atMs)), atMs)
  assert.equal(instantOfId(lowestId('answer', atMs)), atMs)
})
