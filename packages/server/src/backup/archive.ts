import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'

/** One file of an archive. */
export type Entry = { name: string; content: Buffer }

const BLOCK = 512
/** Of one entry: what is read is held whole, so a file that says more is none of ours. */
const LARGEST_ENTRY = 64 * 1_024 * 1_024

/**
 * Writes a tar compressed by zstd, which `tar --zstd -xf` reads too: whole under its name, or not at all.
 * @param fill adds the entries; each waits until there is room
 */
export async function writeArchive(
  path: string,
  fill: (add: (entry: Entry) => Promise<void>) => Promise<void>,
): Promise<void> {
  const partial = `${path}.partial`
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  // Only its owner reads it: whatever the tenants keep is in it.
  const written = pipeline(compress, createWriteStream(partial, { mode: 0o600 }))
  const push = async (bytes: Buffer): Promise<void> => {
    if (!compress.write(bytes)) await Promise.race([once(compress, 'drain'), written])
  }
  try {
    await Promise.race([
      fill(async ({ name, content }) => {
        await push(headOf(name, content.length))
        await push(content)
        await push(Buffer.alloc(paddingOf(content.length)))
      }),
      // Where nothing can be written, nothing need be read.
      written.then(() => Promise.reject(new Error('The file ended early.'))),
    ])
    compress.end(Buffer.alloc(2 * BLOCK))
    await written
    await rename(partial, path)
  } catch (error) {
    compress.destroy()
    await written.catch(() => {})
    await rm(partial, { force: true })
    throw error
  }
}

/** @throws when it is no such archive, was cut off or changed */
export async function* readArchive(path: string): AsyncGenerator<Entry> {
  const file = createReadStream(path)
  const plain = createZstdDecompress()
  const piped = pipeline(file, plain)
  piped.catch(() => {})
  let held: Buffer = Buffer.alloc(0)
  let next: { name: string; size: number } | null = null
  try {
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      for (;;) {
        next ??= held.length >= BLOCK ? readHead(held) : null
        if (!next) break
        const end = BLOCK + next.size + paddingOf(next.size)
        if (next.name === '' || held.length < end) break
        yield { name: next.name, content: held.subarray(BLOCK, BLOCK + next.size) }
        held = held.subarray(end)
        next = null
      }
      if (next?.name === '') next = null
    }
    await piped
  } finally {
    file.destroy()
    plain.destroy()
  }
}

const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK

/** POSIX.1-1988 `ustar`. */
function headOf(name: string, size: number): Buffer {
  const head = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, length: number): void =>
    void head.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1')
  head.write(name, 0, 100, 'utf8')
  octal(0o600, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(size, 124, 12)
  octal(0, 136, 12)
  head.write('        ', 148, 'latin1')
  head.write('0', 156, 'latin1')
  head.write('ustar\u000000', 257, 'latin1')
  octal(sumOf(head), 148, 7)
  return head
}

/** An empty name is the end of the archive. */
function readHead(held: Buffer): { name: string; size: number } {
  const head = held.subarray(0, BLOCK)
  if (head.every((byte) => byte === 0)) return { name: '', size: 0 }
  const stated = Number.parseInt(head.toString('latin1', 148, 156), 8)
  const sum = sumOf(Buffer.concat([head.subarray(0, 148), Buffer.from('        '), head.subarray(156)]))
  const size = Number.parseInt(head.toString('latin1', 124, 136), 8)
  if (stated !== sum || !(size <= LARGEST_ENTRY)) throw new Error('This is no backup of Sightline, or it was changed.')
  return { name: head.toString('utf8', 0, head.indexOf(0)), size }
}

const sumOf = (head: Buffer): number => head.reduce((total, byte) => total + byte, 0)
