import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { assertNothingInside, openHostileScene, type HostileScene } from './support/hostile-scene.ts'
import { assertErrorShape } from './support/http.ts'
import { contentRequests } from './support/raw-content.ts'
import { fieldRequests } from './support/raw-fields.ts'
import { framingRequests } from './support/raw-framing.ts'
import { readReplies, requestHead, sendRaw } from './support/raw-http.ts'
import { BRANDS, brandMade, JSON_TYPE, lineRequests, type RawRequest, type RawScene } from './support/raw-requests.ts'

const generous = { timeout: 240_000 }

describe('raw requests of somebody who means harm', generous, () => {
  let scene: HostileScene
  let raw: RawScene

  before(async () => {
    scene = await openHostileScene()
    raw = { bearer: `Authorization: Bearer ${scene.tenant.key}`, brandId: scene.brandId }
  })
  after(() => scene.close())

  /** Exactly the one answer that the contract has, and nothing behind it on the connection. */
  async function hold({ family, name, bytes, status, code, closes }: RawRequest): Promise<void> {
    const said = `${family}: ${name}`
    const { replies, isClosed } = await sendRaw(scene.house.origin, bytes, closes ? {} : { replies: 1 })
    assert.equal(replies.length, 1, `${said}: ${replies.map((reply) => reply.status).join(' ')}`)
    const [reply] = replies
    assert.ok(reply)
    assert.equal(reply.status, status, `${said}: ${reply.text}`)
    if (closes) assert.ok(isClosed, said)
    if (code) assertErrorShape(reply, status, code)
    assertNothingInside(reply, scene.secrets, said)
  }

  const lists: [title: string, list: (of: RawScene) => RawRequest[], least: number][] = [
    ['lines, methods and targets', lineRequests, 250],
    ['lengths, codings, chunks and fields that could hide a second request', framingRequests, 120],
    ['hosts, credentials, expectations, upgrades and sizes', fieldRequests, 90],
    ['types, codings and keys of bodies', contentRequests, 40],
  ]
  for (const [title, list, least] of lists)
    test(`${title}: each has one defined answer, the service goes on and nothing is written`, () =>
      scene.unharmed(async () => {
        const requests = list(raw)
        assert.ok(requests.length >= least, `${requests.length}`)
        await scene.inTurns(requests, hold)
      }))

  test('there are more than 500 of them, and each is another', () => {
    const all = lists.flatMap(([, list]) => list(raw))
    const distinct = new Set(all.map(({ bytes }) => Buffer.from(bytes).toString('base64')))
    assert.equal(distinct.size, all.length)
    assert.ok(distinct.size >= 500, `${distinct.size}`)
  })

  test('fifty requests in one packet are answered in their order, each its own', async () => {
    const targets = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? '/healthz' : `/nowhere/${index}`))
    const bytes = targets.map((target) => requestHead(`GET ${target} HTTP/1.1`)).join('')
    await scene.unharmed(async () => {
      const { replies } = await sendRaw(scene.house.origin, bytes, { replies: 50 })
      assert.deepEqual(
        replies.map(({ status }) => status),
        targets.map((target) => (target === '/healthz' ? 200 : 404)),
      )
    })
  })

  test('of requests in one packet those behind a bad one do not run, whatever the bad one is', () =>
    scene.unharmed(async () => {
      const good = requestHead('GET /healthz HTTP/1.1')
      const bad = framingRequests(raw).filter((_, index) => index % 5 === 0)
      await scene.inTurns(bad, async ({ name, bytes }) => {
        const { replies, isClosed } = await sendRaw(
          scene.house.origin,
          Buffer.concat([Buffer.from(good + good), Buffer.from(bytes)]),
        )
        assert.ok(isClosed, name)
        assert.ok(replies.length <= 3, name)
        // Node may end the connection before those in front of the bad one are answered; none is answered twice.
        assert.ok(
          replies.every(({ status }) => status === 200 || status === 400),
          name,
        )
      })
    }))

  test('heads and bodies that come byte by byte are read as if they came at once', () =>
    scene.unharmed(async () => {
      const body = '{"name":" "}'
      const head = requestHead(`POST ${BRANDS} HTTP/1.1`, [raw.bearer, JSON_TYPE, `Content-Length: ${body.length}`])
      const chunked = requestHead(`POST ${BRANDS} HTTP/1.1`, [raw.bearer, JSON_TYPE, 'Transfer-Encoding: chunked'])
      const chunks = Array.from(body, (letter) => `1\r\n${letter}\r\n`).join('')
      for (const text of [head + body, `${chunked}${chunks}0\r\n\r\n`]) {
        const parts = Array.from(text)
        const { replies } = await sendRaw(scene.house.origin, parts, { replies: 1 })
        assertErrorShape(replies[0]!, 422, 'validation_failed')
      }
    }))

  test('whoever hangs up in the middle, at any byte, leaves nothing behind', () =>
    scene.unharmed(async () => {
      // The last byte is missing at most: a whole request would make the brand.
      const whole = brandMade(raw, 'Cut off')
      const lengths = Array.from({ length: 40 }, (_, index) => Math.floor((index * (whole.length - 1)) / 39))
      await scene.inTurns(lengths, async (length) => {
        for (const isAbrupt of [false, true]) await hangUp(whole.slice(0, length), isAbrupt)
      })
    }))

  test('bodies that stop are told so, and their connections end', () =>
    scene.unharmed(async () => {
      const heads = ['Content-Length: 100', 'Transfer-Encoding: chunked'].map((field) =>
        requestHead(`POST ${BRANDS} HTTP/1.1`, [raw.bearer, JSON_TYPE, field]),
      )
      const stalled = heads.flatMap((head) => [
        head,
        `${head}5\r\n`,
        `${head}5\r\n{"na`,
        `${head}{`.replace(/\{$/, '1'),
      ])
      await scene.inTurns(stalled, async (bytes) => {
        const { replies, isClosed } = await sendRaw(scene.house.origin, bytes)
        assert.ok(isClosed)
        assert.equal(replies.length, 1)
        assertErrorShape(replies[0]!, 408, 'request_timeout')
      })
    }))

  /** Sends a part of a request and leaves, with a farewell or without. */
  async function hangUp(bytes: string, isAbrupt: boolean): Promise<void> {
    const { hostname, port } = new URL(scene.house.origin)
    const socket = connect(Number(port), hostname)
    await new Promise<void>((resolve) => socket.write(bytes, () => resolve()))
    if (isAbrupt) {
      socket.resetAndDestroy()
      return
    }
    const replies = readReplies(socket)
    socket.end()
    for (const reply of (await replies).replies) {
      assert.ok(reply.status < 500, `${bytes.length}: ${reply.text}`)
      assertNothingInside(reply, scene.secrets, `${bytes.length} bytes`)
    }
  }
})
