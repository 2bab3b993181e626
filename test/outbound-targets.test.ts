import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import { isIP, type AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { AddressNotAllowed, createGuard } from '../packages/server/src/base/outbound/guard.ts'
import { createOutbound, type Outbound, type OutboundOptions } from '../packages/server/src/base/outbound/outbound.ts'
import { badTargets, goodTargets, resolverOf } from './support/bad-targets.ts'
import { createAuthority, type Authority } from './support/authority.ts'

const generous = { timeout: 60_000 }
const body = Buffer.from('{}')

/** Counts attempts of this process to connect anywhere, below everything that could refuse one. */
let attempts = 0
const hook = createHook({ init: (_id, type) => void (type === 'TCPCONNECTWRAP' && (attempts += 1)) })

describe('W32 the 128 kinds of addresses that no webhook may have', generous, () => {
  const targets = badTargets()
  let authority: Authority
  const opened: { close(): unknown }[] = []

  before(async () => {
    authority = await createAuthority()
    hook.enable()
  })
  after(async () => {
    hook.disable()
    for (const one of opened) await one.close()
  })

  const outboundOf = (options: OutboundOptions): Outbound => {
    const outbound = createOutbound(options)
    opened.push(outbound)
    return outbound
  }
  async function receiver(
    host: string,
    answer: Parameters<typeof createServer>[1],
  ): Promise<Server & { port: number }> {
    const server = createServer(await authority.issue(host), answer).listen(0, '127.0.0.1')
    await once(server, 'listening')
    opened.push({ close: () => (server.closeAllConnections(), server.close()) })
    // Listening on a port gives an address with a port, never a pipe's name.
    return Object.assign(server, { port: (server.address() as AddressInfo).port })
  }

  test('there are 128, and each is another', () => {
    assert.equal(targets.length, 128)
    assert.equal(new Set(targets.map(({ url }) => url)).size, 128)
  })

  test('when saved, every one is refused that can be told then; good ones are not', async () => {
    const outbound = outboundOf({ resolve: resolverOf(targets) })
    for (const { url, onlyAtSend = false } of targets)
      assert.equal((await outbound.refusal(url)) === null, onlyAtSend, url.slice(0, 100))
    for (const url of goodTargets) assert.equal(await outbound.refusal(url), null, url)
    assert.equal(await outboundOf({ resolve: async () => [] }).refusal('https://not-there-yet.example/'), null)
    const silent = outboundOf({ resolve: () => Promise.reject(new Error('no resolver')) })
    assert.equal(await silent.refusal('https://not-there-yet.example/'), null)
  })

  test('when sent to, every one fails alike, and nobody is connected to', async () => {
    const outbound = outboundOf({ resolve: resolverOf(targets) })
    await outbound.refusal('https://rebinding.attacker.example/')
    const before = attempts
    for (const { url, redirect } of targets) {
      if (redirect) continue
      const sent = await outbound.post(url, {}, body)
      assert.deepEqual(
        { ...sent, durationMs: 0 },
        { kind: 'failed', reason: 'address_not_allowed', durationMs: 0 },
        url,
      )
    }
    assert.equal(attempts, before)
  })

  test('the connection alone refuses what the text would have: literal addresses, and names that lead to them', async () => {
    const connect = createGuard({
      resolve: resolverOf(targets),
      connectTimeoutMs: 1_000,
      allowsLoopbackHttp: false,
      allowedNetworks: [],
    })
    let refused = 0
    const before = attempts
    for (const { url, answers, onlyAtSend } of targets) {
      const { protocol, origin, hostname } = URL.parse(url.trim()) ?? new URL('about:blank')
      const isLiteral = isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0
      if (!/^https?:$/.test(protocol) || !(isLiteral || answers) || onlyAtSend) continue
      const door = { protocol, host: hostname, hostname: hostname.replaceAll(/[[\]]/g, ''), port: '', origin }
      const refusal = await new Promise((resolve) => {
        connect(door, (...answer) => resolve(answer[0]))
      })
      assert.equal(refusal instanceof AddressNotAllowed, true, url)
      refused += 1
    }
    assert.ok(refused > 80, `${refused} reached the connection`)
    assert.equal(attempts, before)
  })

  test('the developer’s switch changes nothing for them, but for this machine by http', async () => {
    const outbound = outboundOf({ resolve: resolverOf(targets), allowsLoopbackHttp: true })
    for (const { url, redirect, onlyAtSend = false } of targets) {
      if (redirect || url === 'http://127.0.0.1/') continue
      assert.equal((await outbound.refusal(url)) === null, onlyAtSend, url.slice(0, 100))
      const sent = await outbound.post(url, {}, body)
      assert.equal(sent.kind === 'failed' && sent.reason, 'address_not_allowed', url)
    }
  })

  test('a redirect is an answer: where it leads is never contacted', async () => {
    const inner = await receiver('inner.example', (_request, response) => response.end())
    let contacts = 0
    inner.on('connection', () => (contacts += 1))
    for (const { url, redirect } of targets) {
      if (!redirect) continue
      const { hostname } = new URL(url)
      const { port } = await receiver(hostname, (_request, response) => {
        response.writeHead(redirect.status, { location: `https://127.0.0.1:${inner.port}/` }).end()
      })
      const outbound = outboundOf({
        resolve: async () => ['127.0.0.1'],
        ca: authority.ca,
        allowedNetworks: ['127.0.0.0/8'],
        allowsAnyPort: true,
      })
      for (const call of [
        outbound.post(`https://${hostname}:${port}/`, {}, body),
        outbound.get(`https://${hostname}:${port}/`, {}),
      ]) {
        const sent = await call
        assert.equal(sent.kind === 'answered' && sent.status, redirect.status)
      }
    }
    assert.equal(contacts, 0)
  })

  test('undici asks our resolver, and connects to what it answered: the hook sees one connection, the receiver one request', async () => {
    const asked: string[] = []
    const { port } = await receiver('public.example', (request, response) =>
      response.end(`hello ${request.headers.host}`),
    )
    const outbound = outboundOf({
      resolve: async (hostname) => {
        asked.push(hostname)
        return ['127.0.0.1']
      },
      ca: authority.ca,
      allowedNetworks: ['127.0.0.0/8'],
      allowsAnyPort: true,
    })
    const before = attempts
    const sent = await outbound.post(`https://public.example:${port}/`, {}, body)
    assert.equal(sent.kind === 'answered' && sent.bodyStart.toString(), `hello public.example:${port}`)
    assert.deepEqual(asked, ['public.example'])
    assert.equal(attempts, before + 1)
  })

  test('of a name with one address here and one elsewhere, not even the allowed one is connected to', async () => {
    const { port } = await receiver('mixed.example', (_request, response) => response.end())
    for (const addresses of [
      ['127.0.0.1', '10.0.0.1'],
      ['10.0.0.1', '127.0.0.1'],
    ]) {
      const outbound = outboundOf({
        resolve: async () => addresses,
        ca: authority.ca,
        allowedNetworks: ['127.0.0.0/8'],
        allowsAnyPort: true,
      })
      const before = attempts
      const sent = await outbound.post(`https://mixed.example:${port}/`, {}, body)
      assert.equal(sent.kind === 'failed' && sent.reason, 'address_not_allowed')
      assert.equal(attempts, before)
    }
  })
})
