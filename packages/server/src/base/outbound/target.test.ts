import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkTarget } from './target.ts'

describe('an address by its text', () => {
  test('each mistake is told in its own words', () => {
    const told = (url: string): string => checkTarget(url) ?? 'allowed'
    assert.match(told('http://example.com/'), /https:\/\//)
    assert.match(told('https://u:p@example.com/'), /user name/)
    assert.match(told('https://example.com:444/'), /port 443 or 8443/)
    assert.match(told('https://example.com/#'), /fragment/)
    assert.match(told('https://1.1.1.1/'), /not an IP address/)
    assert.match(told('https://[2606:4700::1111]/'), /not an IP address/)
    assert.match(told('https://intranet/'), /public internet/)
    assert.match(told('https://example.com./'), /public internet/)
    assert.match(told(`https://example.com/${'a'.repeat(2_048)}`), /2048/)
    assert.match(told('https://exa mple.com/'), /spaces/)
    assert.match(told('https://example.com/\u200b'), /spaces/)
  })

  test('the developer’s switch opens loopback by http, on any port, and nothing else', () => {
    const rules = { allowsLoopbackHttp: true }
    for (const url of ['http://localhost:3000/hook', 'http://127.0.0.1:9/', 'http://127.9.9.9/', 'http://[::1]:8080/'])
      assert.deepEqual(
        [checkTarget(url), checkTarget(url, rules)].map((refusal) => refusal === null),
        [false, true],
        url,
      )
    const refused = [
      'http://example.com/',
      'http://10.0.0.1/',
      'http://0.0.0.0/',
      'http://169.254.169.254/',
      'http://u@localhost/',
    ]
    for (const url of [
      ...refused,
      'http://localhost.example.com/',
      'https://localhost/',
      'https://127.0.0.1/',
      'http://[::]/',
    ])
      assert.notEqual(checkTarget(url, rules), null, url)
  })
})
