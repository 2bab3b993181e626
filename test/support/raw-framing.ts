import { requestHead } from './raw-http.ts'
import { BRANDS, brandMade, cutOff, JSON_TYPE, type RawRequest, type RawScene } from './raw-requests.ts'

/** Where a request ends: what two servers could read differently. Each has a request behind it that must not run. */
export const framingRequests = (scene: RawScene): RawRequest[] => [
  ...lengths(scene),
  ...codings(scene),
  ...chunks(scene),
  ...fields(scene),
]

/** A POST whose head says odd things of its body, and behind it a brand. */
const posted = (scene: RawScene, heads: string[], body = ''): Buffer =>
  Buffer.from(
    requestHead(`POST ${BRANDS} HTTP/1.1`, [scene.bearer, JSON_TYPE, ...heads]) + body + brandMade(scene),
    'latin1',
  )

const named = (family: string, scene: RawScene, all: Record<string, string[]>, body = ''): RawRequest[] =>
  Object.entries(all).map(([name, heads]) => ({ family, name, bytes: posted(scene, heads, body), ...cutOff }))

function lengths(scene: RawScene): RawRequest[] {
  const values = ['+2', '-2', '-0', '2 2', '2,2', '2, 3', '0x2', '2e0', '2.0', '', ' ', '٢', '２', '2;', '"2"', '2\0']
  const more = [
    'two',
    'NaN',
    'Infinity',
    '2\t3',
    '_2',
    "2'",
    '2#',
    '18446744073709551616',
    '99999999999999999999999',
    '1'.repeat(300),
  ]
  return [
    ...named(
      'lengths',
      scene,
      Object.fromEntries(
        [...values, ...more].map((value) => [`Content-Length: ${value}`, [`Content-Length: ${value}`]]),
      ),
      '{}',
    ),
    ...named(
      'lengths',
      scene,
      {
        'two that differ': ['Content-Length: 2', 'Content-Length: 3'],
        'two that are equal': ['Content-Length: 2', 'Content-Length: 2'],
        'two in different letters': ['Content-Length: 2', 'content-length: 0'],
        'a space before the colon': ['Content-Length : 2'],
        'a tab before the colon': ['Content-Length\t: 2'],
        folded: ['Content-Length:', ' 2'],
        'behind a bare CR': ['X-One: 1\rContent-Length: 2'],
        'behind a bare LF': ['X-One: 1\nContent-Length: 2'],
        'with a NUL in its name': ['Content-\0Length: 2'],
        'before chunks': ['Content-Length: 2', 'Transfer-Encoding: chunked'],
        'behind chunks': ['Transfer-Encoding: chunked', 'Content-Length: 2'],
        'of zero before chunks': ['Content-Length: 0', 'Transfer-Encoding: chunked'],
      },
      '{}',
    ),
  ]
}

function codings(scene: RawScene): RawRequest[] {
  const values = [
    'xchunked',
    'chunkedx',
    'chunked, identity',
    'chunked, gzip',
    'identity',
    'gzip',
    'deflate',
    'chunked;q=1',
  ]
  const more = [
    '"chunked"',
    'chunk',
    'c hunked',
    'chunked chunked',
    '\x0bchunked',
    'chunked\0',
    'chunked\x0c',
    'null',
    'chunked;',
    '[chunked]',
  ]
  return [
    ...named(
      'codings',
      scene,
      Object.fromEntries(
        [...values, ...more].map((value) => [`Transfer-Encoding: ${value}`, [`Transfer-Encoding: ${value}`]]),
      ),
      '0\r\n\r\n',
    ),
    ...named(
      'codings',
      scene,
      {
        'a space before the colon': ['Transfer-Encoding : chunked'],
        'a line that begins with a space': ['X-One: 1', ' Transfer-Encoding: chunked'],
        'behind a bare CR': ['X-One: 1\rTransfer-Encoding: chunked'],
        'behind a bare LF': ['X-One: 1\nTransfer-Encoding: chunked'],
        folded: ['Transfer-Encoding:', ' chunked'],
        'chunks, then no chunks': ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
      },
      '0\r\n\r\n',
    ),
  ]
}

/** Chunks that are none: the size, its end, its data, what follows. */
function chunks(scene: RawScene): RawRequest[] {
  const bodies: Record<string, string> = {
    'a size that is no number': 'g\r\n{}\r\n0\r\n\r\n',
    'a negative size': '-2\r\n{}\r\n0\r\n\r\n',
    'a size with a sign': '+2\r\n{}\r\n0\r\n\r\n',
    'a size written as in C': '0x2\r\n{}\r\n0\r\n\r\n',
    'a size behind a space': ' 2\r\n{}\r\n0\r\n\r\n',
    'a size before a space': '2 \r\n{}\r\n0\r\n\r\n',
    'a size before a tab': '2\t\r\n{}\r\n0\r\n\r\n',
    'no size': '\r\n{}\r\n0\r\n\r\n',
    'a size beyond 64 bits': '10000000000000002\r\n{}\r\n0\r\n\r\n',
    'a size of zeros beyond 64 bits and one more': 'fffffffffffffffff\r\n{}\r\n0\r\n\r\n',
    'a size that ends with a bare LF': '2\n{}\r\n0\r\n\r\n',
    'a size that ends with a bare CR': '2\r{}\r\n0\r\n\r\n',
    'data longer than its size': '2\r\n{} \r\n0\r\n\r\n',
    'data without an end': '2\r\n{}0\r\n\r\n',
    'data that ends with a bare LF': '2\r\n{}\n0\r\n\r\n',
    'an extension with a bare LF': '2;a\n=b\r\n{}\r\n0\r\n\r\n',
    'an extension with a bare CR': '2;a\r=b\r\n{}\r\n0\r\n\r\n',
    'an extension with a NUL': '2;a\0\r\n{}\r\n0\r\n\r\n',
    'extensions of 20 kB': `2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
    'a NUL for a size': '\0\r\n{}\r\n0\r\n\r\n',
    'a trailer with a space in its name': '2\r\n{}\r\n0\r\nX One: 1\r\n\r\n',
    'a trailer without a colon': '2\r\n{}\r\n0\r\nX-One\r\n\r\n',
    'a trailer with a NUL': '2\r\n{}\r\n0\r\nX-One: \0\r\n\r\n',
  }
  return Object.entries(bodies).map(([name, body]) => ({
    family: 'chunks',
    name,
    bytes: posted(scene, ['Transfer-Encoding: chunked'], body),
    ...cutOff,
  }))
}

/** Names and values that are none. */
function fields(scene: RawScene): RawRequest[] {
  const letters = [
    '(',
    ')',
    '<',
    '>',
    '@',
    ',',
    ';',
    '\\',
    '"',
    '/',
    '[',
    ']',
    '?',
    '=',
    '{',
    '}',
    ' ',
    '\t',
    '\0',
    '\x01',
  ]
  const bytes = ['\x7f', '\x80', '\xa0', '\xe9', '\xff', '\r', '\n']
  const values = ['\0', '\x01', '\x08', '\x0b', '\x0c', '\x1b', '\x7f', '\r']
  return [
    ...named(
      'names of fields',
      scene,
      Object.fromEntries([...letters, ...bytes].map((one) => [JSON.stringify(one), [`X${one}Y: 1`]])),
    ),
    ...named(
      'values of fields',
      scene,
      Object.fromEntries(values.map((one) => [JSON.stringify(one), [`X-One: a${one}b`]])),
    ),
    ...named('fields', scene, {
      'no name': [': 1'],
      'no colon': ['X-One'],
      'a folded value': ['X-One: 1', ' 2'],
      'a value folded by a tab': ['X-One: 1', '\t2'],
      'a first line that is folded': [' X-One: 1'],
      'a request for a field': ['GET / HTTP/1.1'],
    }),
  ]
}
