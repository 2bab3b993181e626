import assert from 'node:assert/strict'
import { test } from 'node:test'
import { array, assert as check, integer, ipV4, property } from 'fast-check'
import { isLoopbackAddress, isPublicAddress, isWithin, networksOf } from './public-address.ts'

const publicOnes = [
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
]
  .concat([
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.167.255.255',
    '192.169.0.0',
  ])
  .concat([
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700::1111',
    '2001:4860:4860::8888',
    '2a00:1450::1',
  ])
const others = ['0.0.0.0', '10.0.0.0', '10.255.255.255', '100.64.0.0', '100.127.255.255', '127.0.0.1', '168.63.129.16']
  .concat(['169.254.0.0', '169.254.255.255', '172.16.0.0', '172.31.255.255', '192.0.0.0', '192.0.2.255', '192.88.99.1'])
  .concat([
    '192.168.0.0',
    '192.168.255.255',
    '198.18.0.0',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.7',
    '224.0.0.0',
  ])
  .concat([
    '239.255.255.255',
    '240.0.0.0',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:1.1.1.1',
    '::1.1.1.1',
    '64:ff9b::1.1.1.1',
  ])
  .concat([
    '64:ff9b:1::1',
    '100::1',
    '1fff:ffff::1',
    '2001::1',
    '2001:1ff::1',
    '2001:db8::1',
    '2002:101:101::1',
    '2620:4f:8000::1',
  ])
  .concat(['3fff::1', '4000::1', '5f00::1', 'fc00::1', 'fdff::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1'])

test('addresses at the edges of every special block are told from their neighbours', () => {
  for (const address of publicOnes) assert.equal(isPublicAddress(address), true, address)
  for (const address of others) assert.equal(isPublicAddress(address), false, address)
})

test('what is not an address in its usual spelling is not public', () => {
  for (const text of [
    '',
    'example.com',
    '1.1.1',
    '01.1.1.1',
    '0x1010101',
    '16843009',
    '1.1.1.1.',
    ' 1.1.1.1',
    '[2606:4700::1]',
  ])
    assert.equal(isPublicAddress(text), false, text)
})

test('an IPv4 address that IPv6 spells is never public', () => {
  check(
    property(ipV4(), (address) => {
      for (const prefix of ['::', '::ffff:', '::ffff:0:', '64:ff9b::'])
        assert.equal(isPublicAddress(prefix + address), false)
    }),
  )
})

test('loopback is 127.0.0.0/8 and ::1', () => {
  check(
    property(array(integer({ min: 0, max: 255 }), { minLength: 4, maxLength: 4 }), (bytes) => {
      assert.equal(isLoopbackAddress(bytes.join('.')), bytes[0] === 127)
    }),
  )
  assert.equal(isLoopbackAddress('::1'), true)
  for (const address of ['::', '::2', '::ffff:127.0.0.1', 'localhost', ''])
    assert.equal(isLoopbackAddress(address), false)
})

test('a network holds its own addresses and none of the other family', () => {
  assert.equal(isWithin('10.1.2.3', networksOf(['10.1.2.3/32'])), true)
  assert.equal(isWithin('10.1.2.4', networksOf(['10.1.2.3/32'])), false)
  assert.equal(isWithin('10.1.3.255', networksOf(['10.1.2.0/23'])), true)
  assert.equal(isWithin('10.1.4.0', networksOf(['10.1.2.0/23'])), false)
  assert.equal(isWithin('::a01:203', networksOf(['10.0.0.0/8'])), false)
  assert.equal(isWithin('10.1.2.3', networksOf([])), false)
})
