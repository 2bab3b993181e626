import { expectedSonar } from './expected-sonar.ts'
import type { Expected } from './expected.test-support.ts'

export const expectedPerplexity: Expected[] = [
  {
    file: 'agent-web-search',
    outcome: 'ok',
    finish: 'complete',
    text: {
      full: 'The official TypeScript website is **typescriptlang.org**; TypeScript is a strongly typed programming language that builds on JavaScript with syntax for types.',
    },
    citations: [
      {
        url: 'https://www.typescriptlang.org/',
        domain: 'typescriptlang.org',
        title: 'TypeScript: JavaScript With Syntax For Types.',
        isResolved: true,
        count: 1,
        slices: [
          'The official TypeScript website is **typescriptlang.org**; TypeScript is a strongly typed programming language that builds on JavaScript with syntax for types.',
        ],
      },
    ],
    listed: [
      'https://en.wikipedia.org/wiki/TypeScript',
      'https://www.typescriptlang.org/docs/handbook/typescript-in-5-minutes.html',
      'https://devblogs.microsoft.com/typescript/announcing-the-new-typescript-website/',
      'https://www.typescriptlang.org/docs/handbook/2/basic-types.html',
      'https://www.typescriptlang.org/docs/handbook/typescript-from-scratch.html',
      'https://www.typescriptlang.org/docs/handbook/intro.html',
      'https://www.typescriptlang.org/docs/handbook/',
      'https://www.typescriptlang.org/docs/',
      'https://devblogs.microsoft.com/typescript/announcing-the-new-typescript-homepage/',
    ],
    searches: ['Find the official TypeScript website and describe TypeScript in one sentence with a citation.'],
    searched: true,
    model: 'openai/gpt-6-luna',
    usage: { inputTokens: 3007, outputTokens: 36, reasoningTokens: 0, searches: 1 },
    cost: { usd: 0.00119, basis: 'reported' },
    location: null,
    unknownItems: 0,
    tries: 1,
    request: { same: ['method', 'path', 'body.preset'], differs: { 'body.tools': undefined } },
  },
  {
    file: 'agent-incomplete',
    outcome: 'ok',
    finish: 'length',
    // No result has the number 1: the brackets may be the text's own.
    text: { full: 'Small teams most often choose HubSpot[1], Zoho' },
    citations: [],
    searched: false,
    cost: { usd: null, basis: null },
    request: {
      question: { locale: { country: 'DE', language: 'de' } },
      same: ['method', 'path', 'body.preset'],
      differs: {
        'body.language_preference': 'de',
        'body.tools.0': { type: 'web_search', search_context_size: 'low', user_location: { country: 'DE' } },
      },
    },
  },
  {
    file: 'agent-failed-http-200',
    outcome: 'failed',
    errorCode: 'server_error',
    failure: { kind: 'wait', code: 'server_error' },
    tries: 4,
  },
  {
    file: 'agent-error-429',
    outcome: 'failed',
    failure: { kind: 'wait', code: 'rate_limited', retryAfterMs: 12_000 },
    tries: 4,
  },
  { file: 'error-401-invalid-key', outcome: 'failed', failure: { kind: 'stop', code: 'invalid_key' }, tries: 1 },
  {
    file: 'error-400-context-length',
    outcome: 'failed',
    failure: { kind: 'never', code: 'prompt_too_long' },
    tries: 1,
  },
  { file: 'models-list', outcome: 'failed', failure: { kind: 'garbled', code: 'unreadable' }, tries: 2 },
  ...expectedSonar,
]
