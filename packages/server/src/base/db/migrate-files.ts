import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

export const MIGRATIONS = join(import.meta.dirname, 'migrations')

export type MigrationFile = { name: string; text: string; checksum: string }

/** In the order in which they are applied. */
export async function migrationFiles(folder: string = MIGRATIONS): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}
