import type { ProblemCode } from '@sightline/sdk'

/** A body as bytes that no operation takes. */
export type BodyText = { name: string; body: string | Uint8Array; status: number; code: ProblemCode }

/** For every operation with a body, whatever its schema. */
export const bodyTexts = (): BodyText[] => [...notJson(), ...notUtf8(), ...tooDeep(), ...notKept(), ...foreignKeys()]

const listed = (status: number, code: ProblemCode, bodies: (string | Uint8Array)[]): BodyText[] =>
  bodies.map((body) => ({ name: String(body).slice(0, 60), body, status, code }))

function notJson(): BodyText[] {
  const cut = [
    '',
    ' ',
    '\n',
    '{',
    '[',
    '"',
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":1,',
    '[1',
    '[1,',
    'nul',
    'tru',
    '-',
    '{"a":"b',
  ]
  const almost = [
    '{"a":1,}',
    '[1,]',
    '{,}',
    "{'a':1}",
    '{a:1}',
    '{"a" 1}',
    '{"a":1 "b":2}',
    '{"a":1}{"b":2}',
    '{"a":1}\n{"b":2}',
  ]
  const comments = [
    '{"a":1} // b',
    '/* b */ {"a":1}',
    '{"a":1} # b',
    '<!-- b -->{}',
    ")]}',\n{}",
    'callback({})',
    'while(1);{}',
  ]
  const numbers = ['01', '+1', '.5', '1.', '1e', '0x10', '1_000', 'NaN', 'Infinity', '-Infinity'].map(
    (text) => `{"a":${text}}`,
  )
  const words = ['undefined', 'True', 'None', 'nil', 'new Date()'].map((text) => `{"a":${text}}`)
  const escapes = ['\\x41', '\\u12', '\\u{41}', '\\a', '\\'].map((text) => `{"a":"${text}"}`)
  const controls = ['\x00', '\x01', '\x1f', '\n', '\t'].map((letter) => `{"a":"${letter}"}`)
  const others = [
    '<a/>',
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    'a=1&b=2',
    '--x\r\n',
    'a: 1',
    '\0',
    '\0\0\0\0',
  ]
  return listed(400, 'invalid_json', [
    ...cut,
    ...almost,
    ...comments,
    ...numbers,
    ...words,
    ...escapes,
    ...controls,
    ...others,
  ])
}

function notUtf8(): BodyText[] {
  const sequences = [
    [0xff],
    [0xfe],
    [0x80],
    [0xc0, 0xaf],
    [0xc1, 0xbf],
    [0xe0, 0x80, 0xaf],
    [0xed, 0xa0, 0x80],
    [0xe2, 0x82],
  ]
  const others = [
    [0xf0, 0x80, 0x80, 0xaf],
    [0xf4, 0x90, 0x80, 0x80],
    [0xf8, 0x88, 0x80, 0x80, 0x80],
  ]
  const inside = [...sequences, ...others].map((bytes) =>
    Buffer.concat([Buffer.from('{"a":"'), Buffer.from(bytes), Buffer.from('"}')]),
  )
  const marks = [Buffer.from('\ufeff\ufeff{}'), Buffer.from('\ufeff'), Buffer.from('{}\ufeff'), Buffer.from('{\ufeff}')]
  const wide = [
    Buffer.from('{"a":1}', 'utf16le'),
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('{}', 'utf16le')]),
  ]
  const packed = Buffer.from('1f8b0800000000000003abae05000043bfa6a302000000', 'hex')
  return listed(400, 'invalid_json', [...inside, ...marks, ...wide, packed])
}

function tooDeep(): BodyText[] {
  const list = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
  const object = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)
  const deep = [
    list(33),
    list(30_000),
    object(33),
    object(9_000),
    `{"a":${list(32)}}`,
    '['.repeat(60_000),
    '{"a":'.repeat(12_000),
  ]
  return listed(400, 'invalid_json', [...deep, '[{"a":'.repeat(9_000)])
}

function notKept(): BodyText[] {
  const numbers = [
    '1e400',
    '-1e400',
    '1e309',
    '-0',
    '-0.0',
    '-0e5',
    '9007199254740993',
    '-9007199254740993',
    '9'.repeat(5_000),
  ]
  const texts = [
    '\\u0000',
    'a\\u0000b',
    '\\ud800',
    '\\udc00',
    '\\udc00\\ud800',
    '\\ud800\\ud800',
    '\\uD83D',
    'a\\uDE00',
  ]
  return [
    ...listed(422, 'validation_failed', [
      ...numbers.map((text) => `{"qzwx":${text}}`),
      ...texts.map((text) => `{"qzwx":"${text}"}`),
    ]),
    ...listed(422, 'validation_failed', ['null', 'true', 'false', '0', '1', '""', '"x"', '[]', '[{}]', '[null]']),
  ]
}

/** Keys that mean something to JavaScript, and keys that stand twice. */
function foreignKeys(): BodyText[] {
  const names = [
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'valueOf',
    '__defineGetter__',
    'then',
    'toJSON',
    'length',
    '',
    ' ',
    '$where',
    'qzwx.b',
  ]
  const values = ['{}', 'null']
  const twice = [
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"qzwx":{"a":1,"a":1}}',
    '{"__proto__":1,"__proto__":2}',
    '[{"a":1,"a":2}]',
  ]
  const many = `{${Array.from({ length: 5_000 }, (_, index) => `"k${index}":1`).join()}}`
  return [
    ...listed(422, 'validation_failed', [
      ...names.map((name) => `{"${name}":{"isAdmin":true}}`),
      ...values.map((value) => `{"__proto__":${value}}`),
    ]),
    ...listed(400, 'invalid_json', [...twice, many]),
  ]
}
