import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'

/**
 * A random secret kept in a file that only its owner reads; made at first use.
 * @throws when it can neither be read nor made
 */
export async function ownSecret(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch {
    const secret = randomBytes(24).toString('hex')
    // wx: of two processes that make it at once, one wins and the other reads.
    const notMade = await writeFile(path, `${secret}\n`, { mode: 0o600, flag: 'wx' }).catch((error: Error) => error)
    return readFile(path, 'utf8').then(
      (text) => text.trim(),
      () => Promise.reject(new Error(`${path} can neither be read nor made (${notMade?.message ?? 'it vanished'}).`)),
    )
  }
}
