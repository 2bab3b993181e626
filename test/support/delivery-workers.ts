import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Limits } from '../../packages/server/src/base/outbound/exchange.ts'

const MODULE = fileURLToPath(new URL('./delivery-worker.ts', import.meta.url))

export type WorkerRole = { url: string; limits: Partial<Limits> }

/** The product's worker as a process of its own. */
export type DeliveryWorker = {
  child: ChildProcess
  /** `kill -9`: resolves when the process is gone. */
  kill(): Promise<void>
  /** As an operator stops it. */
  stop(): Promise<void>
  /** It does not run on, and does not know it. */
  freeze(): void
  thaw(): void
}

/** @param url of the database. @returns it when it takes jobs */
export async function startDeliveryWorker(url: string, limits: Partial<Limits> = {}): Promise<DeliveryWorker> {
  const role: WorkerRole = { url, limits }
  const child = fork(MODULE, [JSON.stringify(role)], { execArgv: ['--conditions=@sightline/source'] })
  const ended = once(child, 'close').then(([code]) =>
    Promise.reject(new Error(`a worker ended with ${code} at its start`)),
  )
  await Promise.race([once(child, 'message'), ended])
  ended.catch(() => {})
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const closed = once(child, 'close')
    child.kill(signal)
    await closed
  }
  return {
    child,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  }
}
