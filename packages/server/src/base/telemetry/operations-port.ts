import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Gauges, Metrics } from './metrics.ts'

export type OperationsPort = { address: string; close(): Promise<void> }

type Behind = {
  metrics: Pick<Metrics, 'exposition' | 'contentType'>
  version: string
} & Pick<Gauges, 'isReady' | 'storage'>

const TIMEOUT_MS = 5_000

/**
 * The operators' own port: metrics, and health of any process, also of one that serves no API. It knows no keys, so it is
 * for addresses that only operators reach.
 */
export async function openOperationsPort(
  { host, port }: { host: string; port: number },
  behind: Behind,
): Promise<OperationsPort> {
  const options = { requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS, maxHeaderSize: 8_192 }
  const server = createServer(options, (request, response) => {
    request.resume()
    if (request.method !== 'GET' && request.method !== 'HEAD') return say(response, 405, { error: 'Ask with GET.' })
    answer(behind, request.url ?? '', response).catch(() => say(response, 500, { error: 'This could not be told.' }))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ host, port }, resolve)
  })
  // Listening on a port gives an address with a port, never a pipe's name.
  const { port: chosen } = server.address() as AddressInfo
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${chosen}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(
  { metrics, version, isReady, storage }: Behind,
  url: string,
  response: ServerResponse,
): Promise<void> {
  switch (url.split('?')[0]) {
    case '/metrics':
      response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' })
      response.end(await metrics.exposition())
      return
    case '/healthz':
      return say(response, 200, { status: 'ok', version })
    case '/readyz':
      if (!(await isReady())) return say(response, 503, { status: 'not ready' })
      return say(response, 200, { status: 'ready', ...(storage() && { storage: storage() }) })
    default:
      return say(response, 404, { error: 'Here are /metrics, /healthz and /readyz.' })
  }
}

function say(response: ServerResponse, status: number, body: object): void {
  if (response.headersSent) return void response.destroy()
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}
