import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { operationIds, problemCodes, type ProblemBody } from '@sightline/sdk'
import { code, html, json, prose } from '../packages/server/src/http/docs/html.ts'
import { everyOperation } from './support/every-operation.ts'
import { openTestApp, type TestApp } from './support/test-app.ts'
import { ask, assertErrorShape } from './support/http.ts'

describe('the documentation that the product serves', () => {
  let house: TestApp
  const pages = new Map<string, string>()

  before(async () => {
    house = await openTestApp()
    for (const path of ['/docs', '/docs/errors']) {
      const reply = await ask(`${house.origin}${path}`)
      assert.equal(reply.status, 200)
      assert.equal(reply.headers.get('content-type'), 'text/html; charset=utf-8')
      pages.set(path, reply.text)
    }
  })
  after(() => house.close())
  const pageOf = (path: string): string => pages.get(path) ?? ''
  const idsIn = (page: string): string[] => [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id ?? '')

  test('explains every operation with its address, scope, parameters and a call to copy', () => {
    const page = pageOf('/docs')
    const ids = idsIn(page)
    for (const operation of everyOperation) {
      assert.ok(ids.includes(operation.id), operation.id)
      const section = page.split(`id="${operation.id}"`)[1]?.split('class="operation"')[0] ?? ''
      const text = section.replaceAll(/<[^>]+>/g, '')
      for (const part of [operation.summary.replaceAll("'", '&#39;'), operation.path, operation.method, 'curl '])
        assert.ok(text.includes(part), `${operation.id}: ${part}`)
      for (const name of [...Object.keys(operation.params.shape), ...Object.keys(operation.query.shape)])
        assert.match(section, new RegExp(`<code class="name">${name}</code>`), `${operation.id}: ${name}`)
      if (operation.scope !== 'any' && operation.scope !== 'public') assert.ok(text.includes(operation.scope))
    }
    assert.equal(new Set(ids).size, ids.length, 'no id stands twice')
    assert.equal(ids.filter((id) => (operationIds as string[]).includes(id)).length, operationIds.length)
  })

  test('explains every error at the very place that its docUrl names', async () => {
    const ids = idsIn(pageOf('/docs/errors'))
    for (const name of problemCodes) assert.ok(ids.includes(name), name)
    const reply = await ask(`${house.baseUrl}/brands`)
    const { docUrl } = (JSON.parse(reply.text) as ProblemBody).error
    const { pathname, hash } = new URL(docUrl, house.origin)
    assert.equal(pathname, '/docs/errors')
    assert.ok(ids.includes(hash.slice(1)))
  })

  test('follows no link into the void, and asks no other host for anything', () => {
    for (const [path, page] of pages) {
      const targets = [...page.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, target]) => target ?? '')
      for (const target of targets) {
        const [address = '', id] = target.split('#')
        if (target === 'data:,') continue
        assert.ok(
          address === '' || ['/docs', '/docs/errors', '/docs/style.css', '/api/v1/openapi.json'].includes(address),
          target,
        )
        if (id !== undefined) assert.ok(idsIn(pageOf(address || path)).includes(id), target)
      }
      assert.doesNotMatch(page, /<script|<iframe|<object|\sstyle=|\son[a-z]+=|@import|url\(/i)
    }
  })

  test('forbids scripts, other hosts and frames, and comes anew only when it changed', async () => {
    for (const path of ['/docs', '/docs/errors', '/docs/style.css']) {
      const reply = await ask(`${house.origin}${path}`)
      const policy = reply.headers.get('content-security-policy') ?? ''
      assert.match(policy, /default-src 'none'; style-src 'self';/)
      assert.doesNotMatch(policy, /unsafe|script-src|https?:|\*/)
      assert.match(policy, /frame-ancestors 'none'/)
      assert.equal(reply.headers.get('x-content-type-options'), 'nosniff')
      assert.match(reply.headers.get('ratelimit-policy') ?? '', /^"ip";q=600;w=60$/)
      const again = await ask(`${house.origin}${path}`, {
        headers: { 'if-none-match': reply.headers.get('etag') ?? '' },
      })
      assert.deepEqual([again.status, again.text], [304, ''])
      const posted = await ask(`${house.origin}${path}`, { method: 'POST' })
      assertErrorShape(posted, 405, 'method_not_allowed')
      assert.equal(posted.headers.get('allow'), 'GET, HEAD')
    }
    assertErrorShape(await ask(`${house.origin}/docs/nothing`), 404, 'route_not_found')
  })

  test('the OpenAPI document names the address by which it was asked for, each caller theirs', async () => {
    const { port } = new URL(house.origin)
    for (const host of ['127.0.0.1', 'localhost']) {
      const reply = await ask(`http://${host}:${port}/api/v1/openapi.json`)
      const { servers } = JSON.parse(reply.text) as { servers: { url: string }[] }
      assert.deepEqual(servers, [{ url: `http://${host}:${port}/api/v1` }])
    }
  })
})

test('whatever stands in the contract stays text on a page', () => {
  const nasty = `</pre><script>alert("1")</script> & '`
  for (const { markup } of [
    html`<p title="${nasty}">${nasty}</p>`,
    html`${prose(`a \`${nasty}\` b`)}`,
    code(nasty, json({ [nasty]: nasty })),
  ]) {
    assert.doesNotMatch(markup, /<script|"1"/)
    assert.match(markup, /&#60;script&#62;/)
  }
})
