import type { Expected } from './expected.test-support.ts'

export const expectedOpenrouter: Expected[] = [
  {
    file: 'chat-web-search-gpt52',
    outcome: 'ok',
    text: { full: 'The latest stable Ruby version is **Ruby 4.0.6**.' },
    citations: [
      {
        url: 'https://www.ruby-lang.org/en/downloads/',
        title: 'Download Ruby | Ruby',
        slices: ['The latest stable Ruby version is **Ruby 4.0.6**.'],
      },
    ],
    listed: [],
    searches: null,
    searched: true,
    model: 'openai/gpt-5.2',
    usage: { inputTokens: 16_924, outputTokens: 485, reasoningTokens: 449, searches: 3 },
    cost: { usd: 0.066407, basis: 'reported' },
  },
  {
    file: 'chat-web-search-annotations',
    outcome: 'ok',
    text: { full: 'https://github.com/pydantic/pydantic-ai' },
    // All five are placed at 0–0: only the one that the text names is pointed at.
    citations: [
      {
        url: 'https://github.com/pydantic/pydantic-ai',
        title: 'AI Agent Framework, the Pydantic way',
        slices: ['https://github.com/pydantic/pydantic-ai'],
      },
    ],
    listed: [
      'https://pydantic.dev/pydantic-ai',
      'https://github.com/pydantic/pydantic-ai/releases/tag/v2.0.0',
      'https://pydantic.dev/docs/ai/overview/',
      'https://github.com/pydantic/pydantic-ai/tree/refs/tags/v1.44.0',
    ],
    usage: { inputTokens: 2315, outputTokens: 40, reasoningTokens: 0, searches: 1 },
    cost: { usd: 0.007637029, basis: 'reported' },
  },
  {
    file: 'error-429-upstream',
    outcome: 'failed',
    failure: { kind: 'wait', code: 'rate_limited', retryAfterMs: null },
    tries: 4,
  },
]
