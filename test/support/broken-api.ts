import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type BrokenApi = {
  baseUrl: string
  next: (response: ServerResponse, path: string) => void
  answers: ((response: ServerResponse) => void)[]
  close(): Promise<void>
}

/** An API that answers as told: cut off, empty, in another language, never. */
export async function brokenApi(): Promise<BrokenApi> {
  const answers: ((response: ServerResponse) => void)[] = [
    (response) => void response.writeHead(500).end(),
    (response) => void response.writeHead(503, { 'content-type': 'text/html' }).end('<html>'),
    (response) => void response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":'),
    (response) => void response.destroy(),
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"da')
      response.destroy()
    },
    (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('null'),
    (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('[1, 2'),
  ]
  const api: BrokenApi = { baseUrl: '', next: answers[0]!, answers, close: () => closed(server) }
  const server = createServer(({ url = '' }, response) => api.next(response, url))
  // A test that fails leaves it open: it must not keep this process from ending.
  server.unref().on('connection', (socket) => socket.unref())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  api.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`
  return api
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
