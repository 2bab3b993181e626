import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ServerRole, ServerUsage } from '../score-server.ts'

/** A server in a process of its own, so that its processor time can be told apart. */
export type ServerProcess = { pid: number; port: number; cpuMicros(): Promise<number>; close(): Promise<void> }

export async function startServer(role: ServerRole): Promise<ServerProcess> {
  const child = fork(join(import.meta.dirname, '../score-server.ts'), [JSON.stringify(role)], {
    execArgv: ['--conditions=@sightline/source', ...(process.env['SERVER_FLAGS']?.split(' ') ?? [])],
  })
  const { port } = await answer<{ port: number }>(child)
  return {
    pid: child.pid ?? 0,
    port,
    cpuMicros: async () => {
      child.send('usage')
      return (await answer<ServerUsage>(child)).cpuMicros
    },
    close: async () => {
      const closed = once(child, 'exit')
      child.disconnect()
      await closed
    },
  }
}

function answer<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const onExit = (): void => reject(new Error('A server of the bench ended before it answered.'))
    child.once('exit', onExit)
    child.once('message', (message) => {
      child.off('exit', onExit)
      // bench/score-server.ts sends nothing else.
      resolve(message as Message)
    })
  })
}
