import type { Cell } from './cells.ts'

/**
 * Whose names the answers bring up. `score`: whole points that sum to 100, or 0 for all when nobody is named.
 * `named`: answers naming it, among them those that name it only to say nothing is known of it.
 */
export type ShareOfVoice = {
  /** `all`: the discovered, untracked names stand beside the tracked ones as one `other` entry. */
  basis: 'tracked' | 'all'
  /** Valid answers looked at. */
  answers: number
  /** Most named first, then by id; `other` last. */
  entries: ShareEntry[]
}

export type ShareEntry =
  | { kind: 'entity'; entityId: string; named: number; score: number }
  | { kind: 'other'; named: number; score: number }

/** `discovered`: sum over the untracked names of the answers naming each; without it the basis is `tracked`. */
export const shareOfVoice = (
  cells: readonly Cell[],
  entityIds: readonly string[],
  { discovered }: { discovered?: number } = {},
): ShareOfVoice => {
  const counts = Array.from(new Set(entityIds))
    .map((entityId) => ({ kind: 'entity' as const, entityId, named: namedIn(cells, entityId) }))
    .toSorted((a, b) => b.named - a.named || (a.entityId < b.entityId ? -1 : 1))
  const all = discovered === undefined ? counts : [...counts, { kind: 'other' as const, named: discovered }]
  const shares = wholeShares(all.map(({ named }) => named))
  return {
    basis: discovered === undefined ? 'tracked' : 'all',
    answers: cells.reduce((sum, cell) => sum + cell.outcomes.ok, 0),
    entries: all.map((entry, index) => ({ ...entry, score: shares[index]! })),
  }
}

/**
 * Counts as whole hundredths of their sum by largest remainder; equal remainders go to the earlier count, as sorting
 * is stable. All 0 when the sum is 0. In integers throughout: remainders are equal exactly when they are.
 */
export const wholeShares = (counts: readonly number[]): number[] => {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return counts.map(() => 0)
  const shares = counts.map((count) => Math.floor((100 * count) / total))
  const missing = 100 - shares.reduce((sum, share) => sum + share, 0)
  const byRemainder = counts
    .map((count, index) => ({ index, remainder: (100 * count) % total }))
    .toSorted((a, b) => b.remainder - a.remainder)
  for (const { index } of byRemainder.slice(0, missing)) shares[index]! += 1
  return shares
}

const namedIn = (cells: readonly Cell[], entityId: string): number =>
  cells.reduce((sum, cell) => sum + (cell.entities[entityId]?.named ?? 0), 0)
