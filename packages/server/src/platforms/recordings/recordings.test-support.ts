import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { type IncomingMessage, type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { Agent } from 'undici'
import { type Collected, collect } from '../collect.ts'
import { asRecord, parseBody } from '../json.ts'
import type { Platform, Question } from '../platform.ts'
import { createSender } from '../send.ts'

/** One recorded exchange. They live beside the repository (`recordingsHome`). */
export type Recording = {
  source: { kind: string }
  request: { method: string; url: string; body?: unknown; query?: Record<string, string> } | null
  response: { status: number; headers: Record<string, string>; body?: unknown; sse?: string; text?: string }
}

/** What arrived at the replay server. */
export type Received = { method: string; url: URL; headers: Record<string, string>; body: unknown }

/** The recordings live beside the repository, not in it; null where they are not at hand. */
export const recordingsHome = (environment: Record<string, string | undefined>): string | null => {
  const shared = environment['SIGHTLINE_SHARED'] ?? resolve(import.meta.dirname, '../../../../../../shared')
  const home = join(shared, 'recordings')
  return existsSync(home) ? home : null
}

export const recordingNames = (home: string, folder: string): string[] =>
  readdirSync(join(home, folder))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -5))
    .toSorted()

// The files are our own fixtures: their shape is checked by the tests that read them.
export const readRecording = (home: string, folder: string, name: string): Recording =>
  JSON.parse(readFileSync(join(home, folder, `${name}.json`), 'utf8')) as Recording

/** A reply as JSON, for the fixtures that tests write themselves. */
export const jsonReply = (
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): Recording['response'] => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body,
})

/**
 * Replays the responses over real loopback HTTP, in order and the last one again and again, and collects one answer
 * from them with the product's own sender. Pauses are counted, not slept.
 */
export async function replay(
  responses: Recording['response'][],
  create: (baseUrl: string) => Platform,
  question: Question = { text: 'best crm for small business', locale: { country: null, language: null } },
): Promise<Collected & { received: Received[]; pausesMs: number[] }> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    received.push(receivedOf(request, await bodyOf(request)))
    const recorded = responses[Math.min(received.length, responses.length) - 1]!
    response.writeHead(recorded.status, recorded.headers)
    response.end(recorded.sse ?? recorded.text ?? JSON.stringify(recorded.body))
  })
  const baseUrl = await listen(server)
  const dispatcher = new Agent()
  const pausesMs: number[] = []
  try {
    const collected = await collect(create(baseUrl), question, {
      send: createSender({ dispatcher }),
      sleep: async (milliseconds) => void pausesMs.push(milliseconds),
      random: () => 0.5,
      now: () => performance.now(),
    })
    return { ...collected, received, pausesMs }
  } finally {
    await dispatcher.close()
    await new Promise((closed) => server.close(closed))
  }
}

export async function listen(server: Server): Promise<string> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  // A server that listens on TCP has an address with a port.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

const receivedOf = (request: IncomingMessage, body: string): Received => ({
  method: request.method ?? '',
  url: new URL(request.url ?? '/', 'http://replay.invalid'),
  headers: Object.fromEntries(Object.entries(asRecord(request.headers)).map(([name, value]) => [name, String(value)])),
  body: parseBody(body),
})
