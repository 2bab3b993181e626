import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server'
import { createServer } from './server.ts'
import type { Start } from './start.ts'

export type HttpDoor = { address: string; close(): Promise<void> }

/** A door that only this machine can knock at, for judges and development; whoever knocks acts with this server's key. */
export async function serveHttp(start: Start, { host, port }: { host: string; port: number }): Promise<HttpDoor> {
  const handler = createMcpHandler(() => createServer(start), {
    onerror: () => start.log('A request was not understood.'),
  })
  // In one file with all the rest, an import at the top would load it for every start; it takes longer than the rest.
  const { createServer: createNodeServer } = await import('node:http')
  const server = createNodeServer((incoming, outgoing) => {
    void answer(incoming, outgoing, async (request) => refuseStrangers(request) ?? handler.fetch(request)).catch(() => {
      start.log('An answer could not be sent.')
      outgoing.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  // Listening on a port gives an address with a port, never a pipe's name.
  const { port: taken } = server.address() as AddressInfo
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${taken}/`,
    close: async () => {
      await handler.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A page in a browser may make any name point here (DNS rebinding); the name and the page are told in headers. */
const refuseStrangers = (request: Request): Response | undefined =>
  hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
  originValidationResponse(request, localhostAllowedOrigins())

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  respond: (request: Request) => Promise<Response>,
): Promise<void> {
  const gone = new AbortController()
  outgoing.once('close', () => gone.abort())
  const response = await respond(requestOf(incoming, gone.signal))
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  // Written piece by piece: an event stream must not wait for its end.
  for await (const piece of response.body ?? []) if (!outgoing.write(piece)) await drained(outgoing)
  outgoing.end()
}

function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined) headers.set(name, String(value))
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
  return new Request(new URL(incoming.url ?? '/', 'http://127.0.0.1'), {
    method: incoming.method ?? 'GET',
    headers,
    signal,
    // Node's stream is the web's; the two declarations differ in a detail.
    ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: 'half' }),
  })
}

const drained = (outgoing: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    outgoing.once('drain', resolve).once('close', resolve)
  })

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

/** `39113`, `127.0.0.1:39113`, `[::1]:39113`; null for anything that others could reach. */
export function readLoopback(text: string): { host: string; port: number } | null {
  const [, host = '127.0.0.1', port = ''] = /^(?:\[?([^\]]+?)\]?:)?(\d{1,5})$/.exec(text) ?? []
  return port !== '' && Number(port) <= 65_535 && LOOPBACK.has(host) ? { host, port: Number(port) } : null
}
