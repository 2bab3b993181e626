import { gzipSync } from 'node:zlib'
import { requestHead } from './raw-http.ts'
import { BRANDS, JSON_TYPE, type RawRequest, type RawScene } from './raw-requests.ts'

/** What fields say of a body: how it is written, packed and named. */
export const contentRequests = (scene: RawScene): RawRequest[] => [
  ...contentTypes(scene),
  ...contentEncodings(scene),
  ...keysOfRequests(scene),
]

function posted({ bearer }: RawScene, headers: string[], body: string | Buffer): Buffer {
  const bytes = Buffer.from(body)
  const head = requestHead(`POST ${BRANDS} HTTP/1.1`, [bearer, ...headers, `Content-Length: ${bytes.length}`])
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes])
}

function contentTypes(scene: RawScene): RawRequest[] {
  const types = [
    '',
    ' ',
    '/',
    '*/*',
    'json',
    'text/plain',
    'text/json',
    'text/html',
    'application/xml',
    'application/jsonp',
  ]
  const others = [
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json, text/plain',
    'application/json; charset=utf-16',
  ]
  const more = [
    'application/json; charset=utf-7',
    'application/json; charset=',
    'application/json; boundary=x',
    'application/ld+json',
    'application/json+protobuf',
  ]
  const rest = [
    'application/json\\',
    'application/*',
    'application/json; charset=utf-8; charset=utf-16',
    "application/json' or 1=1",
    'application/octet-stream',
  ]
  return [...types, ...others, ...more, ...rest].map((type) => ({
    family: 'content types',
    name: JSON.stringify(type),
    bytes: posted(scene, [`Content-Type: ${type}`], '{"name":"Typed"}'),
    status: 415,
    code: 'unsupported_media_type',
  }))
}

/** Nothing is unpacked: 50 MB of spaces are 50 kB on the wire. */
function contentEncodings(scene: RawScene): RawRequest[] {
  const bomb = gzipSync(Buffer.alloc(50_000_000, ' '), { level: 9 })
  const packed = gzipSync('{"name":"Packed"}')
  const plain = Buffer.from('{"name":"Plain"}')
  const bodies: [name: string, coding: string, body: Buffer][] = [
    ['a bomb', 'gzip', bomb.subarray(0, 60_000)],
    ['packed', 'gzip', packed],
    ['packed twice', 'gzip, gzip', gzipSync(packed)],
    ['what is not packed', 'gzip', plain],
    ['deflate', 'deflate', plain],
    ['Brotli', 'br', plain],
    ['Zstandard', 'zstd', plain],
    ['a coding that is none', 'rot13', plain],
    ['another after none', 'identity, gzip', packed],
  ]
  return bodies.map(([name, coding, body]) => ({
    family: 'content encodings',
    name,
    bytes: posted(scene, [JSON_TYPE, `Content-Encoding: ${coding}`], body),
    status: 415,
    code: 'unsupported_media_type',
  }))
}

/** An Idempotency-Key is 1 to 255 visible ASCII characters, once. */
function keysOfRequests(scene: RawScene): RawRequest[] {
  const values = ['', ' ', 'a b', 'a\tb', 'é', '\xff', '""', 'x'.repeat(256), '"a b"']
  return values.map((value) => {
    return {
      family: 'idempotency keys',
      name: JSON.stringify(value.slice(0, 20)),
      bytes: posted(scene, [JSON_TYPE, `Idempotency-Key: ${value}`], '{"name":"Keyed"}'),
      status: 400,
      code: 'invalid_parameter' as const,
    }
  })
}
