import type { Expected } from './expected.test-support.ts'

const unasked = { same: ['method', 'path'] }

/** Other shapes and failures of openai/: Chat Completions, batches, errors. */
export const expectedOpenaiEnds: Expected[] = [
  {
    file: 'chat-search-preview-citations',
    outcome: 'ok',
    text: {
      full: 'As of August 19, 2026, the latest stable version of Ruby is 3.4.7, released on October 7, 2025. Ruby 3.4 is currently in its normal maintenance phase, which typically lasts about two years. The next stable version, Ruby 4.0, was released on December 25, 2025, and is also in its normal maintenance phase.',
    },
    citations: [
      {
        url: 'https://www.ruby-lang.org/en/news/2025/10/07/ruby-3-4-7-released/',
        slices: ['As of August 19, 2026, the latest stable version of Ruby is 3.4.7, released on October 7, 2025.'],
      },
      {
        url: 'https://dev.to/hsbt/is-your-ruby-version-still-supported-a-maintainers-guide-to-rubys-release-cycle-799',
        domain: 'dev.to',
        count: 2,
        slices: [
          'Ruby 3.4 is currently in its normal maintenance phase, which typically lasts about two years.',
          'The next stable version, Ruby 4.0, was released on December 25, 2025, and is also in its normal maintenance phase.',
        ],
      },
    ],
    searches: null,
    searched: true,
    model: 'gpt-4o-mini-search-preview-2025-03-11',
    usage: { inputTokens: 13, outputTokens: 197, reasoningTokens: 0, searches: null },
    // The reply does not count its searches, which are most of the price.
    cost: { usd: null, basis: null },
  },
  {
    file: 'chat-search-preview-no-citations',
    outcome: 'ok',
    text: { full: 'May 14, 2025, 8:51:29 AM' },
    citations: [],
    searches: null,
  },
  {
    file: 'chat-search-preview-location-nl',
    outcome: 'ok',
    text: {
      start: 'Het is momenteel zonnig in Utrecht met een temperatuur van 22°C.\n\n## Weer voor Utrecht',
      end: 'Zonnig tot gedeeltelijk bewolkt',
    },
    citations: [],
    model: 'gpt-4o-search-preview-2025-03-11',
  },
  {
    file: 'batch-5-output-jsonl',
    line: 1,
    outcome: 'ok',
    text: { full: 'Jupiter' },
    citations: [],
    searched: false,
    model: 'gpt-5-nano-2025-08-07',
    // 18 × 0.05 + 115 × 0.4 $/M at list price; a batch costs half, which the line does not say
    usage: { inputTokens: 18, outputTokens: 115, reasoningTokens: 64, searches: 0 },
  },
  { file: 'batch-5-output-jsonl', line: 0, outcome: 'ok', text: { full: '4' } },
  ...[
    'batch-1-file-upload',
    'batch-2-create',
    'batch-3-poll-in-progress',
    'batch-4-poll-completed',
    'batch-5-output-jsonl',
  ].map((file): Expected => ({
    file,
    outcome: 'failed',
    finish: 'error',
    errorCode: 'unreadable',
    failure: { kind: 'garbled', code: 'unreadable' },
    tries: 2,
  })),
  {
    file: 'error-400-web-search-not-supported',
    outcome: 'failed',
    errorCode: 'bad_request',
    failure: { kind: 'never', code: 'bad_request' },
    tries: 1,
  },
  {
    file: 'error-400-invalid-parameter',
    outcome: 'failed',
    failure: { kind: 'never', code: 'bad_request', retryAfterMs: null },
    tries: 1,
    request: unasked,
  },
  {
    file: 'error-400-model-not-found',
    outcome: 'failed',
    failure: { kind: 'never', code: 'model_not_found' },
    tries: 1,
    request: unasked,
  },
  {
    file: 'error-400-context-length',
    outcome: 'failed',
    errorCode: 'prompt_too_long',
    failure: { kind: 'never', code: 'prompt_too_long' },
    tries: 1,
  },
  {
    file: 'error-401-invalid-key',
    outcome: 'failed',
    failure: { kind: 'stop', code: 'invalid_key' },
    tries: 1,
    request: unasked,
  },
  {
    file: 'error-429-insufficient-quota',
    outcome: 'failed',
    failure: { kind: 'stop', code: 'out_of_credit' },
    tries: 1,
  },
  {
    file: 'stream-error-insufficient-quota',
    outcome: 'failed',
    errorCode: 'out_of_credit',
    failure: { kind: 'stop', code: 'out_of_credit' },
    tries: 1,
  },
  {
    file: 'error-429-tokens-per-minute',
    outcome: 'failed',
    failure: { kind: 'wait', code: 'rate_limited', retryAfterMs: 494 },
    tries: 4,
  },
  { file: 'error-500-server-error', outcome: 'failed', failure: { kind: 'wait', code: 'server_error' }, tries: 4 },
  { file: 'failed-server-error', outcome: 'failed', failure: { kind: 'wait', code: 'server_error' }, tries: 4 },
  {
    file: 'incomplete-max-output-tokens',
    outcome: 'ok',
    finish: 'length',
    text: { full: 'For a small business the usual candidates are HubSpot, Zoho and' },
    searches: ['best crm for small business'],
  },
  {
    file: 'incomplete-content-filter',
    outcome: 'refused',
    finish: 'content_filter',
    text: { full: '' },
    failure: null,
    tries: 1,
  },
  { file: 'refusal', outcome: 'refused', finish: 'refusal', text: { full: '' }, failure: null, tries: 1 },
]
