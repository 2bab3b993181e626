import { createServer } from 'node:http'
import type { Heard } from './soak/receiver.ts'

// A child of the soak that is killed and comes back: what it has answered with 200 its parent has. The argument is its port.
let number = 0
const server = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  number += 1
  // One in forty is refused, one in forty is late: a receiver that always answers at once shows nothing of retries.
  if (number % 40 === 7) return void response.writeHead(500).end()
  if (number % 40 === 27) await new Promise((resolve) => setTimeout(resolve, 1_500))
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  const heard: Heard = { path: request.url ?? '', headers, body: Buffer.concat(parts).toString() }
  process.send?.(heard, () => response.writeHead(200).end('ok'))
})
server.listen(Number(process.argv[2]), '127.0.0.1', () => void process.send?.('listening'))
process.on('disconnect', () => process.exit(0))
