import { statfs } from 'node:fs/promises'
import type { Log } from './log.ts'

/** Of the file system that a folder lies on, for a user without privileges; in bytes. */
export type Space = { freeBytes: number; totalBytes: number }
export type ReadSpace = (path: string) => Promise<Space>
export type SpaceLevel = 'enough' | 'low' | 'exhausted'

/** Shares of the disk, as issue and docs name them: below the first somebody is warned, below the second nothing is written. */
export const LOW_SHARE = 0.05
export const EXHAUSTED_SHARE = 0.01
const LOOK_EVERY_MS = 2_000

/** As `df` counts: what is kept for root is nobody's. */
export const readSpace: ReadSpace = async (path) => {
  const { bavail, bfree, blocks, bsize } = await statfs(path)
  return { freeBytes: bavail * bsize, totalBytes: (blocks - bfree + bavail) * bsize }
}

export function levelOf({ freeBytes, totalBytes }: Space): SpaceLevel {
  if (freeBytes < totalBytes * EXHAUSTED_SHARE) return 'exhausted'
  return freeBytes < totalBytes * LOW_SHARE ? 'low' : 'enough'
}

/** `1.9 GiB free, 0.8 %`. */
export const saySpace = ({ freeBytes, totalBytes }: Space): string =>
  `${sayBytes(freeBytes)} free, ${(totalBytes > 0 ? (100 * freeBytes) / totalBytes : 0).toFixed(1)} %`

const sayBytes = (bytes: number): string =>
  bytes < 1_073_741_824 ? `${Math.floor(bytes / 1_048_576)} MiB` : `${(bytes / 1_073_741_824).toFixed(1)} GiB`

export type SpaceWatch = {
  level(): SpaceLevel
  /** As it was seen last. */
  space(): Space
  /** Calls when the level is another than before. */
  onChange(listener: () => void): void
  close(): void
}

export type SpaceWatchOptions = { path: string; log: Log; read?: ReadSpace; everyMs?: number }

/**
 * Watches the disk that the embedded database lies on, and tells the log when it fills and when there is room again. What
 * cannot be looked at for once is as it was.
 */
export async function watchSpace({
  path,
  log,
  read = readSpace,
  everyMs = LOOK_EVERY_MS,
}: SpaceWatchOptions): Promise<SpaceWatch> {
  const listeners: (() => void)[] = []
  let space: Space = { freeBytes: 0, totalBytes: 0 }
  let level: SpaceLevel = 'enough'
  let isLooking = false
  await look()
  const timer = setInterval(() => void look(), everyMs)
  timer.unref()
  return {
    level: () => level,
    space: () => space,
    onChange: (listener) => void listeners.push(listener),
    close: () => clearInterval(timer),
  }

  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    try {
      space = await read(path)
      const before = level
      level = levelOf(space)
      if (level === before) return
      tell()
      for (const listener of listeners) listener()
    } catch {
      // The folder may be moved or its mount hang: the database itself will tell.
    } finally {
      isLooking = false
    }
  }

  function tell(): void {
    const facts = { path, ...space, says: SAYS[level] }
    if (level === 'enough') log.info(EVENTS.enough, facts)
    else log.error(EVENTS[level], facts)
  }
}

const EVENTS = { enough: 'disk.enough', low: 'disk.low', exhausted: 'disk.exhausted' }
const SAYS: Record<SpaceLevel, string> = {
  enough: 'There is room again; all goes on by itself.',
  low: 'Less than 5 % of the disk is free. Below 1 % nothing is written any more: make room.',
  exhausted:
    'Less than 1 % of the disk is free: calls that write are refused with 507 and workers pause. Make room; all goes on by itself.',
}
