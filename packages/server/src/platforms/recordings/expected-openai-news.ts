import type { Expected } from './expected.test-support.ts'

const askedAnother = { same: ['method', 'path', 'body.tools.0.type'] }

const petco = 'https://techcrunch.com/2025/12/05/petco-confirms-security-lapse-exposed-customers-personal-data/'
const nytimes = 'https://techcrunch.com/2025/12/05/the-new-york-times-is-suing-perplexity-for-copyright-infringement/'
const meta =
  'https://techcrunch.com/2025/12/05/meta-signs-commercial-ai-data-agreements-with-publishers-to-offer-real-time-news-on-meta-ai/'
const netflix = 'https://techcrunch.com/2025/12/05/netflix-to-acquire-warner-bros-in-a-disruptive-deal-valued-at-82-7b/'
const wired = 'https://www.wired.com/story/the-big-interview-2025-recap'
const techstartups =
  'https://techstartups.com/2025/12/05/technology-news-today-the-latest-in-tech-ai-startup-news-december-5-2025/'

/** Long answers of openai/: many citations, streams. */
export const expectedOpenaiNews: Expected[] = [
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
]
