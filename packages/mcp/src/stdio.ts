import { Transform } from 'node:stream'
import type { McpServer } from '@modelcontextprotocol/server'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { createServer } from './server.ts'
import type { Start } from './start.ts'

/** In bytes, of one message. */
const MESSAGE_LIMIT = 4_194_304
const NEWLINE = 0x0a
const INVALID_REQUEST = -32_600

/** Speaks on this process's own pipes, until the host closes them or is gone. */
export function serveProcessStdio(start: Start): void {
  const greet = (): McpServer => {
    // Behind the greeting, which the host waits for, and before the list, which it asks for next.
    setImmediate(() => void start.open())
    return createServer(start)
  }
  const onerror = (): void => start.log('A message was not understood.')
  const messages = limitLines(MESSAGE_LIMIT, () => void transport.send(tooLong).catch(onerror))
  const transport = new StdioServerTransport(process.stdin.pipe(messages))
  serveStdio(greet, { transport, onerror })
  // A call that is still under way must not keep a process alive that nobody listens to.
  process.stdin.once('end', () => process.exit(0)).once('close', () => process.exit(0))
}

/** Without an id, which stands in what was not read. */
const tooLong = {
  jsonrpc: '2.0',
  error: { code: INVALID_REQUEST, message: `A message may have ${MESSAGE_LIMIT} bytes. Send less at once.` },
} as const

/** The library closes the connection at a line that is too long. Here it is cut, told, and the next one is read. */
function limitLines(limit: number, onTooLong: () => void): Transform {
  let length = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let from = 0; from < chunk.length;) {
        const newline = chunk.indexOf(NEWLINE, from)
        const end = newline === -1 ? chunk.length : newline + 1
        const isBeyond = length > limit
        length += end - from
        if (length <= limit) this.push(chunk.subarray(from, end))
        else if (!isBeyond) {
          // Ends the part that has gone on already: half a message, which is left out as no JSON.
          this.push('\n')
          onTooLong()
        }
        if (newline !== -1) length = 0
        from = end
      }
      done()
    },
  })
}
