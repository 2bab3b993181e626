import type { Expected } from './expected.test-support.ts'

/** What the recordings of openai/ hold; answers first, failures below. */

const asked = { same: ['method', 'path', 'body.tools.0.type', 'body.store'], differs: { 'body.stream': false } }
const askedFrom = (country: string) => ({
  question: { locale: { country, language: null } },
  same: [
    'method',
    'path',
    'body.tools.0.type',
    'body.tools.0.user_location.type',
    'body.tools.0.user_location.country',
  ],
})
/** Recorded without a country, or without `store`: only the door is the same. */
const askedAnother = { same: ['method', 'path', 'body.tools.0.type'] }
const unasked = { same: ['method', 'path'] }

const petco = 'https://techcrunch.com/2025/12/05/petco-confirms-security-lapse-exposed-customers-personal-data/'
const nytimes = 'https://techcrunch.com/2025/12/05/the-new-york-times-is-suing-perplexity-for-copyright-infringement/'
const meta =
  'https://techcrunch.com/2025/12/05/meta-signs-commercial-ai-data-agreements-with-publishers-to-offer-real-time-news-on-meta-ai/'
const netflix = 'https://techcrunch.com/2025/12/05/netflix-to-acquire-warner-bros-in-a-disruptive-deal-valued-at-82-7b/'
const wired = 'https://www.wired.com/story/the-big-interview-2025-recap'
const techstartups =
  'https://techstartups.com/2025/12/05/technology-news-today-the-latest-in-tech-ai-startup-news-december-5-2025/'

export const expectedOpenai: Expected[] = [
  {
    file: 'responses-web-search-gpt52',
    outcome: 'ok',
    finish: 'complete',
    text: { full: 'The latest stable Ruby (MRI/CRuby) version is **Ruby 4.0.6**.' },
    citations: [
      {
        url: 'https://www.ruby-lang.org/en/downloads/',
        domain: 'ruby-lang.org',
        title: 'Download Ruby | Ruby',
        isResolved: true,
        count: 1,
        slices: ['The latest stable Ruby (MRI/CRuby) version is **Ruby 4.0.6**.'],
      },
    ],
    listed: [],
    searches: ['latest stable Ruby version', 'Ruby releases stable version latest ruby-lang.org'],
    searched: true,
    model: 'gpt-5.2-2025-12-11',
    usage: { inputTokens: 8614, outputTokens: 95, reasoningTokens: 48, searches: 1 },
    // 8,614 × 1.75 $/M + 95 × 14 $/M + one search of 0.01 $
    cost: { usd: 0.0264045, basis: 'computed' },
    location: 'US',
    unknownItems: 0,
    tries: 1,
    request: asked,
  },
  {
    file: 'responses-web-search-tech-news',
    outcome: 'ok',
    text: {
      start: 'Short answer first — yes. I pulled several tech-news pages published today (December 5, 2025)',
      end: '- search for a different keyword or company on today’s tech pages?',
      has: [
        'on The Vergecast).  \n- The EU opened a formal antitrust probe into Meta’s WhatsApp AI policy',
        '(affects certain Next.js versions; patch was released).\n\nPages I opened',
      ],
      lacks: ['](http', '([theverge.com]', 'utm_source'],
    },
    citations: [
      {
        url: 'https://www.theverge.com/podcast/838932/openai-chatgpt-code-red-vergecast',
        title: 'Why OpenAI declared a code red for ChatGPT | The Verge',
        count: 2,
        slices: [
          'OpenAI declared a “code red” for ChatGPT as pressure increases from rivals (discussion and analysis on The Vergecast).',
          '(I opened the Dec 5 Verge piece and searched it.)',
        ],
      },
      {
        url: techstartups,
        count: 2,
        slices: [
          'The EU opened a formal antitrust probe into Meta’s WhatsApp AI policy, which regulators say could block rival AI assistants.',
          'TechStartups (Technology News Today — Dec 5, 2025 roundup) — search for "vercel": no occurrences found on that roundup page.',
        ],
      },
      {
        url: 'https://www.investopedia.com/5-things-to-know-before-the-stock-market-opens-december-5-2025-11862701',
        domain: 'investopedia.com',
        title: '5 Things to Know Before the Stock Market Opens',
        count: 1,
      },
      { url: 'https://vercel.com/blog/series-f', domain: 'vercel.com', count: 2 },
      {
        url: 'https://www.sentinelone.com/vulnerability-database/cve-2025-49826/',
        slices: [
          'Security note: a recently disclosed Next.js cache-poisoning/CVE issue was documented (affects certain Next.js versions; patch was released).',
        ],
      },
      { url: wired, title: 'Check Out Highlights From WIRED’s 2025 Big Interview Event | WIRED', count: 1 },
      {
        url: 'https://www.bloomberg.com/news/articles/2025-09-30/vercel-notches-9-3-billion-valuation-in-latest-ai-funding-round',
        count: 1,
      },
    ],
    listed: [
      'https://www.barrons.com/articles/stock-movers-7c77880d',
      'https://www.investors.com/market-trend/stock-market-today/dow-jones-sp500-nasdaq-inflation-data-ai-stock/',
      'https://www.investing.com/news/stock-market-news/ai-coding-startup-vercel-raises-300-million-valued-at-93-billion-4264199',
      'https://www.finsmes.com/2025/10/vercel-closes-300m-series-f-funding-at-9-3-billion-valuation.html',
      'https://www.nasdaq.com/press-release/vercel-announces-%24150m-in-series-d-funding-at-a-%242.5b-valuation-to-further-fuel',
      'https://www.mexc.com/en-NG/news/77540',
      'https://www.theinformation.com/briefings/vercel-lands-unsolicited-investment-offers-9-billion',
      'https://www.mexc.com/en-NG/news/us-cloud-platform-vercel-achieves-9-billion-valuation-amid-rapid-growth-in-ai-integration/77540',
      'https://www.aol.com/exclusive-vercel-completes-250-million-144101876.html',
    ],
    searches: ['tech news today December 5 2025'],
    model: 'gpt-5-mini-2025-08-07',
    usage: { inputTokens: 19_681, outputTokens: 3773, reasoningTokens: 3136, searches: 1 },
    // 15,969 × 0.25 + 3,712 cached × 0.025 + 3,773 × 2 $/M + one search
    cost: { usd: 0.02163105, basis: 'computed' },
  },
  {
    file: 'responses-web-search-tech-news-stream',
    outcome: 'ok',
    finish: 'complete',
    text: {
      start: 'I checked today’s tech headlines (today = December 5, 2025) and opened a few news pages',
      end: '- open the Vercel funding/coverage pages and pull out more details now?',
      has: ['- Petco disclosed a customer-data exposure / security lapse.  \n- The New York Times sued'],
      lacks: ['](http'],
    },
    citations: [
      {
        url: petco,
        count: 2,
        slices: [
          'Petco disclosed a customer-data exposure / security lapse.',
          'I opened and searched the page: no mention of "vercel".',
        ],
      },
      { url: nytimes, count: 2 },
      { url: meta, count: 2 },
      { url: netflix, count: 2 },
      { url: wired, title: "Check Out Highlights From WIRED's Big Interview Event", count: 2 },
      { url: techstartups, count: 1 },
      {
        url: 'https://finance.yahoo.com/news/ai-coding-startup-vercel-raises-163055044.html',
        domain: 'finance.yahoo.com',
        slices: [
          'If you want I can open those funding stories and extract details (investors, use of proceeds, v0 agent metrics, etc.).',
        ],
      },
    ],
    // 10 + 11 sources of the two searches, less those cited: wired, yahoo raises, techstartups; petco, nytimes, meta, netflix.
    listed: 14,
    searches: ['tech news today December 5 2025', 'site:theverge.com "December 5, 2025" "technology"'],
    model: 'gpt-5-mini-2025-08-07',
    usage: { inputTokens: 31_073, outputTokens: 4416, reasoningTokens: 3712, searches: 2 },
  },
  {
    file: 'responses-web-search-top-story',
    outcome: 'ok',
    text: {
      start:
        "Here's the top news story today (Tuesday, June 9, 2026), based on multiple major outlets:\n\nTop story\n- Israel and Iran",
      end: 'or weather) or set up alerts for updates?',
      lacks: ['](http'],
    },
    citations: [
      {
        url: 'https://www.cbsnews.com/live-updates/iran-war-trump-israel-strikes-ceasefire-lebanon-beirut/',
        slices: ['Both sides warn they will resume attacks if provoked, so tensions remain high.'],
      },
      { url: 'https://apnews.com/article/08910db86998036adf022230b22d19c7', domain: 'apnews.com' },
      {
        url: 'https://www.marketscreener.com/news/gsk-boosts-lung-cancer-portfolio-with-10-6-billion-nuvalent-takeover-ce7f5dd3df8ff525',
        slices: [
          "GSK agreed to buy U.S. cancer-drug developer Nuvalent for about $10.6 billion, one of the pharma giant's biggest recent deals.",
        ],
      },
      { url: 'https://www.cbsnews.com/news/us-flooding-severe-storms-midwest-plains/' },
    ],
    // Both opened pages are cited, and sources were not asked for.
    listed: [],
    model: 'gpt-5-2025-08-07',
    usage: { inputTokens: 43_902, outputTokens: 4474, reasoningTokens: 3840, searches: 7 },
    request: askedAnother,
  },
  {
    file: 'responses-web-search-docs-question-stream',
    outcome: 'ok',
    text: {
      start: 'Short answer:\n- Default FastAPI/OpenTelemetry instrumentation',
      end: 'skip binary content, or accumulate chunked bodies safely?',
      has: ['http.response.header.*.\n\n2) Add hooks', 'body = message.get("body") or b""\n        if body:'],
      lacks: ['](http'],
    },
    citations: [
      {
        url: 'https://opentelemetry-python-contrib.readthedocs.io/en/latest/instrumentation/fastapi/fastapi.html',
        domain: 'opentelemetry-python-contrib.readthedocs.io',
        count: 3,
        slices: [
          'This makes headers appear on spans as http.request.header.* and http.response.header.*.',
          'If your bodies can be chunked, you may need to accumulate across calls when message.get("more_body") is True.',
          'Use the sanitize env var above for sensitive headers.',
        ],
      },
      {
        url: 'https://opentelemetry-python-contrib.readthedocs.io/en/latest/instrumentation/logging/logging.html',
        count: 1,
        slices: [
          'This injects trace_id/span_id into log records so you can line up logs with the span that carries the HTTP payload attributes.',
        ],
      },
    ],
    searches: [
      'OpenTelemetry FastAPI instrumentation capture request and response body',
      'OTEL_INSTRUMENTATION_HTTP_CAPTURE_BODY Python',
      'OTEL_INSTRUMENTATION_HTTP_CAPTURE_BODY opentelemetry python',
      'site:github.com open-telemetry/opentelemetry-python-contrib OTEL_INSTRUMENTATION_HTTP_CAPTURE_BODY',
      'OTEL_PYTHON_LOG_CORRELATION environment variable',
    ],
    usage: { inputTokens: 33_151, outputTokens: 3367, reasoningTokens: 2624, searches: 7 },
    request: askedAnother,
  },
  {
    file: 'responses-web-search-top3-news',
    outcome: 'ok',
    text: {
      start: 'Here are three of the biggest global stories as of Friday, September 12, 2025 (U.S. time):',
      end: '\n\nWant these tailored to a region or topic (markets, tech, U.S., etc.)?',
      // 1,173 less markers of 166, 93 and 128 and the blank before each
      length: 783,
    },
    citations: [
      {
        url: 'https://www.reuters.com/world/middle-east/un-overwhelmingly-endorses-two-state-solution-declaration-that-condemns-hamas-2025-09-12/',
        slices: [
          'UN General Assembly backs a timebound two‑state roadmap, passing a declaration 142–10 that condemns Hamas attacks and calls for steps toward Palestinian statehood and a stabilization mission in Gaza.',
        ],
      },
      {
        url: 'https://apnews.com/article/aad7af5ddfb56b7484fa9db591297c9e',
        title: "Nepal's president appoints former chief justice as interim premier and first woman leader",
      },
      {
        url: 'https://www.reuters.com/world/middle-east/death-toll-rises-46-israeli-raids-yemen-2025-09-11/',
        slices: [
          'Israel–Yemen escalation: Israeli airstrikes on Houthi‑held areas of Yemen have killed at least 46 and wounded more than 160, per Houthi‑run health authorities; strikes followed Houthi attacks toward Israel.',
        ],
      },
    ],
    listed: [],
    usage: { inputTokens: 115_886, outputTokens: 1720, reasoningTokens: 1472, searches: 6 },
    // 23,726 × 1.25 + 92,160 cached × 0.125 + 1,720 × 10 $/M + six searches
    cost: { usd: 0.1183775, basis: 'computed' },
    request: askedAnother,
  },
  {
    file: 'responses-web-search-location-mx',
    outcome: 'ok',
    // The recorded span starts two characters early: the marker is cut by its own brackets, not by the span.
    text: {
      full: "Mexico's central bank cut its benchmark interest rate by 25 basis points to 6.50%--effective today, May 8, 2026--signaling the end of its rate‐cut cycle.",
    },
    citations: [
      {
        url: 'https://www.banxico.org.mx/publicaciones-y-prensa/anuncios-de-las-decisiones-de-politica-monetaria/%7B8A05C722-0A97-4527-2166-0CE802CE6838%7D.pdf',
        domain: 'banxico.org.mx',
        title: '7 de mayo de 2026',
        slices: [
          "Mexico's central bank cut its benchmark interest rate by 25 basis points to 6.50%--effective today, May 8, 2026--signaling the end of its rate‐cut cycle.",
        ],
      },
    ],
    location: 'Mexico City, MX',
    usage: { inputTokens: 21_174, outputTokens: 1844, reasoningTokens: 1600, searches: 4 },
    request: askedFrom('MX'),
  },
  {
    file: 'responses-web-search-location-mx-2',
    outcome: 'ok',
    text: {
      full: 'Severe floods and landslides across Veracruz, Hidalgo, and Puebla have cut off hundreds of communities and left dozens dead and many missing, prompting a major federal emergency response.',
    },
    citations: [{ url: 'https://apnews.com/article/5d036e18057361281e984b44402d3b1b', domain: 'apnews.com', count: 1 }],
    searches: [
      'Mexico top news October 15, 2025',
      'inundaciones Mexico octubre 2025 muertos desaparecidos Veracruz Hidalgo Puebla 15 de octubre',
    ],
    location: 'Mexico City, MX',
    request: askedFrom('MX'),
  },
  {
    file: 'responses-web-search-location-nl-no-citations',
    outcome: 'ok',
    text: { start: 'Here’s the weather for Utrecht, Netherlands.', length: 337 },
    citations: [],
    listed: [],
    searches: ['weather: Utrecht, Netherlands'],
    searched: true,
    location: 'Utrecht, NL',
    request: askedAnother,
  },
  {
    file: 'responses-web-search-location-invalid-region',
    outcome: 'ok',
    text: { start: 'Here’s the weather in Salvador, Bahia right now', length: 701 },
    citations: [],
    searches: ['weather: Brazil, Bahia, Salvador'],
    location: 'Salvador, BRLO',
    request: askedAnother,
  },
  {
    file: 'responses-web-search-allowed-domains',
    outcome: 'ok',
    text: { full: '14195730' },
    citations: [],
    listed: [
      'https://en.wikipedia.org/wiki/List_of_Japanese_prefectures_by_population',
      'https://en.wikipedia.org/wiki/Demographics_of_Tokyo',
    ],
    searches: [
      'Tokyo population prefecture current site:wikipedia.org',
      'Tokyo Metropolis population site:wikipedia.org',
      'Demographics of Tokyo population site:wikipedia.org',
      'Tokyo Metropolis population 2025 site:wikipedia.org',
      'Tokyo Prefecture population site:wikipedia.org',
    ],
    usage: { searches: 2 },
    request: askedAnother,
  },
  {
    file: 'responses-web-search-cached-only',
    outcome: 'ok',
    text: { full: '1889' },
    citations: [
      {
        url: 'https://www.toureiffel.paris/en/news/history-and-culture/133-years-and-1083-feet',
        domain: 'toureiffel.paris',
        title: '133 years and 330 metres - The Eiffel Tower',
        slices: ['1889'],
      },
    ],
    searches: ['Eiffel Tower opened to the public year official'],
    model: 'gpt-5.6-sol',
    // 8,576 × 4 + 52 × 20 $/M + one search
    cost: { usd: 0.045344, basis: 'computed' },
    request: askedAnother,
  },
  {
    file: 'responses-web-search-terse',
    outcome: 'ok',
    text: { full: '2014‑05‑21' },
    citations: [],
    listed: [],
    searches: ['ggplot2 1.0.0 CRAN archive release date'],
    searched: true,
    model: 'gpt-4.1-2025-04-14',
    // Not in our price table: unknown, never guessed.
    cost: { usd: null, basis: null },
    request: asked,
  },
  {
    file: 'responses-no-search-followup',
    outcome: 'ok',
    text: { full: 'OK' },
    citations: [],
    listed: [],
    searches: [],
    searched: false,
    usage: { inputTokens: 4565, outputTokens: 5, reasoningTokens: 0, searches: 0 },
    // 213 × 1.75 + 4,352 cached × 0.175 + 5 × 14 $/M
    cost: { usd: 0.00120435, basis: 'computed' },
    request: asked,
  },
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
