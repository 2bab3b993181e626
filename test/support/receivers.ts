import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import type { ServerCertificate } from './authority.ts'
import { eventually } from './eventually.ts'

/** One request as it came, byte for byte. */
export type Arrival = {
  /** `webhook-id`. */
  id: string
  headers: Record<string, string>
  body: string
  /** By the receiver's clock, in milliseconds. */
  atMs: number
}
export type Reply = { status: number; headers?: Record<string, string>; body?: string }

/** A receiver of webhooks: a real server that notes what comes and answers as it is told. */
export type Receiver = {
  url: string
  port: number
  arrivals: Arrival[]
  /** What it answers, by the number of the arrival from 0; 'nothing': it never does. */
  answer: (arrival: Arrival, number: number) => Reply | 'nothing' | Promise<Reply | 'nothing'>
  /** Waits, without a limit of its own (the test has one), until so many came. */
  got(count: number): Promise<Arrival[]>
  close(): Promise<void>
}

export type ReceiverOptions = {
  answer?: Receiver['answer']
  nowMs?: () => number
  /** With it HTTPS, for this host. */
  tls?: ServerCertificate & { host: string }
}

export async function openWebhookReceiver({
  answer = () => ({ status: 200 }),
  nowMs = Date.now,
  tls,
}: ReceiverOptions = {}): Promise<Receiver> {
  const listener: RequestListener = (request, response) => void meet(receiver, request, response, nowMs)
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Listening on a port gives an address with a port, never a pipe's name.
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: tls ? `https://${tls.host}:${port}/hook` : `http://127.0.0.1:${port}/hook`,
    port,
    arrivals: [],
    answer,
    got: async (count) => {
      await eventually(() => receiver.arrivals.length >= count)
      return receiver.arrivals
    },
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
  return receiver
}

async function meet(receiver: Receiver, request: IncomingMessage, response: ServerResponse, nowMs: () => number) {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  const arrival = { id: headers['webhook-id'] ?? '', headers, body: Buffer.concat(parts).toString(), atMs: nowMs() }
  const number = receiver.arrivals.push(arrival) - 1
  const reply = await receiver.answer(arrival, number)
  if (reply === 'nothing') return
  response.writeHead(reply.status, reply.headers).end(reply.body)
}

/** Whether the official library takes it. */
export function isVerified(secret: string, { body, headers }: Pick<Arrival, 'body' | 'headers'>): boolean {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}
