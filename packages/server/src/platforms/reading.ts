import type { Finish, Outcome, Reading } from './platform.ts'

/** A reading of nothing; an adapter states only what differs. */
export function emptyReading(overrides: Partial<Reading> = {}): Reading {
  return {
    outcome: 'empty',
    finish: 'empty',
    text: '',
    citations: [],
    listed: [],
    searches: null,
    searched: false,
    model: null,
    usage: { inputTokens: null, outputTokens: null, reasoningTokens: null, searches: null },
    cost: { usd: null, basis: null },
    location: null,
    unknownItems: 0,
    errorCode: null,
    ...overrides,
  }
}

/** A collection failure; `errorCode` is one of our own stable codes. */
export const failedReading = (errorCode: string, overrides: Partial<Reading> = {}): Reading =>
  emptyReading({ outcome: 'failed', finish: 'error', errorCode, ...overrides })

/** What an end means for counting (N5, N22): a whole or cut answer without any text is `empty`. */
export function settle(finish: Finish, text: string): { outcome: Outcome; finish: Finish } {
  switch (finish) {
    case 'complete':
    case 'length':
    case 'empty':
      return text === '' ? { outcome: 'empty', finish: 'empty' } : { outcome: 'ok', finish }
    case 'refusal':
    case 'content_filter':
      return { outcome: 'refused', finish }
    case 'no_ai_answer':
      return { outcome: 'not_triggered', finish }
    case 'error':
      return { outcome: 'failed', finish }
  }
}
