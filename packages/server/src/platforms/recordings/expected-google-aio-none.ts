import type { Expected } from './expected.test-support.ts'

/** Searches among the recordings of `google-aio` that end without an overview, written from reading the files. */

const plan = { usd: null, basis: 'plan' } as const
const billed = (usd: number) => ({ usd, basis: 'reported' }) as const
const none = { citations: [], listed: [], text: { full: '' }, searched: false } as const

export const expectedWithoutOverview: Expected[] = [
  {
    file: 'serpapi-no-ai-overview',
    ...none,
    outcome: 'not_triggered',
    finish: 'no_ai_answer',
    cost: plan,
    errorCode: null,
    failure: null,
    tries: 1,
  },
  {
    file: 'serpapi-ai-overview-error',
    ...none,
    outcome: 'not_triggered',
    finish: 'no_ai_answer',
    failure: { kind: 'once', code: 'overview_failed' },
    tries: 2,
  },
  {
    file: 'serpapi-followup-fully-empty',
    ...none,
    outcome: 'empty',
    finish: 'empty',
    failure: { kind: 'once', code: 'empty_reply' },
    tries: 2,
  },
  {
    // The token is spent, so the whole search is made again; the replay answers that with the empty page as well.
    file: 'serpapi-deferred-1-page-token',
    // oxlint-disable-next-line unicorn/no-thenable -- a list of files, never awaited
    then: ['serpapi-followup-fully-empty'],
    ...none,
    outcome: 'empty',
    finish: 'empty',
    failure: { kind: 'once', code: 'empty_reply' },
    tries: 3,
  },
  ...(['missing-query', 'missing-page-token', 'unknown-engine'] as const).map((name): Expected => ({
    file: `serpapi-error-400-${name}`,
    ...none,
    outcome: 'failed',
    finish: 'error',
    errorCode: 'bad_request',
    failure: { kind: 'never', code: 'bad_request' },
    tries: 1,
  })),
  {
    file: 'serpapi-error-401-invalid-key',
    ...none,
    outcome: 'failed',
    errorCode: 'invalid_key',
    failure: { kind: 'stop', code: 'invalid_key' },
    tries: 1,
  },
  {
    file: 'serpapi-error-429-out-of-searches',
    ...none,
    outcome: 'failed',
    errorCode: 'out_of_credit',
    failure: { kind: 'stop', code: 'out_of_credit' },
    tries: 1,
  },
  {
    file: 'dataforseo-no-ai-overview',
    ...none,
    outcome: 'not_triggered',
    finish: 'no_ai_answer',
    cost: billed(0.002),
    location: 'United States',
    failure: null,
    request: {
      question: { text: 'facebook login', locale: { country: 'US', language: 'en' } },
      same: ['method', 'path', 'body', 'headers.authorization'],
    },
  },
  {
    file: 'dataforseo-async-not-loaded',
    ...none,
    outcome: 'empty',
    finish: 'empty',
    cost: billed(0.002),
    failure: { kind: 'once', code: 'empty_reply' },
    tries: 2,
    request: {
      // Nothing is said about place and language, which are compulsory there.
      question: { text: 'best crm', locale: { country: null, language: null } },
      same: ['body'],
    },
  },
]
