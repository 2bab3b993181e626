import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { connect as connectPlain, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls'
import type { Page } from '@sightline/sdk'
import { createAuthority, type Authority, type TestCertificate } from './support/certificates.ts'
import { runInProcess, start, type Running } from './support/command-line.ts'
import { ask, assertErrorShape, type Reply } from './support/http.ts'
import { openTestApp, type Tenant, type TestApp } from './support/test-app.ts'
import { requestHead } from './support/raw-http.ts'
import { eventually } from './support/eventually.ts'

const YEAR = 'max-age=31536000'
const generous = { timeout: 240_000 }

/** Writes beside and renames, as tools that renew certificates do. */
async function place(folder: string, { cert, key }: TestCertificate): Promise<{ certFile: string; keyFile: string }> {
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') }
  for (const [file, text] of [
    [files.certFile, cert],
    [files.keyFile, key],
  ] as const) {
    await writeFile(`${file}.new`, text)
    await rename(`${file}.new`, file)
  }
  return files
}

/** One request on a connection of its own. */
function askTls(url: string, ca: string, key?: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
    const sent = request(url, { ca, headers, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: new Headers(response.headersDistinct as never), text }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

async function openTls(port: number, options: ConnectionOptions): Promise<TLSSocket> {
  const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ...options })
  await once(socket, 'secureConnect')
  return socket
}

/** Which certificate a new connection is shown. */
async function serialShown(port: number, ca: string): Promise<string> {
  const socket = await openTls(port, { ca })
  const { serialNumber } = socket.getPeerCertificate()
  socket.destroy()
  return serialNumber
}

describe('HTTPS served by the process itself', generous, () => {
  let house: TestApp
  let tenant: Tenant
  let authority: Authority
  let folder: string
  let port: number
  let close: () => Promise<unknown>

  before(async () => {
    authority = await createAuthority()
    folder = await mkdtemp(join(tmpdir(), 'sightline-tls-'))
    house = await openTestApp()
    tenant = await house.tenant()
    for (const name of ['One', 'Two']) await tenant.client.createBrand({ body: { name } })
    const rest = house.app.createRest({ tls: await place(folder, await authority.issue('localhost')) })
    await rest.listen({ host: '127.0.0.1', port: 0 })
    ;({ port } = rest.server.address() as AddressInfo)
    close = () => rest.close()
  })
  after(async () => {
    await close()
    await house.close()
    await rm(folder, { recursive: true, force: true })
  })

  const address = (path: string) => `https://localhost:${port}/api/v1${path}`
  const overTls = async (bytes: string): Promise<string> => {
    const socket = await openTls(port, { ca: authority.ca })
    let received = ''
    socket.setEncoding('utf8').on('data', (text: string) => (received += text))
    socket.write(bytes)
    await once(socket, 'close')
    return received
  }

  test('answers are those of HTTP; links lead to https, and every answer says to come by HTTPS only', async () => {
    const listed = await askTls(address('/brands?limit=1'), authority.ca, tenant.key)
    assert.equal(listed.status, 200)
    assert.ok((JSON.parse(listed.text) as Page<unknown>).pagination.next?.startsWith(address('/brands?')))
    const refused = await askTls(address('/brands'), authority.ca)
    assertErrorShape(refused, 401, 'missing_api_key')
    for (const { headers } of [listed, refused]) assert.equal(headers.get('strict-transport-security'), YEAR)
    for (const bytes of [requestHead('FOO / HTTP/1.1'), requestHead('GET / HTTP/1.1', ['X: a\0b'])]) {
      const received = await overTls(bytes)
      assert.match(received, /^HTTP\/1\.1 (400|405) /)
      assert.match(received, new RegExp(`strict-transport-security: ${YEAR}`))
    }
  })

  test('without TLS no answer says so: it would be believed by nobody, and must not be by HTTP', async () => {
    const { headers } = await ask(`${house.baseUrl}/brands`, { key: tenant.key })
    assert.equal(headers.get('strict-transport-security'), null)
  })

  test('TLS 1.2 and 1.3 are spoken, and what is older is refused', async () => {
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
      const socket = await openTls(port, { ca: authority.ca, minVersion: version, maxVersion: version })
      assert.equal(socket.getProtocol(), version)
      socket.destroy()
    }
    for (const version of ['TLSv1', 'TLSv1.1'] as const) {
      const old = { ca: authority.ca, minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' }
      // The alert is the server's own word; this side would have spoken it.
      await assert.rejects(openTls(port, old), { code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION' })
    }
  })

  test('of TLS 1.2 only ciphers with forward secrecy and authenticated encryption are taken', async () => {
    const only = { ca: authority.ca, maxVersion: 'TLSv1.2' as const }
    const socket = await openTls(port, {
      ...only,
      ciphers: 'ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-AES256-GCM-SHA384',
    })
    assert.match(socket.getCipher().name, /^ECDHE-.*-GCM-/)
    socket.destroy()
    for (const ciphers of [
      'AES128-SHA',
      'AES256-GCM-SHA384',
      'ECDHE-RSA-AES128-SHA:ECDHE-ECDSA-AES128-SHA',
      'ECDHE-RSA-AES256-SHA384:ECDHE-ECDSA-AES256-SHA384',
    ])
      await assert.rejects(
        openTls(port, { ...only, ciphers }),
        { code: 'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE' },
        ciphers,
      )
  })

  test('who speaks no TLS is not served, and the others go on', async () => {
    for (const bytes of [requestHead('GET /healthz HTTP/1.1'), '\x16\x03\x01nonsense', '\0']) {
      const socket = connectPlain(port, '127.0.0.1')
      let received = ''
      socket.on('data', (chunk) => (received += chunk.toString('latin1')))
      socket.on('error', () => {})
      socket.end(bytes)
      await once(socket, 'close')
      assert.doesNotMatch(received, /HTTP|status/)
    }
    assert.equal((await askTls(`https://localhost:${port}/healthz`, authority.ca)).status, 200)
  })

  test('a certificate renewed on the disk is taken over without a restart; open connections go on', async () => {
    const old = await serialShown(port, authority.ca)
    const open = await openTls(port, { ca: authority.ca })
    await place(folder, await authority.issue('localhost'))
    await eventually(async () => (await serialShown(port, authority.ca)) !== old)
    const answered = once(open, 'data')
    open.write(requestHead('GET /healthz HTTP/1.1'))
    assert.match(String((await answered)[0]), /^HTTP\/1\.1 200/)
    open.destroy()
    assert.ok(house.log.some(({ event }) => event === 'certificate.renewed'))
  })

  test('a pair that does not fit is refused and said in the log; the one in use goes on until the other file follows', async () => {
    const old = await serialShown(port, authority.ca)
    const renewed = await authority.issue('localhost')
    await writeFile(join(folder, 'cert.pem'), renewed.cert)
    await eventually(() => house.log.some(({ event }) => event === 'certificate.refused'))
    assert.equal(await serialShown(port, authority.ca), old)
    await writeFile(join(folder, 'key.pem'), renewed.key)
    await eventually(async () => (await serialShown(port, authority.ca)) !== old)
  })
})

describe('a server started with a certificate', generous, () => {
  let folder: string
  let authority: Authority
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-tls-start-'))
    authority = await createAuthority()
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const environmentOf = (certFile: string, keyFile: string) => ({
    SIGHTLINE_DATA_DIR: join(folder, 'data'),
    OPENAI_API_KEY: 'sk-of-the-test',
    TLS_CERT_FILE: certFile,
    TLS_KEY_FILE: keyFile,
  })

  test('prints an https address that works at once, and takes a renewed certificate over', async () => {
    const { certFile, keyFile } = await place(folder, await authority.issue('localhost'))
    const server: Running = start(['start', '--port', '0', '--host', '0.0.0.0'], environmentOf(certFile, keyFile))
    const [, url = ''] = await server.says(/Address +(https:\/\/localhost:\d+)\/api\/v1/)
    const [, key = ''] = await server.says(/API key +(sl_live_\w+)/)
    assert.match(server.out(), /TLS +DNS:localhost, until \d{4}-\d\d-\d\d/)
    assert.equal((await askTls(`${url}/api/v1/me`, authority.ca, key)).status, 200)
    const port = Number(new URL(url).port)
    const old = await serialShown(port, authority.ca)
    await place(folder, await authority.issue('localhost'))
    await eventually(async () => (await serialShown(port, authority.ca)) !== old)
    assert.equal((await server.stop()).code, 0)
  })

  test('files that are no certificate and its key end it with 2 and the reason', async () => {
    const [one, other] = [await authority.issue('localhost'), await authority.issue('localhost')]
    const file = async (name: string, text: string) => {
      await writeFile(join(folder, name), text)
      return join(folder, name)
    }
    const [cert, key, wrongKey, noPem] = [
      await file('a.crt', one.cert),
      await file('a.key', one.key),
      await file('b.key', other.key),
      await file('c.pem', 'nothing'),
    ] as const
    for (const [certFile, keyFile, reason] of [
      [join(folder, 'nowhere'), key, /nowhere \(TLS_CERT_FILE\) cannot be read/],
      [noPem, key, /c\.pem \(TLS_CERT_FILE\) holds no certificate in PEM/],
      [cert, noPem, /c\.pem \(TLS_KEY_FILE\) holds no private key in PEM/],
      [cert, wrongKey, /The key in \S+b\.key does not belong to the certificate in \S+a\.crt/],
      [cert, '', /TLS_KEY_FILE: must be set too/],
      ['', key, /TLS_CERT_FILE: must be set too/],
    ] as const) {
      const ended = await runInProcess(['start', '--port', '0'], environmentOf(certFile, keyFile))
      assert.equal(ended.code, 2, ended.err)
      assert.match(ended.err, reason)
      assert.doesNotMatch(ended.err, /^ +at |PRIVATE KEY/m)
    }
  })

  test('without one, on an address that others reach, it says that keys travel in clear', async () => {
    const { TLS_CERT_FILE: _cert, TLS_KEY_FILE: _key, ...environment } = environmentOf('', '')
    const server = start(['start', '--port', '0', '--host', '0.0.0.0'], environment)
    await server.says(/Keys travel in clear: set TLS_CERT_FILE and TLS_KEY_FILE, or TRUSTED_PROXIES/)
    assert.equal((await server.stop()).code, 0)
  })
})
