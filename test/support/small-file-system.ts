import { execFile } from 'node:child_process'
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * A file system of its own, in memory, for a test.
 * @param size as mount takes it (`300m`)
 * @returns where it is mounted; null where this user cannot mount, and the test is skipped
 */
export async function smallFileSystem(t: TestContext, size: string, mode: 'rw' | 'ro' = 'rw'): Promise<string | null> {
  const place = await mkdtemp(join(tmpdir(), 'sightline-small-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0755,${mode}`, 'tmpfs', place])
  } catch (error) {
    await rm(place, { recursive: true, force: true })
    t.skip(`a small file system cannot be mounted here, which needs root: ${String(error)}`)
    return null
  }
  t.after(async () => {
    await run('umount', ['-l', place])
    await rm(place, { recursive: true, force: true })
  })
  return place
}

/**
 * Takes the room of a file system away.
 * @param leftBytes that stay free
 * @returns the file that has it
 */
export async function fill(place: string, leftBytes = 0): Promise<string> {
  const { bavail, bsize } = await statfs(place)
  const path = join(place, 'ballast')
  // Of a full file system the last bytes may not be had.
  await writeFile(path, Buffer.alloc(Math.max(0, bavail * bsize - leftBytes))).catch(() => {})
  return path
}
