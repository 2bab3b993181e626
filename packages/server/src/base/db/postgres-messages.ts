import { open } from 'node:fs/promises'
import { DatabaseError } from 'pg'
import { Refusal } from './refusal.ts'

/** What PostgreSQL said is wrong, as short as it can be. */
const SHOWN_BYTES = 300
/** data_corrupted, index_corrupted, undefined_file, duplicate_file and io_error. */
const DAMAGED = /^(XX001|XX002|58P01|58P02|58030)$/

/**
 * What it means that PostgreSQL did not make, start or open the database of a data folder.
 * @param words what it wrote, its log or its error
 * @param dir where its files are
 */
export function explainPostgres(words: string, dir: string, cause?: unknown): Refusal {
  const said = shortly(words)
  const told = `PostgreSQL says: ${said || 'nothing'}`
  const refusal = (says: string, remedy: string): Refusal => new Refusal(`${says} ${told}`, remedy, { cause })
  if (/No space left on device|ENOSPC|Disk quota exceeded/i.test(words))
    return refusal(`There is no room on the disk of ${dir}.`, 'Make room there and start again; nothing is lost.')
  if (/Read-only file system/i.test(words))
    return refusal(`${dir} lies on a read-only file system.`, 'Mount it writable and start again; nothing is lost.')
  if (/shared memory|Cannot allocate memory|could not map anonymous|semaphore/i.test(words))
    return refusal('The embedded PostgreSQL has not enough memory.', 'Free some, or raise its limit, and start again.')
  if (/wrong ownership|Permission denied|invalid permissions/i.test(words))
    return refusal(
      `The embedded PostgreSQL may not use ${dir}.`,
      'Give the folder, and all that is in it, back to the user that made it.',
    )
  if (/incompatible with server|initialized by PostgreSQL version/i.test(words))
    return refusal(
      `The database in ${dir} was made by another version of PostgreSQL.`,
      'Start it with the version of Sightline that made it and run "sightline backup FILE"; restore that with this one.',
    )
  return refusal(`The database in ${dir} cannot be opened.`, restoring(dir))
}

/** A database whose files are damaged says so only once they are read. @returns null where an error means something else */
export function explainDamage(error: unknown, dir: string): Refusal | null {
  if (!(error instanceof DatabaseError)) return null
  const words = [error.message, error.detail].filter(Boolean).join(' ')
  const isDamaged = DAMAGED.test(error.code ?? '') || /database subdirectory|is not a valid data directory/.test(words)
  return isDamaged || error.code === '53100' ? explainPostgres(words, dir, error) : null
}

export const restoring = (dir: string): string =>
  `Look into ${dir}/postgres.log. If its files are damaged, move ${dir} aside without deleting anything, and run "sightline restore FILE" with your last backup.`

/** The lines that name a fault, without their time and process; all of them where none does. */
function shortly(words: string): string {
  const lines = words
    .split('\n')
    .map((line) => line.replace(/^\d{4}-\d\d-\d\d [\d:.]+ \S+ \[\d+\] /, '').trim())
    .filter((line) => line !== '')
  const faults = lines.filter((line) => /^(\w+: )?(FATAL|PANIC|ERROR|error):/.test(line))
  const shown = [...new Set(faults.length > 0 ? faults.slice(0, 2) : lines.slice(-2))].join(' ')
  return shown.length > SHOWN_BYTES ? `${shown.slice(0, SHOWN_BYTES)} …` : shown
}

/** What was appended to a log since it had so many bytes. */
export async function appendedTo(path: string, since: number): Promise<string> {
  const file = await open(path).catch(() => null)
  if (!file) return ''
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read({
      buffer: Buffer.alloc(Math.min(65_536, size)),
      position: Math.max(since, size - 65_536),
    })
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}
