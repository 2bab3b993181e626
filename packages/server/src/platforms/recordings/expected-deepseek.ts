import type { Expected } from './expected.test-support.ts'

export const expectedDeepseek: Expected[] = [
  {
    file: 'responses-web-search-ruby',
    outcome: 'ok',
    finish: 'complete',
    text: {
      start: 'Based on the official Ruby website (ruby-lang.org), the latest stable version of Ruby is **Ruby 4.0.6**',
      end: 'plus significant Ractor improvements.',
      // The addresses are the text's own words and stay; the commentary between the searches goes.
      has: [
        '| **Ruby 4.0.6** (latest) | **2026-07-14** |',
        'release: https://www.ruby-lang.org/en/downloads/releases/\n2.',
      ],
      lacks: ['Let me verify', 'Let me also check', 'ws_call_id'],
    },
    citations: [
      {
        url: 'https://www.ruby-lang.org/en/downloads/releases/',
        domain: 'ruby-lang.org',
        title: null,
        count: 1,
        slices: ['**Ruby Releases page** (official) — lists Ruby 4.0.6 (2026-07-14) as the most recent 4.0.x release:'],
      },
      {
        url: 'https://www.ruby-lang.org/en/news/2025/12/25/ruby-4-0-0-released/',
        slices: [
          '**Ruby 4.0.0 Released announcement** (official) — confirms the Ruby 4.0 stable release on Dec 25, 2025:',
        ],
      },
      {
        url: 'https://www.ruby-lang.org/en/downloads/branches/',
        slices: ['**Ruby Maintenance Branches page** (official) — confirms Ruby 4.0 is in normal maintenance status:'],
      },
    ],
    // The three opened pages are the three cited ones; the fragment of the opened address does not tell them apart.
    listed: [],
    searches: ['latest stable Ruby version 2024', 'Ruby latest release version official'],
    searched: true,
    model: 'deepseek-v4-flash',
    usage: { inputTokens: 29_386, outputTokens: 1450, reasoningTokens: 733, searches: 1 },
    // 13,514 × 0.3 + 15,872 cached × 0.006 + 1,450 × 1.2 $/M + one search of 0.00075 $
    cost: { usd: 0.006639432, basis: 'computed' },
    location: null,
    unknownItems: 0,
    tries: 1,
    request: {
      same: ['method', 'path', 'body.tools', 'body.store', 'body.stream', 'body.input.0.role'],
      differs: { 'body.model': 'deepseek-flash' },
    },
  },
  {
    file: 'chat-text',
    outcome: 'ok',
    finish: 'length',
    text: {
      start: '## **Holiday Name: Gratitude of Small Things Day (GST Day)**',
      end: 'Instead of lavish presents, people exchange',
      length: 1375,
    },
    citations: [],
    searches: null,
    searched: false,
    model: 'deepseek-chat',
    usage: { inputTokens: 13, outputTokens: 300 },
  },
  {
    file: 'error-401',
    outcome: 'failed',
    failure: { kind: 'stop', code: 'invalid_key' },
    tries: 1,
  },
  {
    file: 'error-400-context-length',
    outcome: 'failed',
    failure: { kind: 'never', code: 'bad_request' },
    tries: 1,
  },
]
