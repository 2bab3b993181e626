import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { House } from './house.ts'
import { createServer } from './server.ts'

/** Speaks on this process's own pipes, until the host closes them or is gone. */
export function serveProcessStdio(house: House): void {
  serveStdio(() => createServer(house), { onerror: () => house.log('A message was not understood.') })
  // A call that is still under way must not keep a process alive that nobody listens to.
  process.stdin.once('end', () => process.exit(0)).once('close', () => process.exit(0))
}
