import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ended } from './command-line.ts'

/** What the tests of a file were told, to be held against the page. */
export const told: string[] = []

/** What is told must be a sentence for people: no stack, no code of Node's alone. */
export function assertRefused({ code, out, err }: Ended, says: RegExp, remedy: RegExp): void {
  assert.equal(code, 1, err)
  assert.equal(out, '')
  assert.match(err, says)
  assert.match(err, remedy)
  assert.doesNotMatch(err, /^ +at /m)
  told.push(err)
}

/** Content of each file below a folder; of a folder its presence. */
export async function filesOf(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const content = entry.isFile() ? await readFile(path) : ''
      return [path, createHash('sha256').update(content).digest('hex')] as const
    }),
  )
  return new Map(found)
}
