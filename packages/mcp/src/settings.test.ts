import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readSettings } from './settings.ts'

const KEY = 'sl_live_x'

describe('the environment', () => {
  test('is taken with spaces around it, and what is empty is as if it were not set', () => {
    const { faults, ...settings } = readSettings({
      SERVICE_API_KEY: ` ${KEY}\n`,
      SERVICE_BASE_URL: '',
      SERVICE_TOOLSETS: ' ',
    })
    assert.deepEqual(faults, [])
    const baseUrl = 'http://127.0.0.1:4477/api/v1'
    assert.deepEqual(settings, { apiKey: KEY, baseUrl, isReadOnly: false, toolsets: null })
  })

  test('an address may leave out its version and end with a slash', () => {
    const cases: [string, string][] = [
      ['https://sightline.example', 'https://sightline.example/api/v1'],
      ['https://sightline.example/', 'https://sightline.example/api/v1'],
      ['https://sightline.example/api/v1/', 'https://sightline.example/api/v1'],
      ['http://localhost:8080/proxy/api/v1', 'http://localhost:8080/proxy/api/v1'],
    ]
    for (const [said, means] of cases) {
      const { baseUrl, faults } = readSettings({ SERVICE_API_KEY: KEY, SERVICE_BASE_URL: said })
      assert.deepEqual([baseUrl, faults], [means, []])
    }
  })

  test('what is wrong is told in a sentence, without its value, and takes nothing more than was asked for', () => {
    const wrong: [Record<string, string>, RegExp][] = [
      [{ SERVICE_API_KEY: 'sl live\u00e9' }, /^SERVICE_API_KEY holds characters that no key has\.$/],
      [{ SERVICE_BASE_URL: 'ftp://hidden' }, /^SERVICE_BASE_URL must be an http or https address/],
      [{ SERVICE_BASE_URL: 'https://me:hidden@x.example' }, /without a password in it/],
      [{ SERVICE_BASE_URL: 'http://api.example' }, /your key goes there unencrypted/],
      [{ SERVICE_READ_ONLY: 'maybe' }, /^SERVICE_READ_ONLY should be 1 or 0; taken for 1\.$/],
      [{ SERVICE_TOOLSETS: 'brands,scroes' }, /^SERVICE_TOOLSETS: there is no group scroes\. Groups: account, /],
    ]
    for (const [environment, says] of wrong) {
      const { faults } = readSettings({ SERVICE_API_KEY: KEY, ...environment })
      assert.equal(faults.length, 1)
      assert.match(faults[0] ?? '', says)
      assert.doesNotMatch(faults[0] ?? '', /hidden|sl live/)
    }
    assert.equal(readSettings({ SERVICE_READ_ONLY: 'maybe' }).isReadOnly, true)
    assert.equal(readSettings({ SERVICE_READ_ONLY: 'false' }).isReadOnly, false)
    assert.deepEqual(readSettings({ SERVICE_TOOLSETS: 'brands,scroes' }).toolsets, new Set(['brands']))
    assert.equal(readSettings({ SERVICE_API_KEY: 'a\nb' }).apiKey, null)
  })
})
