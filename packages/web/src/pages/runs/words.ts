import type { EntryOf } from '../../api/contract.ts'
import type { BadgeTone } from '../../design/Badge.tsx'
import { usd } from '../../format/numbers.ts'

export type Run = EntryOf<'listRuns'>

export const runWords: Record<Run['status'], string> = {
  planned: 'waiting',
  running: 'under way',
  completed: 'ended',
  cancelled: 'stopped',
}

export const runTones: Record<Run['status'], BadgeTone> = {
  planned: 'plain',
  running: 'accent',
  completed: 'good',
  cancelled: 'plain',
}

export const isOpen = ({ status }: Run): boolean => status === 'planned' || status === 'running'

/** Milliseconds between two looks at a run that is under way. */
export const LOOK_MS = 2_000

/** What a run cost at the platforms, as far as it is known. */
export function costText({ cost: { usd: dollars, answersWithoutCost }, stored }: Run): string {
  if (stored === 0) return '–'
  if (answersWithoutCost >= stored) return 'not known'
  const dollarsText = usd(dollars)
  return answersWithoutCost > 0 ? `${dollarsText} for ${stored - answersWithoutCost} of ${stored} answers` : dollarsText
}

/** `52 s`, `3 min`, `2 h 5 min`. */
export function spanOf({ startedAt, finishedAt }: Run, nowMs: number): string {
  if (startedAt === null) return '–'
  const seconds = Math.max(
    0,
    Math.round(((finishedAt === null ? nowMs : Date.parse(finishedAt)) - Date.parse(startedAt)) / 1_000),
  )
  if (seconds < 90) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** How often each prompt may be asked in one run. */
export const repeatChoices = Array.from({ length: 10 }, (_, index) => ({
  value: String(index + 1),
  label: index === 0 ? 'Once' : `${index + 1} times`,
}))

/** Reads that a run's start, progress or end changes. */
export const runReads = ['listRuns', 'getRun', 'getUsage'] as const
