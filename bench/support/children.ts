import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** A process of the bench that answers each message with one. */
export type Child = {
  pid: number
  /** What it said when it was ready. */
  ready: unknown
  ask(message: unknown): Promise<unknown>
  close(): Promise<void>
}

export async function startChild(module: URL, role: unknown): Promise<Child> {
  const child = fork(module, [JSON.stringify(role)], { execArgv: ['--conditions=@sightline/source'] })
  return {
    pid: child.pid ?? 0,
    ready: await answer(child),
    ask: (message) => {
      const answered = answer(child)
      child.send(message as string)
      return answered
    },
    close: async () => {
      const closed = once(child, 'exit')
      child.disconnect()
      await closed
    },
  }
}

function answer(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = (): void => reject(new Error('A process of the bench ended before it answered.'))
    child.once('exit', onExit)
    child.once('message', (message) => {
      child.off('exit', onExit)
      resolve(message)
    })
  })
}
