import type { Reading } from '../../packages/server/src/platforms/platform.ts'

/** What no platform should send, and one will: what a reading of an ordinary reply becomes. */
export const oddReadings = {
  'a model with NUL and half a character': () => ({ model: 'gpt\0-\ud83d5' }),
  'fractions and astronomical numbers as usage': () => ({
    usage: { inputTokens: 1.5, outputTokens: 1e15, reasoningTokens: -1, searches: 99_999 },
  }),
  'a price that is none': () => ({ cost: { usd: Number.POSITIVE_INFINITY, basis: 'reported' } }),
  'a text with NUL, half characters and escapes': ({ text }) => ({
    text: `\0\ud83d\u001b[31m${text}\udc00`,
    citations: [],
  }),
  'titles and searches with NUL and half characters': ({ citations }) => ({
    citations: citations.map((citation) => ({ ...citation, title: 'a\0b\ud83dc' })),
    searches: ['best\0tool', '\udc00'],
  }),
  'an address with NUL': ({ citations }) => ({
    citations: citations.map((citation) => ({ ...citation, url: `${citation.url}/\0\ud83d`, rawUrl: '\0' })),
  }),
} satisfies Record<string, (reading: Reading) => Partial<Reading>>

export type Oddity = keyof typeof oddReadings
