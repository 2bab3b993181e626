import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../../test/support/postgres-server.ts'

export type Heard = { path: string; headers: Record<string, string>; body: string }

/** A receiver of webhooks in a process of its own, which can die. */
export type MortalReceiver = {
  origin: string
  /** Whatever was answered with 200. */
  heard: Heard[]
  kill(): Promise<void>
  /** In the same place. */
  comeBack(): Promise<void>
}

const MODULE = new URL('../soak-receiver.ts', import.meta.url)

export async function openMortalReceiver(): Promise<MortalReceiver> {
  const port = await freePort()
  const heard: Heard[] = []
  let child: ChildProcess | null = null
  const comeBack = async (): Promise<void> => {
    if (child) return
    const started = fork(MODULE, [String(port)], { execArgv: ['--conditions=@sightline/source'] })
    child = started
    // It may be killed again before it listens.
    await Promise.race([once(started, 'message'), once(started, 'close')])
    // It sends nothing else from now on.
    started.on('message', (message) => heard.push(message as Heard))
  }
  await comeBack()
  return {
    origin: `http://127.0.0.1:${port}`,
    heard,
    comeBack,
    kill: async () => {
      const dying = child
      if (!dying) return
      child = null
      // Closed, not ended: then everything it said before has been read.
      const closed = once(dying, 'close')
      dying.kill('SIGKILL')
      await closed
    },
  }
}
