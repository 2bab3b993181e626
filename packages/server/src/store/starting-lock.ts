import { randomUUID } from 'node:crypto'
import { open, readFile, rm, stat, utimes } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_EVERY_MS = 50
const SIGN_OF_LIFE_MS = 1_000
/** A holder gives a sign of life each second; one that is silent for this long is dead, whatever its number says. */
const SILENCE_MS = 10_000

/**
 * Does something that only one process at a time may do. The lock of a holder that died is taken over: at once when no
 * process has its number, else after ten seconds (in a container every process may have the number 1).
 */
export async function alone<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const token = `${process.pid} ${randomUUID()}`
  while (!(await take(path, token))) {
    if (await isStale(path)) await breakStale(path)
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
  await handle?.writeFile(token)
  await handle?.close()
  return handle !== null
}

/** A second lock around the removal: of two that see a stale lock, the slower one must not remove the faster one's new one. */
async function breakStale(path: string): Promise<void> {
  const breaking = `${path}.breaking`
  if (await take(breaking, '')) {
    if (await isStale(path)) await rm(path, { force: true })
    await rm(breaking, { force: true })
  } else if (await isSilent(breaking)) await rm(breaking, { force: true })
}

async function isStale(path: string): Promise<boolean> {
  const holder = Number((await contentOf(path)).split(' ')[0])
  return (holder > 0 && !isAlive(holder)) || isSilent(path)
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
