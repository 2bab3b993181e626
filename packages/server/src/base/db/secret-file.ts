import { randomBytes, randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { Refusal } from './refusal.ts'

/**
 * A random secret kept in a file that only its owner reads; made at first use.
 * @throws Refusal when it can neither be read nor made
 */
export async function ownSecret(path: string): Promise<string> {
  const kept = await readFile(path, 'utf8').catch(() => null)
  if (kept !== null) return secretOf(path, kept)
  const notMade = await make(path).catch((error: NodeJS.ErrnoException) => error)
  return readFile(path, 'utf8').then(
    (text) => secretOf(path, text),
    () => Promise.reject(refusal(path, notMade ?? null)),
  )
}

/** Whole or not at all, and of two processes that make it at once one wins: a name is given once, to a file that is written. */
async function make(path: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  try {
    await writeFile(draft, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return
      // A file system without second names.
      return rename(draft, path)
    })
  } finally {
    await rm(draft, { force: true })
  }
}

function secretOf(path: string, text: string): string {
  const secret = text.trim()
  if (secret !== '') return secret
  throw new Refusal(
    `${path} is empty.`,
    'Put back what it held. If there is nothing to lose in this installation yet, delete it: a new one is made.',
  )
}

function refusal(path: string, cause: NodeJS.ErrnoException | null): Refusal {
  if (cause?.code === 'ENOSPC') return new Refusal(`There is no room for ${path}.`, 'Make room on its disk.', { cause })
  return new Refusal(
    `${path} can neither be read nor made (${cause?.message ?? 'it vanished'}).`,
    'Let the data folder be written.',
    { cause },
  )
}
