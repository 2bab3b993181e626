import type { ProblemCode } from '@sightline/sdk'
import { requestHead } from './raw-http.ts'

/** One request as bytes, and the one answer that the contract has for it. */
export type RawRequest = {
  family: string
  /** What is odd about it. */
  name: string
  bytes: string | Buffer
  status: number
  code?: ProblemCode
  /** The connection must end with the answer, so that nothing behind it is read as a request. */
  closes?: boolean
}

/** What the requests need of the running service. */
export type RawScene = {
  /** `Authorization: Bearer …` of a key that may do everything: what passes the parser would have its effect. */
  bearer: string
  brandId: string
}

export const BRANDS = '/api/v1/brands'
export const JSON_TYPE = 'Content-Type: application/json'

type Expected = Pick<RawRequest, 'status' | 'code' | 'closes'>
const invalid: Expected = { status: 400, code: 'invalid_request' }
export const cutOff: Expected = { ...invalid, closes: true }
const noRoute: Expected = { status: 404, code: 'route_not_found' }
const noResource: Expected = { status: 404, code: 'resource_not_found' }
const noParameter: Expected = { status: 400, code: 'invalid_parameter' }
const noMethod: Expected = { status: 405, code: 'method_not_allowed' }

/** A whole request that makes a brand: put behind something odd, it must never run. */
export function brandMade({ bearer }: RawScene, name = 'Smuggled'): string {
  const body = JSON.stringify({ name })
  return requestHead(`POST ${BRANDS} HTTP/1.1`, [bearer, JSON_TYPE, `Content-Length: ${body.length}`]) + body
}

/** Lines that are none, methods of all kinds, targets of all forms. */
export const lineRequests = (scene: RawScene): RawRequest[] => [
  ...requestLines(scene),
  ...knownMethods(scene),
  ...inventedMethods(scene),
  ...traversals(scene),
  ...oddTargets(scene),
]

/** Each with a request behind it that must not run. */
function requestLines(scene: RawScene): RawRequest[] {
  const lines = [
    'GET',
    'GET ',
    `GET\t${BRANDS} HTTP/1.1`,
    `GET ${BRANDS}\tHTTP/1.1`,
    `GET ${BRANDS} HTTP`,
    `GET ${BRANDS} HTTP/`,
    `GET ${BRANDS} HTTP/1`,
    `GET ${BRANDS} HTTP/1.`,
    `GET ${BRANDS} HTTP/.1`,
    `GET ${BRANDS} HTTP/1.2`,
    `GET ${BRANDS} HTTP/1.10`,
    `GET ${BRANDS} HTTP/01.1`,
    `GET ${BRANDS} HTTP/3`,
    `GET ${BRANDS} HTTP/9.9`,
    `GET ${BRANDS} http/1.1`,
    `GET ${BRANDS} HTTPS/1.1`,
    `GET ${BRANDS} HTTP/1.1x`,
    `GET ${BRANDS} HTTP/1.1 HTTP/1.1`,
    `GET ${BRANDS} ICE/1.0`,
    ` GET ${BRANDS} HTTP/1.1`,
    `\tGET ${BRANDS} HTTP/1.1`,
    `${BRANDS} GET HTTP/1.1`,
    'HTTP/1.1 200 OK',
    `GET ${BRANDS} and more HTTP/1.1`,
    `GET ${BRANDS}\0 HTTP/1.1`,
    `GET ${BRANDS}\x01 HTTP/1.1`,
    `GET ${BRANDS}\x7f HTTP/1.1`,
    `GET ${BRANDS} HTTP/1.1\0`,
    `G\0ET ${BRANDS} HTTP/1.1`,
    'PRI * HTTP/2.0',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    '\0\0\0\0',
    '{"method":"GET"}',
  ]
  return lines.map((line) => ({
    family: 'request lines',
    name: JSON.stringify(line),
    bytes: Buffer.from(requestHead(line, [scene.bearer]) + brandMade(scene), 'latin1'),
    ...cutOff,
  }))
}

/** Of all protocols that Node's parser knows; those of the address itself are no odd ones. */
function knownMethods({ bearer }: RawScene): RawRequest[] {
  const others = [
    'PUT',
    'DELETE',
    'PATCH',
    'OPTIONS',
    'TRACE',
    'QUERY',
    'ACL',
    'BIND',
    'CHECKOUT',
    'COPY',
    'LINK',
    'LOCK',
  ]
  const more = [
    'M-SEARCH',
    'MERGE',
    'MKACTIVITY',
    'MKCALENDAR',
    'MKCOL',
    'MOVE',
    'NOTIFY',
    'PROPFIND',
    'PROPPATCH',
    'PURGE',
  ]
  const rest = ['REBIND', 'REPORT', 'SEARCH', 'SOURCE', 'SUBSCRIBE', 'UNBIND', 'UNLINK', 'UNLOCK', 'UNSUBSCRIBE']
  return [...others, ...more, ...rest].flatMap((method) => [
    {
      family: 'methods',
      name: `${method} where only GET and POST are`,
      bytes: requestHead(`${method} ${BRANDS} HTTP/1.1`, [bearer, 'X-Echo: echoed']),
      ...noMethod,
    },
    {
      family: 'methods',
      name: `${method} with a body that is none`,
      bytes: `${requestHead(`${method} /healthz HTTP/1.1`, ['Content-Type: /', 'Content-Length: 1'])}{`,
      ...noMethod,
    },
    { family: 'methods', name: `${method} nowhere`, bytes: requestHead(`${method} /nowhere HTTP/1.1`), ...noRoute },
  ])
}

function inventedMethods(scene: RawScene): RawRequest[] {
  const words = [
    'FOO',
    'get',
    'Post',
    'GETS',
    'GE',
    'XGET',
    'BREW',
    'WHEN',
    'SETTINGS',
    'HELO',
    'EHLO',
    'QUIT',
    'INVITE',
  ]
  const others = ['DESCRIBE', 'X-HTTP-METHOD', '__proto__', 'constructor', 'toString', '$GET', 'G~T', 'A'.repeat(100)]
  return [...words, ...others].map((method) => ({
    family: 'invented methods',
    name: method,
    bytes: requestHead(`${method} ${BRANDS} HTTP/1.1`, [scene.bearer]) + brandMade(scene),
    ...noMethod,
    closes: true,
  }))
}

/** Ways out of a folder, however they are written. */
function traversals({ bearer }: RawScene): RawRequest[] {
  const steps = ['../', '..%2f', '%2e%2e/', '%2e%2e%2f', '.%2e/', '..%5c', '..\\', '%252e%252e%252f', '..;/', '....//']
  const more = ['%c0%ae%c0%ae/', '..%c0%af', '%uff0e%uff0e/', './/../', '/../', '%2e%2e\\', '..%255c', '.../']
  return ['/', '/api/v1/', '/assets/', '/docs/', `${BRANDS}/`].flatMap((base) =>
    [...steps, ...more].map((step) => {
      const target = `${base}${step.repeat(3)}outside.txt`
      // One segment, however many it decodes to, is an id that names nothing.
      const isId = base === `${BRANDS}/` && !step.includes('/')
      return {
        family: 'paths that climb',
        name: target,
        bytes: requestHead(`GET ${target} HTTP/1.1`, [bearer]),
        ...(/%(c0|u)/.test(target) ? invalid : isId ? noResource : noRoute),
      }
    }),
  )
}

function oddTargets({ bearer, brandId }: RawScene): RawRequest[] {
  const forms: Record<string, Expected> = {
    'http://127.0.0.1/api/v1/brands': invalid,
    'http://evil.example/api/v1/brands': invalid,
    'https://evil.example:443/': invalid,
    'ftp://evil.example/': invalid,
    'file:///etc/passwd': invalid,
    '*': invalid,
    '//evil.example/api/v1/brands': noRoute,
    '///api/v1/brands': noRoute,
    '/http://evil.example/': noRoute,
    '/%zz': invalid,
    '/%': invalid,
    '/%0': invalid,
    '/%u0041': invalid,
    [`${BRANDS}/%00`]: invalid,
    [`${BRANDS}%00`]: invalid,
    [`${BRANDS}/${brandId}%00.json`]: invalid,
    [`${BRANDS}/%0d%0aX-Injected:%201`]: invalid,
    [`${BRANDS}/%0A`]: invalid,
    [`${BRANDS}?cursor=%0d%0aSet-Cookie:a=b`]: invalid,
    [`${BRANDS}/%E2%82`]: invalid,
    [`${BRANDS}/%ff`]: invalid,
    [`${BRANDS}/%ed%a0%80`]: invalid,
    [`${BRANDS}/${'x'.repeat(2_000)}`]: noResource,
    [`${BRANDS}/${'%20'.repeat(1_000)}`]: noResource,
    [`/${'a/'.repeat(3_000)}`]: noRoute,
    [`${BRANDS}?${'x'.repeat(9_000)}`]: { status: 414, code: 'uri_too_long' },
    [`${BRANDS}/`]: noRoute,
    '/API/v1/brands': noRoute,
    '/api/v1/Brands': noRoute,
    '/api//v1/brands': noRoute,
    '/api/v1/brands;jsessionid=1': noRoute,
    '/api/v1/brands.json': noRoute,
    '/api/v1/brands~': noRoute,
    '/api/v1%2fbrands': noRoute,
    '/api/v1\\brands': noRoute,
    '/api/v2/brands': noRoute,
    '/api/v1/../v1/brands': noRoute,
    '/.git/config': noRoute,
    '/.env': noRoute,
    '/server-status': noRoute,
    '/metrics': noRoute,
    '/debug/pprof/': noRoute,
    '/web/../api/v1/brands': noRoute,
    '/__proto__': noRoute,
    '/constructor/prototype': noRoute,
    [`${BRANDS}/__proto__`]: noResource,
    [`${BRANDS}/constructor`]: noResource,
    [`${BRANDS}?__proto__=1`]: noParameter,
    [`${BRANDS}?__proto__[x]=1`]: noParameter,
    [`${BRANDS}?limit=1&limit=2`]: noParameter,
    [`${BRANDS}?limit[]=1`]: noParameter,
    [`${BRANDS}?limit=1;limit=2`]: noParameter,
    [`${BRANDS}?limit=1%26limit=2`]: noParameter,
    [`${BRANDS}?limit=0x10`]: noParameter,
    [`${BRANDS}?limit=1e2`]: noParameter,
    [`${BRANDS}?limit=-1`]: noParameter,
    [`${BRANDS}?limit=${'9'.repeat(400)}`]: noParameter,
    [`${BRANDS}?%6cimit=0`]: noParameter,
    [`${BRANDS}?=`]: noParameter,
    [`${BRANDS}?cursor=..%2f..%2f`]: { status: 400, code: 'invalid_cursor' },
    [`${BRANDS}?cursor=%27%20or%201%3D1--`]: { status: 400, code: 'invalid_cursor' },
    [`${BRANDS}?cursor=eyJhIjoxfQ`]: { status: 400, code: 'invalid_cursor' },
  }
  return Object.entries(forms).map(([target, expected]) => ({
    family: 'targets',
    name: target.slice(0, 100),
    bytes: requestHead(`GET ${target} HTTP/1.1`, [bearer]),
    ...expected,
  }))
}
