import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { Page } from '@sightline/sdk'
import { runInProcess } from './support/command-line.ts'
import { ask, assertErrorShape, readLimits } from './support/http.ts'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'

/** What a caller may write to look like somebody else, or like coming by HTTPS from elsewhere. */
const forged = {
  'x-forwarded-for': '203.0.113.7',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https',
  'x-forwarded-port': '8443',
  'x-forwarded-prefix': '/evil',
  'x-real-ip': '203.0.113.7',
  'x-client-ip': '203.0.113.7',
  'cf-connecting-ip': '203.0.113.7',
  'x-original-url': '/api/v1/me',
  forwarded: 'for=203.0.113.7;host=evil.example;proto=https',
}

describe('forwarding headers', () => {
  let house: TestApp
  let tenant: Tenant
  const closers: (() => Promise<unknown>)[] = []

  before(async () => {
    house = await openTestApp()
    tenant = await house.tenant()
    for (const name of ['One', 'Two']) await tenant.client.createBrand({ body: { name } })
  })
  after(async () => {
    for (const close of closers) await close()
    await house.close()
  })

  /** A door of the house that believes some proxies; this test calls from 127.0.0.1. */
  async function doorBehind(trustedProxies: string[]): Promise<string> {
    const rest = house.app.createRest({ trustedProxies })
    await rest.listen({ host: '127.0.0.1', port: 0 })
    closers.push(() => rest.close())
    return `http://127.0.0.1:${(rest.server.address() as AddressInfo).port}`
  }
  const firstPage = (origin: string, headers: Record<string, string> = {}) =>
    ask(`${origin}/api/v1/brands?limit=1`, { key: tenant.key, headers })
  const nextOf = ({ text }: { text: string }) => (JSON.parse(text) as Page<unknown>).pagination.next ?? ''
  /** Calls without a key that the address of these headers has left. */
  const leftOf = async (origin: string, headers: Record<string, string> = {}) =>
    readLimits(await ask(`${origin}/api/v1/brands`, { headers }))['ip']!.remaining

  for (const [name, proxies] of [
    ['no proxy is trusted', []],
    ['another network is trusted', ['10.0.0.0/8', '2001:db8::/32']],
  ] as const)
    test(`forged ones change nothing where ${name}: links, scheme, address and its limit stay those of the connection`, async () => {
      const origin = await doorBehind([...proxies])
      const [plain, lying] = [await firstPage(origin), await firstPage(origin, forged)]
      assert.equal(lying.status, 200)
      assert.ok(nextOf(plain).startsWith(`${origin}/api/v1/brands?`))
      assert.equal(lying.text, plain.text)
      assert.equal(lying.headers.get('link'), plain.headers.get('link'))
      assert.equal(lying.headers.get('strict-transport-security'), null)
      const first = await leftOf(origin)
      assert.equal(await leftOf(origin, forged), first - 1)
      assert.equal(await leftOf(origin, { 'x-forwarded-for': '198.51.100.9' }), first - 2)
      const document = await ask(`${origin}/api/v1/openapi.json`, { headers: forged })
      assert.doesNotMatch(document.text, /evil/)
    })

  test('a trusted proxy’s are believed: links lead where the caller came from, the address is the caller’s', async () => {
    const origin = await doorBehind(['127.0.0.1'])
    const from = (ip: string) => ({
      'x-forwarded-for': ip,
      'x-forwarded-host': 'api.example',
      'x-forwarded-proto': 'https',
    })
    const page = await firstPage(origin, from('203.0.113.7'))
    assert.ok(nextOf(page).startsWith('https://api.example/api/v1/brands?'))
    assert.equal(page.headers.get('strict-transport-security'), 'max-age=31536000')
    const first = await leftOf(origin, from('203.0.113.7'))
    assert.equal(await leftOf(origin, from('203.0.113.7')), first - 1)
    assert.equal(await leftOf(origin, from('203.0.113.8')), first, 'another caller has a limit of its own')
    const document = await ask(`${origin}/api/v1/openapi.json`, { headers: from('203.0.113.7') })
    assert.match(document.text, /"url":"https:\/\/api\.example\/api\/v1"/)
  })

  test('behind a trusted proxy the last address that is no proxy counts: what the caller wrote before it does not', async () => {
    const origin = await doorBehind(['127.0.0.0/8', '10.0.0.0/8'])
    const via = (chain: string) => ({ 'x-forwarded-for': chain })
    const first = await leftOf(origin, via('203.0.113.20'))
    assert.equal(await leftOf(origin, via('198.51.100.1, 203.0.113.20')), first - 1)
    assert.equal(await leftOf(origin, via('198.51.100.2, 203.0.113.20, 10.1.2.3')), first - 2)
    assert.equal(await leftOf(origin, via('nonsense, 203.0.113.20')), first - 3)
  })

  test('a host or protocol that is none is refused, even from a trusted proxy', async () => {
    const origin = await doorBehind(['127.0.0.1'])
    const wrong: Record<string, string>[] = [
      { 'x-forwarded-host': 'a/b' },
      { 'x-forwarded-host': 'name:99999' },
      { 'x-forwarded-host': '"><script>' },
      { 'x-forwarded-proto': 'javascript' },
    ]
    for (const headers of wrong) assertErrorShape(await firstPage(origin, headers), 400, 'invalid_request')
  })
})

test('TRUSTED_PROXIES that name no proxy end the start with 2 and what it must look like', async () => {
  for (const wrong of [
    'proxy.example',
    '10.0.0.0/33',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/',
    '10.0.0.0/8;10.1.0.0/16',
    ',',
  ]) {
    const { code, err } = await runInProcess(['start'], { TRUSTED_PROXIES: wrong })
    assert.equal(code, 2, wrong)
    assert.match(err, /TRUSTED_PROXIES: must be addresses or networks with commas between them/)
  }
})
