import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIP } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { createResolve, type Resolve } from './names.ts'

const A = 1
const AAAA = 28
const [NO_ERROR, SERVER_FAILURE, NO_SUCH_NAME] = [0, 2, 3]

/** What the name server of this test answers: addresses, or a code. 'silence': nothing. */
const zone: Record<string, { [A]: string[] | number | 'silence'; [AAAA]: string[] | number | 'silence' }> = {
  'both.example': { [A]: ['192.0.2.1', '192.0.2.2'], [AAAA]: ['2001:db8::1'] },
  'old.example': { [A]: ['192.0.2.1'], [AAAA]: [] },
  'new.example': { [A]: [], [AAAA]: ['2001:db8::1'] },
  'half.example': { [A]: ['192.0.2.1'], [AAAA]: SERVER_FAILURE },
  'nothing.example': { [A]: [], [AAAA]: [] },
  'none.example': { [A]: NO_SUCH_NAME, [AAAA]: NO_SUCH_NAME },
  'broken.example': { [A]: SERVER_FAILURE, [AAAA]: SERVER_FAILURE },
  'silent.example': { [A]: 'silence', [AAAA]: 'silence' },
}

describe('names, asked of a name server', { timeout: 60_000 }, () => {
  const server = createSocket('udp4')
  let resolve: Resolve

  before(async () => {
    server.on('message', (query, { port, address }) => {
      const answer = answerTo(query)
      if (answer) server.send(answer, port, address)
    })
    server.bind(0, '127.0.0.1')
    await once(server, 'listening')
    resolve = createResolve([`127.0.0.1:${server.address().port}`])
  })
  after(() => void server.close())

  test('all addresses of both families, IPv4 first', async () => {
    assert.deepEqual(await resolve('both.example'), ['192.0.2.1', '192.0.2.2', '2001:db8::1'])
    assert.deepEqual(await resolve('old.example'), ['192.0.2.1'])
    assert.deepEqual(await resolve('new.example'), ['2001:db8::1'])
  })

  test('a name server that knows one family only is enough', async () => {
    assert.deepEqual(await resolve('half.example'), ['192.0.2.1'])
  })

  test('a name without an address has none', async () => {
    assert.deepEqual(await resolve('nothing.example'), [])
    assert.deepEqual(await resolve('none.example'), [])
  })

  test('a name server that fails or never answers is an error, which says so', async () => {
    await assert.rejects(resolve('broken.example'), { code: 'ESERVFAIL' })
    await assert.rejects(resolve('silent.example'), { code: 'ETIMEOUT' })
  })

  test('localhost is this machine, whatever name servers say', async () => {
    assert.deepEqual(await resolve('localhost'), ['127.0.0.1', '::1'])
  })
})

/** An answer in the wire format of DNS (RFC 1035 4); null: silence. */
function answerTo(query: Buffer): Buffer | null {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const type = query.readUInt16BE(at + 1)
  const told = zone[labels.join('.')]?.[type === A ? A : AAAA] ?? NO_SUCH_NAME
  if (told === 'silence') return null
  const addresses = typeof told === 'number' ? [] : told
  const head = Buffer.alloc(12)
  query.copy(head, 0, 0, 2)
  head.writeUInt16BE(0x8180 + (typeof told === 'number' ? told : NO_ERROR), 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(addresses.length, 6)
  return Buffer.concat([head, query.subarray(12, at + 5), ...addresses.map((address) => recordOf(address, type))])
}

function recordOf(address: string, type: number): Buffer {
  const bytes = isIP(address) === 4 ? Buffer.from(address.split('.').map(Number)) : ipv6Bytes(address)
  const head = Buffer.alloc(12)
  // The name is that of the question, at offset 12.
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(bytes.length, 10)
  return Buffer.concat([head, bytes])
}

/** Of an address with one `::`. */
function ipv6Bytes(address: string): Buffer {
  const [before = '', behind = ''] = address.split('::')
  const groups = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  const [first, last] = [groups(before), groups(behind)]
  const all = [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last]
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 0xff]))
}
