import type { CallOptions } from '@sightline/sdk'

/** What is left of the month's calls, as the last answer of the API told it; null: none did yet. */
export type Month = { left: { limit: number; remaining: number; resetsAt: string } | null }

/** Reads it from any answer, also from one that cost nothing or was an error. */
export const noteMonth =
  (month: Month): NonNullable<CallOptions['onAnswer']> =>
  ({ headers }) => {
    const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`))
    if (!headers.get('ratelimit')?.includes('"month"') || !limit || !remaining || !reset) return
    month.left = {
      limit: Number(limit),
      remaining: Number(remaining),
      resetsAt: new Date(Number(reset) * 1_000).toISOString(),
    }
  }
