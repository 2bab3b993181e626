import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashKey, hasKeyShape, mintKey } from './authenticate.ts'

const MINTED = 100_000

test('A16: 100,000 minted keys are all different, of the one form, and pass their checksum', () => {
  const texts = new Set<string>()
  for (let index = 0; index < MINTED; index += 1) {
    const { text, start, last4 } = mintKey(index % 2 === 0 ? 'live' : 'test')
    texts.add(text)
    assert.match(text, /^sl_(live|test)_[0-9A-Za-z]{38}$/)
    assert.ok(hasKeyShape(text))
    assert.ok(text.startsWith(start) && text.endsWith(last4) && start.length + last4.length === 17)
  }
  assert.equal(texts.size, MINTED)
})

test('every letter of the alphabet is as likely as another in a key', () => {
  const counts = new Map<string, number>()
  for (let index = 0; index < 10_000; index += 1)
    for (const char of mintKey().text.slice(8, 40)) counts.set(char, (counts.get(char) ?? 0) + 1)
  assert.equal(counts.size, 62)
  const expected = (10_000 * 32) / 62
  const deviation = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  // Chi-square of 61 degrees of freedom: 130 is passed once in a million runs; letters favoured by a modulo give 600.
  assert.ok(deviation < 130, String(deviation))
})

test('A3: a key with one character changed, two swapped, one missing or one more has not the form of a key', () => {
  const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  for (let round = 0; round < 20; round += 1) {
    const { text } = mintKey()
    for (let at = 0; at < text.length; at += 1) {
      const [before, char, after] = [text.slice(0, at), text[at]!, text.slice(at + 1)]
      for (const letter of letters) if (letter !== char) assert.equal(hasKeyShape(before + letter + after), false)
      assert.equal(hasKeyShape(before + after), false)
      assert.equal(hasKeyShape(before + char + char + after), false)
      const isSwapVisible = after !== '' && after[0] !== char
      if (isSwapVisible) assert.equal(hasKeyShape(before + after[0] + char + after.slice(1)), false)
    }
  }
})

test('what only looks like a key has not its form', () => {
  const { text } = mintKey()
  for (const odd of [
    '',
    'sl_live_',
    text.toUpperCase(),
    ` ${text}`,
    `${text}\n`,
    text.replace('live', 'prod'),
    text + text,
  ])
    assert.equal(hasKeyShape(odd), false)
})

test('a key is stored as SHA-256 of its whole text', () => {
  assert.equal(hashKey('abc').toString('hex'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  const { text, hash } = mintKey()
  assert.deepEqual(hash, hashKey(text))
})
