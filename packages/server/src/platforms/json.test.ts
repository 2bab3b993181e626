import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asArray, asNumber, asRecord, asString, at, parseBody } from './json.ts'

test('A body that is no JSON is undefined, never an exception', () => {
  for (const body of ['', '<html>', '{"a":', 'NaN', '\u0000']) assert.equal(parseBody(body), undefined)
  assert.equal(parseBody('null'), null)
})

test('A path ends in undefined wherever the value has another shape', () => {
  const value = { a: [{ b: 'x' }], s: 'text', n: null }
  assert.equal(at(value, 'a', 0, 'b'), 'x')
  assert.equal(at(value, 'a', -1, 'b'), 'x')
  for (const path of [['a', 'b'], ['s', 0], ['n', 'x'], ['a', 5, 'b'], ['toString'], ['__proto__', 'x']]) {
    assert.equal(at(value, ...path), undefined, path.join('.'))
  }
})

test('Lists: missing and null are empty, a single entry is a list of one', () => {
  assert.deepEqual([undefined, null, '', [], 'x', { a: 1 }].map(asArray), [[], [], [], [], ['x'], [{ a: 1 }]])
})

test('Numbers may come as digits; everything else is null', () => {
  assert.deepEqual([1.5, '1.5', '-3', '1e9', '', null, Number.NaN, true].map(asNumber), [
    1.5,
    1.5,
    -3,
    null,
    null,
    null,
    null,
    null,
  ])
})

test('Strings and records are taken as they are or not at all', () => {
  assert.deepEqual(['x', '', 1, null].map(asString), ['x', '', null, null])
  assert.deepEqual([{ a: 1 }, [1], null, 'x'].map(asRecord), [{ a: 1 }, {}, {}, {}])
})
