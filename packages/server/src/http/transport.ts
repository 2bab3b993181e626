import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { readCertificate, watchCertificate, type CertificateFiles } from './certificate.ts'
import type { Log } from './dependencies.ts'
import { LARGE_WHOLE_MS } from './read-body.ts'

/** How requests reach this process, and whose word about the caller is believed. */
export type Transport = {
  /** Serve HTTPS with these files, and with those that replace them. */
  tls?: CertificateFiles | undefined
  /** Addresses and networks of the proxies whose forwarding headers are believed; nobody else's are. */
  trustedProxies?: readonly string[] | undefined
}

const HEADER_LIMIT = 16 * 1_024
/** For the head of a request, and for what TLS says before it: with the interval below it is answered within 10 s (E8). */
const HEADERS_TIMEOUT_MS = 9_000
const CHECKED_EVERY_MS = 500
/** Longer than the 60 s after which usual proxies let an idle connection go: the one that closes last loses no request. */
const KEEP_ALIVE_MS = 72_000

/** Of TLS 1.2 those with forward secrecy and authenticated encryption only (RFC 9325, 4.2); all of TLS 1.3 are both. */
const CIPHERS = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':')

/**
 * The server below the framework: plain HTTP, or HTTPS from TLS 1.2 on.
 * @throws CertificateError when the files are no certificate and its key
 */
export function createListener({ tls }: Transport, log: Log, handler: RequestListener): Server {
  const options = {
    // Node answers a missing Host with an empty 400 of its own; `validateRequestTarget` does it in our shape.
    requireHostHeader: false,
    maxHeaderSize: HEADER_LIMIT,
    headersTimeout: HEADERS_TIMEOUT_MS,
    // Bodies have limits of their own, by what they are: this is the longest of them.
    requestTimeout: LARGE_WHOLE_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: CHECKED_EVERY_MS,
  }
  if (!tls) return createServer(options, handler)
  const { cert, key } = readCertificate(tls)
  const secure = { minVersion: 'TLSv1.2' as const, ciphers: CIPHERS, honorCipherOrder: true, cert, key }
  const server = createTlsServer({ ...options, ...secure, handshakeTimeout: HEADERS_TIMEOUT_MS }, handler)
  const stopWatching = watchCertificate(tls, {
    onRenewed: (renewed) => {
      server.setSecureContext({ ...secure, cert: renewed.cert, key: renewed.key })
      log.info('certificate.renewed', { subject: renewed.subject, expiresAt: renewed.expiresAt.toISOString() })
    },
    // The one in use goes on: connections that are refused would help nobody.
    onRefused: (error) => log.error('certificate.refused', { error: error.message }),
  })
  server.on('close', stopWatching)
  return server
}
