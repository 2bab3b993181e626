import { requestHead } from './raw-http.ts'
import { BRANDS, brandMade, cutOff, JSON_TYPE, type RawRequest, type RawScene } from './raw-requests.ts'

/** What fields say: who calls, for whom, how much, and what else is wanted. */
export const fieldRequests = (scene: RawScene): RawRequest[] => [
  ...hosts(scene),
  ...authorizations(scene),
  ...expectations(scene),
  ...upgrades(scene),
  ...sizes(scene),
  ...oldVersions(scene),
]

const got = (headers: string[], host?: string | null): Buffer =>
  Buffer.from(requestHead(`GET ${BRANDS} HTTP/1.1`, headers, host), 'latin1')

function hosts({ bearer }: RawScene): RawRequest[] {
  const wrong = [
    '',
    ' ',
    'a b',
    'a/b',
    'a\\b',
    'a?b',
    'a#b',
    'a@b',
    'user:word@a',
    '<script>',
    'a,b',
    'a;b',
    '"a"',
    'a%00',
    'é',
  ]
  const addresses = [
    '999.999.999.999',
    '[::::]',
    '[::1',
    '::1',
    '[fe80::1%25lo]',
    '[127.0.0.1]',
    '1.2.3.4:99999',
    'a:b',
    'a:-1',
    'a:80:80',
  ]
  const urls = ['http://a', '//a', '{{7*7}}', '${jndi:ldap://a}', "a'or'1", '*', 'a:']
  return [
    ...[...wrong, ...addresses, ...urls].map((host) => ({
      family: 'hosts',
      name: JSON.stringify(host),
      bytes: got([bearer], host),
      status: 400,
      code: 'invalid_request' as const,
    })),
    { family: 'hosts', name: 'none', bytes: got([bearer], null), status: 400, code: 'invalid_request' },
    { family: 'hosts', name: 'two', bytes: got([bearer, 'Host: a'], 'b'), status: 400, code: 'invalid_request' },
    {
      family: 'hosts',
      name: 'the same twice',
      bytes: got([bearer, 'host: a'], 'a'),
      status: 400,
      code: 'invalid_request',
    },
    {
      family: 'hosts',
      name: 'another, forwarded by nobody',
      bytes: got([
        bearer,
        'X-Forwarded-Host: evil.example',
        'Forwarded: host=evil.example',
        'X-Original-URL: /api/v1/keys',
      ]),
      status: 200,
    },
  ]
}

function authorizations({ bearer }: RawScene): RawRequest[] {
  const key = bearer.split(' ')[2] ?? ''
  const values = [
    key,
    `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
    `Token ${key}`,
    `Digest username="${key}"`,
    `Bearer  ${key}`,
    `Bearer\t${key}`,
    `Bearer "${key}"`,
    `Bearer ${key}, Bearer ${key}`,
    `Bearer ${key},`,
    `Bearer ${key} x`,
    `Bearer ${key.toUpperCase()}`,
    `Bearer ${key.slice(0, -1)}`,
    `Bearer ${key}x`,
    `Bearer ${key.replace('live', 'test')}`,
    `Bearer ${encodeURIComponent(key)}%00`,
    `Bearer\u00a0${key}`,
    'Bearer',
    'Bearer ',
    'Bearer null',
    'Bearer undefined',
    'Bearer [object Object]',
    'Bearer eyJhbGciOiJub25lIn0.e30.',
    "Bearer ' or 1=1 --",
    'Bearer __proto__',
    'Bearer *',
    'Bearer sl_live_',
    `Bearer ${'x'.repeat(10_000)}`,
    'Negotiate YII=',
  ]
  const twice = { 'two keys': [bearer, bearer], 'a key and nothing': [bearer, 'Authorization:'] }
  const elsewhere = [
    'X-API-Key',
    'Api-Key',
    'Cookie',
    'Proxy-Authorization',
    'X-Auth-Token',
    'X-Forwarded-User',
    'X-Remote-User',
  ]
  const unauthorized = { family: 'credentials', status: 401 }
  return [
    ...values.map((value) => ({
      ...unauthorized,
      name: value.slice(0, 60),
      bytes: got([`Authorization: ${value}`]),
      code: 'invalid_api_key' as const,
    })),
    ...Object.entries(twice).map(([name, headers]) => ({
      ...unauthorized,
      name,
      bytes: got(headers),
      code: 'invalid_api_key' as const,
    })),
    ...elsewhere.map((name) => ({
      ...unauthorized,
      name: `a key in ${name}`,
      bytes: got([`${name}: ${key}`]),
      code: 'missing_api_key' as const,
    })),
  ]
}

function expectations({ bearer }: RawScene): RawRequest[] {
  const values = ['200-ok', '100', 'continue', '100-continuex', 'x'.repeat(1_000), '*']
  return values.map((value) => ({
    family: 'expectations',
    name: value.slice(0, 40),
    bytes: got([bearer, `Expect: ${value}`]),
    status: 417,
    code: 'expectation_failed',
  }))
}

/** No other protocol is spoken; the request is answered as it is. */
function upgrades({ bearer }: RawScene): RawRequest[] {
  const protocols = ['websocket', 'h2c', 'TLS/1.0', 'HTTP/3.0', 'IRC/6.9', 'connect-udp', '\xff']
  return protocols.flatMap((protocol) => {
    const headers = [
      'Connection: Upgrade, HTTP2-Settings',
      `Upgrade: ${protocol}`,
      'HTTP2-Settings: AAMAAABk',
      'Sec-WebSocket-Key: eA==',
    ]
    return [
      { family: 'upgrades', name: JSON.stringify(protocol), bytes: got([bearer, ...headers]), status: 200 },
      {
        family: 'upgrades',
        name: `${JSON.stringify(protocol)} without a key`,
        bytes: got(headers),
        status: 401,
        code: 'missing_api_key' as const,
      },
    ]
  })
}

function sizes(scene: RawScene): RawRequest[] {
  const { bearer } = scene
  const tooLarge = { family: 'sizes', status: 431, code: 'headers_too_large' as const, closes: true }
  const heads: Record<string, string[]> = {
    'one field of 17 kB': [`X-Large: ${'x'.repeat(17_000)}`],
    'a name of 17 kB': [`${'X'.repeat(17_000)}: 1`],
    'two thousand fields': Array.from({ length: 2_000 }, (_, index) => `X-${index}: 12345678`),
    'a cookie of 17 kB': [`Cookie: ${'a=b; '.repeat(3_400)}`],
    'a key of 17 kB': [`Authorization: Bearer ${'x'.repeat(17_000)}`],
  }
  const declared = (length: string): Buffer =>
    Buffer.from(requestHead(`POST ${BRANDS} HTTP/1.1`, [bearer, JSON_TYPE, `Content-Length: ${length}`]))
  return [
    ...Object.entries(heads).map(([name, headers]) => ({ ...tooLarge, name, bytes: got([bearer, ...headers]) })),
    ...['65537', '10737418240', '9007199254740993'].map((length) => ({
      family: 'sizes',
      name: `a body of ${length} bytes is announced`,
      bytes: declared(length),
      status: 413,
      code: 'payload_too_large' as const,
      closes: true,
    })),
    {
      name: 'a target of 17 kB',
      bytes: requestHead(`GET /${'x'.repeat(17_000)} HTTP/1.1`),
      ...tooLarge,
    },
  ]
}

function oldVersions(scene: RawScene): RawRequest[] {
  const old = (headers: string[], host: string | null = null): string =>
    requestHead(`GET ${BRANDS} HTTP/1.0`, [scene.bearer, ...headers], host)
  return [
    { family: 'HTTP/1.0', name: 'without a Host', bytes: old([]), status: 200, closes: true },
    { family: 'HTTP/1.0', name: 'with a Host', bytes: old([], 'a'), status: 200, closes: true },
    {
      family: 'HTTP/1.0',
      name: 'with a Host that is none',
      bytes: old([], 'a b'),
      status: 400,
      code: 'invalid_request',
    },
    {
      family: 'HTTP/1.0',
      name: 'without a key',
      bytes: requestHead(`GET ${BRANDS} HTTP/1.0`, [], null),
      status: 401,
      code: 'missing_api_key',
    },
    {
      family: 'HTTP/1.0',
      name: 'a request behind one that ends its connection',
      bytes: old([]) + brandMade(scene),
      status: 200,
      closes: true,
    },
    ...['RTSP/1.0', 'HTTP/2.0'].map((protocol) => ({
      family: 'HTTP/1.0',
      name: `${protocol}, which Node’s parser takes too, and a request behind`,
      bytes: requestHead(`GET ${BRANDS} ${protocol}`, [scene.bearer]) + brandMade(scene),
      status: 200,
      closes: true,
    })),
    { family: 'HTTP/0.9', name: 'a line and nothing else', bytes: `GET ${BRANDS}\r\n\r\n`, ...cutOff },
  ]
}
