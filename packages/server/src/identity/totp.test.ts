import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOf, otpauthUri, stepOfCode, toBase32 } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

test('the codes are those of RFC 6238, appendix B', () => {
  const vectors = {
    59: '94287082',
    1111111109: '07081804',
    1111111111: '14050471',
    1234567890: '89005924',
    2000000000: '69279037',
    20000000000: '65353130',
  }
  for (const [seconds, eightDigits] of Object.entries(vectors))
    assert.equal(codeOf(secret, Math.floor(Number(seconds) / 30)), eightDigits.slice(2))
})

test('a code is good half a minute early and late, and never again after one of its half minute or a later one', () => {
  const atMs = 1_111_111_111_000
  const step = Math.floor(atMs / 30_000)
  for (const aside of [-1, 0, 1])
    assert.equal(stepOfCode(secret, codeOf(secret, step + aside), { atMs, lastStep: 0 }), step + aside)
  for (const aside of [-2, 2])
    assert.equal(stepOfCode(secret, codeOf(secret, step + aside), { atMs, lastStep: 0 }), undefined)
  for (const aside of [-1, 0])
    assert.equal(stepOfCode(secret, codeOf(secret, step + aside), { atMs, lastStep: step }), undefined)
})

test('the link for an app holds the secret in base 32 (RFC 4648)', () => {
  assert.equal(toBase32(Buffer.from('foobar')), 'MZXW6YTBOI')
  assert.equal(
    otpauthUri(secret, { issuer: 'Sightline', account: 'ada@acme.com' }),
    'otpauth://totp/Sightline:ada%40acme.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Sightline&algorithm=SHA1&digits=6&period=30',
  )
})
