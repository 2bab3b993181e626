import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEncryption } from './encryption.ts'

const encryption = createEncryption('a secret of sixteen characters')

test('W7 what is sealed is opened by the same secret at the same place, and by nothing else', () => {
  const sealed = encryption.seal('whsec_text', 'one place')
  assert.equal(encryption.unseal(sealed, 'one place'), 'whsec_text')
  assert.throws(() => encryption.unseal(sealed, 'another place'))
  assert.throws(() => createEncryption('another secret of the kind').unseal(sealed, 'one place'))
})

test('W7 a changed byte anywhere is noticed', () => {
  const sealed = encryption.seal('whsec_text', 'place')
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed)
    changed[index] = (changed[index] ?? 0) ^ 1
    assert.throws(() => encryption.unseal(changed, 'place'), `byte ${index}`)
  }
})

test('W7 sealing the same text twice gives different bytes, none of which is the text', () => {
  const [one, other] = [encryption.seal('whsec_text', 'place'), encryption.seal('whsec_text', 'place')]
  assert.notDeepEqual(one, other)
  assert.equal(one.includes('whsec_text'), false)
})
