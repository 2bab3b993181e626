import type { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createServer } from './server.ts'
import type { Start } from './start.ts'

/** Speaks on this process's own pipes, until the host closes them or is gone. */
export function serveProcessStdio(start: Start): void {
  const greet = (): McpServer => {
    // Behind the greeting, which the host waits for, and before the list, which it asks for next.
    setImmediate(() => void start.open())
    return createServer(start)
  }
  serveStdio(greet, { onerror: () => start.log('A message was not understood.') })
  // A call that is still under way must not keep a process alive that nobody listens to.
  process.stdin.once('end', () => process.exit(0)).once('close', () => process.exit(0))
}
