import { connect, type Socket } from 'node:net'
import { Agent } from 'undici'
import { createOutbound } from '../packages/server/src/base/outbound/outbound.ts'
import { signatureHeaders, signingKey } from '../packages/server/src/base/outbound/sign.ts'
import { sendDelivery } from '../packages/server/src/pipeline/notifying/send-delivery.ts'

/** What one sender process is told to be: its own arguments, as JSON. */
export type SenderRole = {
  /** Raw sockets; undici as it is; the product's way out, up to where the log would be written. */
  kind: 'raw' | 'undici' | 'door'
  port: number
  body: string
  atOnce: number
  secret: string
}
/** What it answers when told for how many milliseconds to send. */
export type Sent = { sent: number; cpuMicros: number; seconds: number }

// A child of the bench: the argument is what `SenderRole` says.
const role = JSON.parse(process.argv[2] ?? '') as SenderRole
const body = Buffer.from(role.body)
const keys = [signingKey(role.secret)]
const sendOne = opened(role)
process.on('message', (milliseconds) => void run(Number(milliseconds)).then((sent) => process.send?.(sent)))
// The bench has ended, or was ended.
process.on('disconnect', () => process.exit(0))
process.send?.('ready')

async function run(milliseconds: number): Promise<Sent> {
  const before = process.cpuUsage()
  const startedMs = performance.now()
  const endsMs = startedMs + milliseconds
  let sent = 0
  const keepBusy = async (place: number): Promise<void> => {
    while (performance.now() < endsMs) {
      await sendOne(place)
      sent += 1
    }
  }
  await Promise.all(Array.from({ length: role.atOnce }, (_, place) => keepBusy(place)))
  const { user, system } = process.cpuUsage(before)
  return { sent, cpuMicros: user + system, seconds: (performance.now() - startedMs) / 1_000 }
}

function headersNow(): Record<string, string> {
  const message = { id: 'evt_01kabcdefghjkmnpqrstvwxyz0', at: new Date(), body }
  return { 'content-type': 'application/json', 'user-agent': 'bench', ...signatureHeaders(message, keys) }
}

function opened({ kind, port, atOnce }: SenderRole): (place: number) => Promise<void> {
  switch (kind) {
    case 'raw':
      return rawSender(port, atOnce)
    case 'undici':
      return undiciSender(port)
    case 'door':
      return doorSender(port)
  }
}

/** The least that can be done: a request written by hand on a connection that stays open. */
function rawSender(port: number, atOnce: number): (place: number) => Promise<void> {
  const sockets: Socket[] = Array.from({ length: atOnce }, () => connect({ port, host: '127.0.0.1', noDelay: true }))
  return (place) =>
    new Promise((resolve, reject) => {
      const lines = Object.entries(headersNow()).map(([name, value]) => `${name}: ${value}\r\n`)
      const head = `POST /hook HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-length: ${body.length}\r\n${lines.join('')}\r\n`
      const socket = sockets[place]
      socket?.once('data', (answer: Buffer) =>
        answer.includes('HTTP/1.1 200') ? resolve() : reject(new Error(answer.toString())),
      )
      socket?.cork()
      socket?.write(head, 'latin1')
      socket?.write(body)
      socket?.uncork()
    })
}

function undiciSender(port: number): () => Promise<void> {
  const agent = new Agent()
  const origin = `http://127.0.0.1:${port}`
  return async () => {
    const answer = await agent.request({ origin, path: '/hook', method: 'POST', headers: headersNow(), body })
    await answer.body.dump()
    if (answer.statusCode !== 200) throw new Error(`status ${answer.statusCode}`)
  }
}

function doorSender(port: number): () => Promise<void> {
  const sending = {
    now: () => new Date(),
    outbound: createOutbound({ allowsLoopbackHttp: true }),
    userAgent: 'bench',
    signal: new AbortController().signal,
  }
  const destination = { url: `http://127.0.0.1:${port}/hook`, keys }
  const claim = {
    id: 'dlv_01kabcdefghjkmnpqrstvwxyz0',
    eventId: 'evt_01kabcdefghjkmnpqrstvwxyz0',
    isTest: false,
    body: role.body,
    attempts: 0,
    createdAt: new Date(),
    fence: 1,
    leaseEndsAt: new Date(),
  }
  return async () => {
    const sent = await sendDelivery(sending, destination, claim)
    if (sent.kind !== 'made' || sent.log.status !== 200) throw new Error(JSON.stringify(sent))
  }
}
