import { parentPort, workerData } from 'node:worker_threads'
import { WHOLE_CALL, type Turn } from './task.ts'

export type AnyTask = (shared: never, items: never, turn: Turn) => unknown

/** What a thread is sent. */
export type Call = { task: string; shared: unknown; items: readonly unknown[] }
/** What it answers; `null`: it is ready for its first call. */
export type Reply = null | { value: unknown; error: null } | { value: null; error: string }

/** The thread's half: does the calls that come, one after another. */
export function serveTasks(tasks: Readonly<Record<string, AnyTask>>): void {
  // Made by `threads.ts`, the only one who starts this.
  const progress = new Int32Array((workerData as { progress: SharedArrayBuffer }).progress)
  const begin = (at: number): void => void Atomics.store(progress, 0, at)
  const reply = (said: Reply): void => parentPort?.postMessage(said)
  parentPort?.on('message', ({ task, shared, items }: Call) => {
    begin(WHOLE_CALL)
    try {
      // The types of both halves are those of the same tasks (`threads.ts`); a message cannot say so.
      const work = tasks[task] as ((shared: unknown, items: unknown, turn: Turn) => unknown) | undefined
      if (!work) throw new Error(`There is no task ${task}.`)
      reply({ value: work(shared, items, { begin }), error: null })
    } catch (error) {
      reply({ value: null, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
  })
  reply(null)
}
