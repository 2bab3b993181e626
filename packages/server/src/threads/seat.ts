import { Worker } from 'node:worker_threads'
import { Interrupted } from '../base/interruption.ts'
import type { Call, Reply } from './serve.ts'
import { WHOLE_CALL, type UnreadReason } from './task.ts'

export type Limits = {
  /** Processor time that one text may take, in milliseconds. */
  textMs: number
  /** What a thread may hold while it reads one text, in bytes. */
  bytes: number
}

/** How a call ended: with its result, or because the thread had to be ended at an item (or at `WHOLE_CALL`). */
export type Ended = { over: null; value: unknown } | { over: UnreadReason; at: number }

/** One thread, which does one call at a time. */
export type Seat = {
  /** `opening`: it takes its first call soon. */
  state(): 'opening' | 'free' | 'busy'
  do(call: Call): Promise<Ended>
  /** Resolves when the thread has ended; a call that it does fails. */
  end(): Promise<void>
}

/** What is about all texts of a call, as compiling a thousand names, has the time of ten. */
const ALL_FACTOR = 10
/** A thread that gets no processor is waited for, but not for ever. */
const WALL_FACTOR = 10
/** Of V8's own limit to ours. Its own ends the whole process as often as not, so it must never be reached. */
const HEAP_FACTOR = 4

type Doing = {
  settle: (ended: Ended) => void
  fail: (error: Error) => void
  /** The item that was seen at the last look, since when, and the processor time the thread had used by the first slow look. */
  at: number
  sinceMs: number
  cpuFromMs: number | null
  isAsking: boolean
}

type SeatEvents = {
  /** It can take a call. */
  onFree(): void
  /** It never will again; the error is that of a thread that could not even begin. */
  onGone(error: Error | null): void
}

export function openSeat(entry: URL, limits: Limits, { onFree, onGone }: SeatEvents): Seat {
  const progress = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(entry, {
    name: 'sightline texts',
    workerData: { progress: progress.buffer },
    // What reads strangers' texts need not know the process's secrets.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil((limits.bytes * HEAP_FACTOR) / 2 ** 20) },
  })
  let isReady = false
  let isGone = false
  let doing: Doing | null = null
  const lookMs = Math.min(100, Math.max(5, limits.textMs / 4))
  const looking = setInterval(() => doing && look(doing), lookMs).unref()

  /** The call is over, however it ended. */
  const release = (): Doing | null => {
    const ended = doing
    doing = null
    return ended
  }
  const leave = (error: Error | null = null): void => {
    if (isGone) return
    isGone = true
    clearInterval(looking)
    onGone(error)
  }

  worker.on('message', (reply: Reply) => {
    if (reply === null) isReady = true
    else if (reply.error === null) release()?.settle({ over: null, value: reply.value })
    else release()?.fail(new Error(reply.error))
    if (isGone) return
    // What is idle keeps no process from ending.
    if (doing === null) worker.unref()
    onFree()
  })
  worker.on('error', (error: NodeJS.ErrnoException) => {
    const why = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too_large' : 'failed'
    const ended = release()
    leave(isReady ? null : error)
    ended?.settle({ over: why, at: Atomics.load(progress, 0) })
  })
  worker.on('exit', () => {
    const ended = release()
    const isToEnd = isGone
    leave()
    // A text can do that too, should it find a fault of V8.
    if (isToEnd) ended?.fail(new Interrupted('The thread that reads texts was ended.'))
    else ended?.settle({ over: 'failed', at: Atomics.load(progress, 0) })
  })

  /** Ends the thread because of the item it is at. */
  function cut(at: number, over: UnreadReason): void {
    const ended = release()
    leave()
    void worker.terminate()
    ended?.settle({ over, at })
  }

  /** The thread is asked only where it is slow: an ordinary text is read between two looks. */
  function look(seen: Doing): void {
    const at = Atomics.load(progress, 0)
    const nowMs = performance.now()
    if (at !== seen.at) return void Object.assign(seen, { at, sinceMs: nowMs, cpuFromMs: null })
    const allowedMs = limits.textMs * (at === WHOLE_CALL ? ALL_FACTOR : 1)
    if (nowMs - seen.sinceMs > allowedMs * WALL_FACTOR) return cut(at, 'too_slow')
    // It may end meanwhile, and says so itself.
    if (!seen.isAsking) void ask(seen, at, allowedMs).catch(() => {})
  }

  async function ask(seen: Doing, at: number, allowedMs: number): Promise<void> {
    seen.isAsking = true
    const [{ user, system }, { used_heap_size: usedBytes }] = await Promise.all([
      worker.cpuUsage(),
      worker.getHeapStatistics(),
    ])
    seen.isAsking = false
    // It went on to the next text while it was asked.
    if (doing !== seen || Atomics.load(progress, 0) !== at || seen.at !== at) return
    const cpuMs = (user + system) / 1_000
    seen.cpuFromMs ??= cpuMs
    if (cpuMs - seen.cpuFromMs >= allowedMs) cut(at, 'too_slow')
    else if (usedBytes > limits.bytes) cut(at, 'too_large')
  }

  return {
    state: () => (doing ? 'busy' : isReady ? 'free' : 'opening'),
    do: (call) =>
      new Promise((settle, fail) => {
        doing = { settle, fail, at: Number.NaN, sinceMs: performance.now(), cpuFromMs: null, isAsking: false }
        worker.ref()
        worker.postMessage(call)
      }),
    end: async () => {
      leave()
      await worker.terminate()
    },
  }
}
