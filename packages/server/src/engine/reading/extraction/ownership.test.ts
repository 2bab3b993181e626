import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownerOf, ownersOf, siteOf } from './ownership.ts'
import { entity } from './judgement.test-support.ts'

const owners = ownersOf([
  entity('Acme', { kind: 'brand', domains: ['acme.com', 'bücher.de', '例え.jp', 'https://www.acme.io/start'] }),
  entity('Acme Pages', { domains: ['acme.github.io', 'shop.acme.com'] }),
  entity('GitHub', { domains: ['github.com', 'github.io', 'co.uk'] }),
])
const ownerAt = (address: string) => ownerOf(address, owners).entityId

test('a page belongs to the entity whose domain its host is or lies under', () => {
  for (const address of [
    'acme.com',
    'https://www.acme.com/pricing?a=b',
    'http://docs.eu.ACME.com:8080/',
    'acme.com.',
    'user@acme.com',
    'acme.io',
  ]) {
    assert.deepEqual([address, ownerOf(address, owners).owner], [address, 'own'])
  }
  for (const address of [
    'notacme.com',
    'acme.com.evil.io',
    'acme.co',
    'https://evil.io/acme.com',
    'https://evil.io/?u=https://acme.com',
  ]) {
    assert.deepEqual(ownerOf(address, owners).owner, 'third_party')
  }
})

test('the longest domain wins', () => {
  assert.equal(ownerAt('https://shop.acme.com/x'), 'Acme Pages')
  assert.equal(ownerAt('https://shop2.acme.com/x'), 'Acme')
})

test('a public suffix owns nothing: a blog at github.io is not GitHub’s', () => {
  assert.equal(ownerAt('https://someone.github.io/post'), null)
  assert.equal(ownerAt('https://acme.github.io'), 'Acme Pages')
  assert.equal(ownerAt('https://news.bbc.co.uk'), null)
  assert.equal(ownerAt('gist.github.com'), 'GitHub')
})

test('an international domain is the same in letters and in punycode', () => {
  for (const address of ['bücher.de', 'shop.BÜCHER.de', 'https://xn--bcher-kva.de/x', '例え.jp'])
    assert.equal(ownerAt(address), 'Acme')
})

test('a domain that two entities share is the brand’s, whatever their order', () => {
  const both = [
    entity('Zed', { domains: ['x.com'] }),
    entity('Yak', { domains: ['x.com'] }),
    entity('Own', { kind: 'brand', domains: ['x.com'] }),
  ]
  assert.equal(ownerOf('x.com', ownersOf(both)).entityId, 'Own')
  assert.equal(ownerOf('x.com', ownersOf(both.toReversed())).entityId, 'Own')
  assert.equal(ownerOf('x.com', ownersOf(both.slice(0, 2))).entityId, 'Yak')
})

test('pages are grouped by registrable domain, in the letters they came in', () => {
  const sites: [string, string][] = [
    ['https://www.news.bbc.co.uk/a', 'bbc.co.uk'],
    ['a.someone.github.io', 'someone.github.io'],
    ['https://shop.bücher.de/', 'bücher.de'],
    ['https://www.食狮.公司.cn/x', '食狮.公司.cn'],
    ['127.0.0.1:80', '127.0.0.1'],
    ['http://[::1]/', '[::1]'],
    ['localhost', 'localhost'],
    ['', ''],
    ['not an address', 'not an address'],
  ]
  for (const [address, site] of sites) assert.equal(siteOf(address), site)
})
