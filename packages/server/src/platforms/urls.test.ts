import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readSource } from './urls.ts'

const url = (raw: unknown) => readSource(raw)?.url ?? null

suite('A canonical address', () => {
  test('has no tracking, no text fragment and no default port, but keeps path, query order and other fragments', () => {
    assert.equal(
      url('HTTPS://WWW.Example.com:443/Path/A?b=2&utm_source=openai&v=1&srsltid=x&GCLID=1#:~:text=hi'),
      'https://www.example.com/Path/A?b=2&v=1',
    )
    assert.equal(url('https://a.com/x#section:~:text=y'), 'https://a.com/x#section')
    assert.equal(url('https://a.com/x#ws_call_id=call_1'), 'https://a.com/x')
    assert.equal(url('https://a.com/?q=%20a+b'), 'https://a.com/?q=%20a+b')
  })

  test('is that of the page inside the wrappers of Google and Bing', () => {
    assert.equal(url('https://translate.google.com/translate?u=https%253A%252F%252Fa.in%252Fx&hl=en'), 'https://a.in/x')
    assert.equal(url('https://translate.google.com/translate?u=https://a.in/x?b=1'), 'https://a.in/x?b=1')
    assert.equal(url('https://www.google.co.in/url?sa=t&url=https://b.co.uk/y%3Fz%3D1'), 'https://b.co.uk/y?z=1')
    assert.equal(url('https://www.google.com/url?q=https://www.google.com/url?url=https://c.org/'), 'https://c.org/')
    assert.equal(url('https://www.bing.com/ck/a?!&&p=1&u=a1aHR0cHM6Ly9leGFtcGxlLmNvbS94'), 'https://example.com/x')
  })

  test('stays the search or maps page where Google wraps nothing', () => {
    assert.equal(url('https://www.google.com/maps/search/x'), 'https://www.google.com/maps/search/x')
  })

  test('is not kept when it leads nowhere in the public web', () => {
    const local = [
      'http://localhost/x',
      'http://127.0.0.1',
      'http://2130706433/',
      'http://[::1]/',
      'http://[::ffff:10.0.0.1]/',
    ]
    const others = [
      'http://10.1.2.3',
      'http://169.254.169.254/meta',
      'http://intranet/x',
      'http://db.internal/',
      'http://a.local',
    ]
    const schemes = [
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://a.com',
      'file:///etc/passwd',
      'nonsense',
      '',
      null,
      7,
      {},
    ]
    for (const raw of [...local, ...others, ...schemes]) assert.equal(url(raw), null, JSON.stringify(raw))
    assert.equal(url('https://www.google.com/url?q=http://localhost/'), null)
  })

  test('loses an endless query, and is dropped when its path alone is endless', () => {
    assert.equal(url(`https://a.com/x?q=${'a'.repeat(3000)}`), 'https://a.com/x')
    assert.equal(url(`https://a.com/${'a'.repeat(3000)}`), null)
    assert.equal(readSource(`https://a.com/x?q=${'a'.repeat(3000)}`)?.rawUrl.length, 2048)
  })

  test('carries no credentials', () => {
    assert.equal(url('https://user:secret@a.com/x'), 'https://a.com/x')
  })
})

suite('A redirect that only its owner can follow', () => {
  const redirect = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/AUZ'
  test('stands for the domain of its title or hint, and for no page', () => {
    const { url: kept, isResolved, domain, title } = readSource(redirect, 'www.Wikipedia.org') ?? {}
    assert.deepEqual(
      { kept, isResolved, domain, title },
      { kept: redirect, isResolved: false, domain: 'wikipedia.org', title: null },
    )
    const goto = readSource('https://www.google.com/goto?url=CAES', 'HealthKart', 'https://www.healthkart.com/sv/1')
    assert.deepEqual([goto?.domain, goto?.isResolved, goto?.title], ['healthkart.com', false, 'HealthKart'])
  })

  test('is nothing without a domain', () => {
    for (const title of ['HealthKart', 'Node.js', '', null, redirect]) assert.equal(readSource(redirect, title), null)
  })
})

suite('Domain and title', () => {
  test('An international domain is shown in its own letters', () => {
    assert.equal(readSource('https://www.xn--mnchen-3ya.de/a')?.domain, 'münchen.de')
    assert.equal(readSource('https://例え.jp/')?.domain, '例え.jp')
  })

  test('A marker number, a bare domain and nothing are no titles; trailing dots go', () => {
    const title = (text: unknown) => readSource('https://a.com/x', text)?.title
    assert.deepEqual([title('1'), title('a.com'), title(' '), title(null), title(5)], [null, null, null, null, null])
    assert.equal(title('Best CRM for small ...'), 'Best CRM for small')
  })
})
