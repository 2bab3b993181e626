import type { Expected } from './expected.test-support.ts'

const asked = { same: ['method', 'path', 'body.tools', 'body.model', 'body.store', 'body.stream', 'body.input.0.role'] }

const downloads = 'https://www.ruby-lang.org/en/downloads/'
const releases = 'https://www.ruby-lang.org/en/downloads/releases/'
const github = 'https://github.com/ruby/ruby/releases'
const stackoverflow =
  'https://stackoverflow.com/questions/27324204/how-can-i-determine-what-the-current-stable-version-of-ruby-is'

export const expectedXai: Expected[] = [
  {
    file: 'responses-web-search-ruby',
    outcome: 'ok',
    finish: 'complete',
    text: {
      full: '**The latest stable Ruby version is 4.0.6** (released July 14, 2026).\n\nThis is confirmed directly on the official Ruby website\'s downloads page, which states: "The current stable version is 4.0.6." It is also listed as the most recent entry on the releases page, ahead of versions like 3.3.12 and 3.4.10.',
    },
    citations: [
      {
        url: downloads,
        domain: 'ruby-lang.org',
        // The recorded title is the marker's number "1".
        title: null,
        count: 1,
        slices: ['**The latest stable Ruby version is 4.0.6** (released July 14, 2026).'],
      },
    ],
    listed: [
      releases,
      'https://rubyinstaller.org/',
      'https://rubyonrails.org/category/releases',
      github,
      'https://www.reddit.com/r/ruby/comments/1dyxky7/ruby_334_released/',
      'https://rubyreferences.github.io/rubychanges/',
      stackoverflow,
      'https://rubygems.org/gems/rails/versions',
      'https://www.ruby-lang.org/en/news/2025/10/07/ruby-3-4-7-released/',
      'https://www.ruby-lang.org/en/',
      'https://www.ruby-lang.org/ja/downloads/releases/',
    ],
    searches: ['latest stable Ruby version', 'Ruby latest release site:ruby-lang.org'],
    searched: true,
    model: 'grok-4.3',
    usage: { inputTokens: 5913, outputTokens: 364, reasoningTokens: 263, searches: 2 },
    // 161,508,500 ticks
    cost: { usd: 0.01615085, basis: 'reported' },
    location: null,
    unknownItems: 0,
    tries: 1,
    request: asked,
  },
  {
    file: 'responses-web-search-ruby-2',
    outcome: 'ok',
    text: {
      start:
        '**The latest stable Ruby version is 4.0.6.**\n\nThis is confirmed directly on the official Ruby website (ruby-lang.org)',
      end: 'Always check the official site for the most up-to-date info, as versions can change.',
      // 808 less two markers of 46 and one of 44
      length: 672,
    },
    citations: [
      {
        url: downloads,
        count: 2,
        slices: [
          '**The latest stable Ruby version is 4.0.6.**',
          'It is available for download there, along with related releases like 3.4.10 (a maintenance branch).',
        ],
      },
      {
        url: github,
        title: null,
        slices: ["GitHub's ruby/ruby releases page also lists 4.0.6 as the latest release."],
      },
    ],
    listed: [
      releases,
      'https://rubyinstaller.org/',
      'https://askubuntu.com/questions/330072/how-to-find-and-install-latest-ruby-version-using-rvm',
      'https://rubyonrails.org/category/releases',
      stackoverflow,
      'https://rubygems.org/gems/rails/versions',
      'https://rubyreferences.github.io/rubychanges/',
      'https://www.reddit.com/r/ruby/comments/19czjs5/any_way_to_know_when_the_next_ruby_version_is/',
      'https://endoflife.date/ruby',
      'https://devcenter.heroku.com/changelog-items/2867',
    ],
    cost: { usd: 0.01607085, basis: 'reported' },
    request: asked,
  },
  {
    file: 'responses-no-search',
    outcome: 'ok',
    text: { full: 'OK' },
    citations: [],
    listed: [],
    searches: [],
    searched: false,
    usage: { inputTokens: 4963, outputTokens: 45, reasoningTokens: 40, searches: 0 },
    cost: { usd: 0.00524105, basis: 'reported' },
    request: asked,
  },
  {
    file: 'responses-web-search-what-is-xai',
    outcome: 'ok',
    text: {
      start: 'xAI is an American artificial intelligence company founded by Elon Musk in July 2023.',
      end: 'let me know for more details on that!',
      length: 799,
    },
    // Addresses only: no offsets, no titles.
    citations: [
      { url: 'https://www.ibm.com/think/topics/explainable-ai', domain: 'ibm.com', title: null, count: 1, slices: [] },
      { url: 'https://x.ai/company', domain: 'x.ai', slices: [] },
      { url: 'https://en.wikipedia.org/wiki/XAI_%28company%29', domain: 'en.wikipedia.org', slices: [] },
      { url: 'https://x.ai/', slices: [] },
      { url: 'https://www.owkin.com/a-z-of-ai-for-healthcare/xai', slices: [] },
    ],
    listed: [],
    searches: ['what is xAI'],
    searched: true,
    model: 'grok-4-fast-reasoning',
    usage: { inputTokens: 1941, outputTokens: 583, reasoningTokens: 380, searches: 1 },
    cost: { usd: null, basis: null },
  },
  {
    file: 'responses-web-search-stream',
    outcome: 'ok',
    finish: 'complete',
    text: {
      start: 'xAI is an American artificial intelligence company founded by Elon Musk in July 2023.',
      end: 'For the latest updates, check x.ai.',
      has: ['\n\nKey points:\n- **Founders and Team**: Led by Elon Musk'],
    },
    citations: [
      { url: 'https://en.wikipedia.org/wiki/XAI_%28company%29', slices: [] },
      { url: 'https://x.ai/company' },
      { url: 'https://www.ibm.com/think/topics/explainable-ai' },
      { url: 'https://www.owkin.com/a-z-of-ai-for-healthcare/xai' },
      { url: 'https://x.ai/' },
    ],
    searches: ['what is xAI'],
    usage: { inputTokens: 1875, outputTokens: 695, reasoningTokens: 397, searches: 1 },
  },
  {
    file: 'responses-x-search',
    outcome: 'ok',
    text: {
      start: '### What People Are Saying About AI on X (as of Late October 2025)',
      end: '(e.g., AI ethics or tools), let me know!',
      length: 5180,
    },
    citationCount: 20,
    listed: [],
    searches: ['AI artificial intelligence'],
    searched: true,
    usage: { inputTokens: 8397, outputTokens: 1805, reasoningTokens: 580, searches: 1 },
    unknownItems: 0,
  },
  {
    file: 'error-400-invalid-key',
    outcome: 'failed',
    errorCode: 'invalid_key',
    failure: { kind: 'stop', code: 'invalid_key' },
    tries: 1,
    request: { same: ['method', 'path', 'body.model'] },
  },
  {
    file: 'error-429-spending-limit',
    outcome: 'failed',
    errorCode: 'out_of_credit',
    failure: { kind: 'stop', code: 'out_of_credit', retryAfterMs: null },
    tries: 1,
  },
]
