import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { assertErrorShape } from './support/http.ts'
import { openTestApp, type TestApp } from './support/test-app.ts'
import { asOwner } from './support/owner.ts'

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const PAGE =
  '<!doctype html><title>The application</title><script type="module" src="/assets/index-C0ffee12.js"></script>'
const SCRIPT = `console.log(${JSON.stringify('a text that can be made shorter '.repeat(50))})`

type Page = { status: number; headers: Headers; body: Buffer }

describe('the web application’s files', () => {
  let house: TestApp
  let folder: string
  const closers: (() => Promise<unknown>)[] = []

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-web-'))
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, 'index.html'), PAGE)
    await writeFile(join(folder, 'assets/index-C0ffee12.js'), SCRIPT)
    await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    await writeFile(join(folder, 'notes.secret'), 'nothing for a browser')
    house = await openTestApp({ web: { webFolder: folder } })
    // A fault of ours: what asks for a session is answered with 500.
    await asOwner(house, 'alter table web_session rename to mislaid')
    closers.push(
      () => house.close(),
      () => rm(folder, { recursive: true }),
    )
  })
  after(async () => {
    for (const close of closers) await close()
  })

  /** Without what fetch does by itself: it decompresses, and a path stays as it is written. */
  const open = (path: string, headers: Record<string, string> = {}, method = 'GET', origin = house.origin) =>
    new Promise<Page>((resolve, reject) => {
      const { hostname, port } = new URL(origin)
      const sent = request({ hostname, port, path, method, headers, agent: false }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => {
          const all = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)])
          resolve({ status: response.statusCode ?? 0, headers: new Headers(all), body: Buffer.concat(parts) })
        })
      })
      sent.on('error', reject)
      sent.end()
    })

  test('every address that a person opens shows the application; what a program asks for stays 404', async () => {
    for (const path of [
      '/',
      '/settings/api-keys',
      '/set-up',
      '/open',
      '/invitations/sl_invite_x',
      '/brands/brd_x?tab=a',
    ]) {
      const page = await open(path, html)
      assert.equal(page.status, 200, path)
      assert.equal(page.body.toString(), PAGE, path)
      assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
      assert.equal((await open(path, html, 'HEAD')).body.length, 0)
    }
    for (const path of [
      '/api/nope',
      '/api/v1/nope',
      '/API/v1',
      '/web/nope',
      '/web',
      '/docs/nope',
      '/assets/index-0ld0ld00.js',
      '/healthz/x',
    ]) {
      const { status, headers, body } = await open(path, html)
      assertErrorShape({ status, headers, text: body.toString() }, 404, 'route_not_found')
    }
    for (const [method, accept] of [
      ['GET', '*/*'],
      ['GET', 'application/json'],
      ['POST', html.accept],
    ] as const)
      assert.equal((await open('/settings/api-keys', { accept }, method)).status, 404)
    for (const path of ['/notes.secret', '/../package.json', '/assets/..%2f..%2fpackage.json', '/%2e%2e/notes.secret'])
      assert.doesNotMatch((await open(path)).body.toString(), /nothing for a browser|workspaces/)
  })

  test('a hashed file is kept for ever and sent compressed; the page is asked for each time and not sent twice', async () => {
    const path = '/assets/index-C0ffee12.js'
    for (const [accepted, encoding, read] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
      ['identity', null, (body: Buffer) => body],
    ] as const) {
      const { headers, body } = await open(path, { 'accept-encoding': accepted })
      assert.equal(headers.get('content-encoding'), encoding)
      assert.equal(read(body).toString(), SCRIPT)
      assert.ok(encoding === null || body.length < SCRIPT.length / 4)
      assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable')
      assert.equal(headers.get('content-type'), 'text/javascript; charset=utf-8')
      assert.equal(headers.get('vary'), 'Accept-Encoding')
    }
    const page = await open('/', html)
    assert.equal(page.headers.get('cache-control'), 'no-cache')
    const again = await open('/', { ...html, 'if-none-match': page.headers.get('etag')! })
    assert.deepEqual([again.status, again.body.length], [304, 0])
    assert.equal((await open('/favicon.svg')).headers.get('content-type'), 'image/svg+xml')
  })

  const everyKind = (): [string, string, Record<string, string>, number][] => [
    ['GET', '/', html, 200],
    ['GET', '/settings/api-keys', html, 200],
    ['GET', '/assets/index-C0ffee12.js', {}, 200],
    ['GET', '/docs', html, 200],
    ['GET', '/docs/errors', html, 200],
    ['GET', '/web/sign-in-options', {}, 200],
    ['GET', '/web/session', {}, 401],
    ['POST', '/web/sign-out', {}, 403],
    ['GET', '/nowhere', {}, 404],
    ['GET', '/web/session', { cookie: `sightline=${'A'.repeat(43)}` }, 500],
    ['GET', '/api/v1/brands', {}, 401],
    ['POST', '/', html, 405],
    ['DELETE', '/web/session', {}, 405],
    ['GET', '/%00', {}, 400],
    ['GET', `/${'x'.repeat(9_000)}`, {}, 414],
    ['GET', '/', { 'x-large': 'x'.repeat(20_000) }, 431],
  ]

  test('X8 X9 X10 every page, file, answer to a browser and error forbids frames, foreign content and guessed types', async () => {
    for (const [method, path, sent, status] of everyKind()) {
      const { status: answered, headers } = await open(path, sent, method)
      const name = `${method} ${path.slice(0, 40)}`
      assert.equal(answered, status, name)
      const policy = new Map(
        (headers.get('content-security-policy') ?? '')
          .split('; ')
          .map((part): [string, string] => [part.split(' ')[0]!, part]),
      )
      assert.equal(policy.get('default-src'), "default-src 'none'", name)
      assert.equal(policy.get('frame-ancestors'), "frame-ancestors 'none'", name)
      assert.equal(policy.get('base-uri'), "base-uri 'none'", name)
      assert.ok(!/unsafe|\*|https?:/.test([...policy.values()].join()), name)
      assert.equal(headers.get('x-content-type-options'), 'nosniff', name)
      assert.equal(headers.get('referrer-policy'), 'no-referrer', name)
      assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin', name)
      assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin', name)
      assert.match(headers.get('permissions-policy') ?? '', /camera=\(\)/, name)
      assert.equal(headers.get('strict-transport-security'), null, name)
    }
  })

  test('X9 the application’s page may run its own scripts and nothing else, and turns no text into markup', async () => {
    const { headers } = await open('/', html)
    assert.deepEqual((headers.get('content-security-policy') ?? '').split('; ').toSorted(), [
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "font-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "img-src 'self' data:",
      "manifest-src 'self'",
      "object-src 'none'",
      "require-trusted-types-for 'script'",
      "script-src 'self'",
      "style-src 'self'",
    ])
  })

  test('X10 over HTTPS each of them also says that nothing else will do for a year', async () => {
    const rest = house.app.createRest({ trustedProxies: ['127.0.0.1'] })
    await rest.listen({ host: '127.0.0.1', port: 0 })
    closers.unshift(() => rest.close())
    const origin = `http://127.0.0.1:${(rest.server.address() as AddressInfo).port}`
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'app.acme.example' }
    // What is refused before it is read cannot know by which way it came.
    for (const [method, path, sent, status] of everyKind().filter(([, , , code]) => code !== 431)) {
      const { headers } = await open(path, { ...sent, ...forwarded }, method, origin)
      assert.equal(
        headers.get('strict-transport-security'),
        'max-age=31536000',
        `${method} ${path.slice(0, 40)} ${status}`,
      )
    }
  })

  test('where the application was not built the page says how to build it', async () => {
    const bare = await openTestApp()
    closers.unshift(() => bare.close())
    const { status, body, headers } = await open('/', html, 'GET', bare.origin)
    assert.equal(status, 200)
    assert.match(body.toString(), /npm run build:web/)
    assert.match(headers.get('content-security-policy') ?? '', /script-src 'self'/)
  })
})
