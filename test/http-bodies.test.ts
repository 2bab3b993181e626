import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ProblemCode } from '@sightline/sdk'
import { everyOperation, pathOf } from './support/every-operation.ts'
import { ask, assertErrorShape } from './support/http.ts'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { liftMinuteLimit } from './support/owner.ts'

describe('bodies that are wrong', () => {
  let house: TestApp
  let tenant: Tenant
  let brandId: string

  before(async () => {
    house = await openTestApp()
    tenant = await house.tenant()
    await liftMinuteLimit(house, tenant)
    brandId = (await tenant.client.createBrand({ body: { name: 'Fernhold' } })).id
  })
  after(() => house.close())

  const send = (body: unknown, contentType = 'application/json', path = '/brands') =>
    ask(`${house.baseUrl}${path}`, {
      method: 'POST',
      key: tenant.key,
      body,
      headers: { 'content-type': contentType },
    })
  const refuses = async (bodies: unknown[], status: number, code: ProblemCode) => {
    for (const body of bodies) assertErrorShape(await send(body), status, code)
  }

  test('E5: a body that is not JSON is 400 with the position and without what was sent', async () => {
    const bodies = [
      '{"name":"SECRETWORD"',
      '{"name":"SECRETWORD",}',
      '{"name":"SECRETWORD" /* no */}',
      '{"name":"SECRETWORD"}{"name":"two"}',
      "{'name':'SECRETWORD'}",
      '{name:"SECRETWORD"}',
      '{"name":"SECRET\nWORD"}',
      'SECRETWORD',
      '',
      '   ',
    ]
    for (const body of bodies) {
      const reply = await send(body)
      const { message } = assertErrorShape(reply, 400, 'invalid_json')
      assert.match(message, /position \d+|ends too early|is empty/)
      assert.doesNotMatch(reply.text, /SECRET/)
    }
  })

  test('an object with hundreds of fields is refused before its fields are looked at, wherever it stands', async () => {
    const fields = (count: number) => Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')
    const path = `/brands/${brandId}/answers`
    for (const body of [
      `{${fields(201)}}`,
      `{"answers":[{${fields(300_000)}}]}`,
      `{"answers":[{"locale":{${fields(201)}}}]}`,
    ]) {
      const { message } = assertErrorShape(await send(body, 'application/json', path), 400, 'invalid_json')
      assert.match(message, /an object has more than 200 fields/)
    }
    assertErrorShape(await send(`{${fields(200)}}`, 'application/json', path), 422, 'validation_failed')
  })

  test('E6: what is not declared as JSON in UTF-8 is 415, for every operation that takes a body', async () => {
    const types = ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data', ' ']
    for (const type of [
      ...types,
      'application/json; charset=utf-16',
      'application/jsonp',
      'application/json, text/html',
    ])
      assertErrorShape(await send('{"name":"A"}', type), 415, 'unsupported_media_type')
    for (const operation of everyOperation.filter(({ method }) => method !== 'GET')) {
      const reply = await ask(`${house.baseUrl}${pathOf(operation)}`, {
        method: operation.method,
        key: tenant.key,
        body: 'a=1',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      assertErrorShape(reply, 415, 'unsupported_media_type')
    }
  })

  test('E6: JSON is understood with its charset and in any letter case', async () => {
    for (const type of ['application/json;charset=UTF-8', 'Application/JSON', 'application/json; charset="utf-8"'])
      assertErrorShape(await send('{}', type), 422, 'validation_failed')
  })

  test('E7: 64 KiB pass and one byte more is 413', async () => {
    const ofSize = (size: number) => `{"name":"${'x'.repeat(size - 11)}"}`
    assertErrorShape(await send(ofSize(65_536)), 422, 'validation_failed')
    assertErrorShape(await send(ofSize(65_537)), 413, 'payload_too_large')
  })

  test('E15: NUL anywhere in a body is 422', () =>
    refuses(
      ['{"name":"a\\u0000b"}', '{"name":"A","aliases":["\\u0000"]}', '{"\\u0000":"a"}'],
      422,
      'validation_failed',
    ))

  test('E16: half characters are 422; bytes that are no UTF-8 are 400; a byte order mark is accepted', async () => {
    await refuses(['{"name":"\\ud800"}', '{"name":"\\udc00\\ud800"}'], 422, 'validation_failed')
    const around = (...bytes: number[]) =>
      Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')])
    await refuses([around(0xff), around(0xc0, 0xaf), around(0xed, 0xa0, 0x80), around(0xe2, 0x82)], 400, 'invalid_json')
    const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('{"name":"Marked"}')])
    assert.equal((await send(marked)).status, 201)
  })

  test('E17: numbers that cannot be kept, and texts for numbers, are 422, never rounded', async () => {
    for (const number of [
      '1e400',
      '-1e400',
      '-0',
      '-0.0',
      '9007199254740993',
      '1e23',
      '1e9',
      '"5"',
      '1.5',
      'true',
      'null',
    ])
      assertErrorShape(
        await send(`{"repeats":${number}}`, 'application/json', `/brands/${brandId}/runs`),
        422,
        'validation_failed',
      )
    for (const number of ['NaN', 'Infinity', '0x10', '01', '+1', '.5'])
      assertErrorShape(
        await send(`{"repeats":${number}}`, 'application/json', `/brands/${brandId}/runs`),
        400,
        'invalid_json',
      )
  })

  test('E19: keys of the prototype are refused and change no object', async () => {
    for (const body of ['{"name":"A","__proto__":{"x":1}}', '{"name":"A","constructor":{"prototype":{"x":1}}}'])
      assertErrorShape(await send(body), 422, 'validation_failed')
    assert.equal(({} as { x?: unknown }).x, undefined)
  })

  test('E20: a key that stands twice is 400, however it is written', () =>
    refuses(
      ['{"name":"A","name":"B"}', '{"name":"A","n\\u0061me":"B"}', '{"name":"A","aliases":[{"a":1,"a":2}]}'],
      400,
      'invalid_json',
    ))

  test('E21: deep nesting, long lists and long texts are refused', async () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    const deep = [nested(33), nested(10_000), '['.repeat(10_000), '{"a":'.repeat(33)]
    await refuses(deep, 400, 'invalid_json')
    // An import has its own limit of size, and the same of depth.
    for (const body of [...deep, `{"answers":${nested(1_000_000)}}`])
      assertErrorShape(await send(body, 'application/json', `/brands/${brandId}/answers`), 400, 'invalid_json')
    const list = `{"answers":[${'0,'.repeat(99_999)}0]}`
    assertErrorShape(await send(list, 'application/json', `/brands/${brandId}/answers`), 400, 'invalid_json')
    const long = `{"answers":[${'0,'.repeat(1_000)}0]}`
    assertErrorShape(await send(long, 'application/json', `/brands/${brandId}/answers`), 422, 'validation_failed')
    assertErrorShape(await send(`{"name":"${'x'.repeat(1_000_000)}"}`), 413, 'payload_too_large')
  })

  test('E22: JSON that is no object is 422', () =>
    refuses(['null', '[]', '"x"', 'true', '5'], 422, 'validation_failed'))

  test('E23: any script is stored as it was sent, and counted in characters', async () => {
    const names = ['\u202egnp.exe', 'a\u200bb', `e${'\u0301'.repeat(150)}`, 'Cafe\u0301', 'Café', '👩‍👩‍👧', '名前', 'شركة']
    for (const name of names) {
      const { id } = await tenant.client.createBrand({ body: { name } })
      assert.equal((await tenant.client.getBrand({ params: { id } })).name, name)
    }
    assert.equal((await send({ name: '😀'.repeat(200) })).status, 201)
    assertErrorShape(await send({ name: '😀'.repeat(201) }), 422, 'validation_failed')
  })

  test('E24: what is code elsewhere is text here', async () => {
    const texts = [
      "'; drop table brand; --",
      '$(reboot)',
      '`id`',
      '${7*7}',
      '{{7*7}}',
      '=cmd()',
      '%s%n',
      '<b>',
      'a\r\nb: c',
    ]
    for (const name of texts) {
      const brand = await tenant.client.createBrand({ body: { name, aliases: [name] } })
      assert.equal(brand.name, name)
      assert.deepEqual((await tenant.client.getBrand({ params: { id: brand.id } })).aliases, [name])
    }
  })
})
