import { randomUUID } from 'node:crypto'
import { open, readFile, rm, stat, utimes } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_EVERY_MS = 50
const SIGN_OF_LIFE_MS = 1_000
/** A holder gives a sign of life each second; one that is silent for this long is dead, whatever its number says. */
const SILENCE_MS = 10_000

/** A file that says who starts, and the present machine's tag (`machine-lock.ts`). */
export type StartingLock = { path: string; machine: string }

/**
 * Does something that only one process at a time may do. The lock of a holder that died is taken over: at once when no
 * process of this machine has its number, else after ten seconds (in a container every process may have the number 1).
 */
export async function alone<Result>(lock: StartingLock, work: () => Promise<Result>): Promise<Result> {
  const { path } = lock
  const token = `${process.pid} ${randomUUID()} ${lock.machine}`
  const isStale = staleness(lock)
  while (!(await take(path, token))) {
    if (await isStale()) await breakStale(path, isStale)
    await sleep(LOOK_EVERY_MS)
  }
  const signOfLife = setInterval(() => {
    const now = new Date()
    utimes(path, now, now).catch(() => {})
  }, SIGN_OF_LIFE_MS)
  try {
    return await work()
  } finally {
    clearInterval(signOfLife)
    if ((await contentOf(path)) === token) await rm(path, { force: true })
  }
}

async function take(path: string, token: string): Promise<boolean> {
  const handle = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return null
    throw error
  })
  if (!handle) return false
  try {
    await handle.writeFile(token)
    return true
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

/** A second lock around the removal: of two that see a stale lock, the slower one must not remove the faster one's new one. */
async function breakStale(path: string, isStale: () => Promise<boolean>): Promise<void> {
  const breaking = `${path}.breaking`
  if (await take(breaking, '')) {
    if (await isStale()) await rm(path, { force: true })
    await rm(breaking, { force: true })
  } else if (await isSilent(breaking)) await rm(breaking, { force: true })
}

/** Of another machine neither the process numbers nor the time mean anything: it is silent when its signs stop to come. */
function staleness({ path, machine }: StartingLock): () => Promise<boolean> {
  let sign = ''
  let sinceMs = 0
  return async () => {
    const [pid, id, tag] = (await contentOf(path)).split(' ')
    if (!tag?.startsWith('machine:') || tag === machine)
      return (Number(pid) > 0 && !isAlive(Number(pid))) || isSilent(path)
    const seen = `${id} ${await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    )}`
    if (seen !== sign) sinceMs = performance.now()
    sign = seen
    return performance.now() - sinceMs > SILENCE_MS
  }
}

async function isSilent(path: string): Promise<boolean> {
  const facts = await stat(path).catch(() => null)
  return facts !== null && Date.now() - facts.mtimeMs > SILENCE_MS
}

const contentOf = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '')

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
