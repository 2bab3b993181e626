import type { Expected } from './expected.test-support.ts'

const notPriced = { usd: null, basis: null }

/** Answers of several searches, with narration between them. */
export const expectedAnthropicSearches: Expected[] = [
  {
    file: 'messages-web-search-tech-news',
    outcome: 'ok',
    finish: 'complete',
    text: {
      start:
        'Based on the search results, here are the key tech news highlights for today, September 26, 2024:\n\n' +
        '## Major Tech News for September 26, 2024\n\n**FTX Case Update:**\nCaroline Ellison',
      end: 'as my search results primarily showed more general or older tech news rather than specific breaking stories from September 26, 2024.',
      lacks: ['Let me search for more specific tech news'],
    },
    citations: [
      {
        url: 'https://acecomments.mu.nu/?post=411647',
        domain: 'acecomments.mu.nu',
        title: 'Daily Tech News 26 September 2024',
        slices: [
          "Caroline Ellison, Sam Bankman-Fried's right-hand woman in the FTX kerfuffle, has been sentenced to two years in prison for her part in the fuffling and ordered to pay $11 billion in restitution.",
        ],
      },
      {
        url: 'https://www.crescendo.ai/news/latest-ai-news-and-updates',
        domain: 'crescendo.ai',
        count: 2,
        slices: [
          "Anthropic has launched a Chrome extension enabling its Claude AI agent to interact directly with the browser, manipulating webpages, retrieving content, and automating tasks. This marks the company's first move toward agentic AI with real-time web control.",
          'Chinese AI firm DeepSeek has unveiled its R1 model, a significant leap in AI performance trained at a cost 70% lower than comparable U.S. models. The company attributes its efficiency to custom hardware, proprietary optimization techniques, and low energy costs in China. Analysts see this as a direct challenge to Western dominance in large language models, especially OpenAI and Anthropic.',
        ],
      },
    ],
    // The second search found nothing: an empty list, which is no error.
    listed: 8,
    searches: ['tech news today September 26 2024', '"September 26 2024" tech news breaking'],
    searched: true,
    model: 'claude-sonnet-4-20250514',
    usage: { inputTokens: 27_118, outputTokens: 600, reasoningTokens: null, searches: 2 },
    cost: notPriced,
    unknownItems: 0,
  },
  {
    file: 'messages-pause-turn-1',
    // oxlint-disable-next-line unicorn/no-thenable -- a list of files, never awaited
    then: ['messages-pause-turn-2'],
    outcome: 'ok',
    finish: 'complete',
    text: {
      start:
        "Perfect! All 15 searches have been completed. Now I'll provide the comprehensive summary as requested.\n\n---\n\n",
      end: '.\n\nAll searches have been successfully completed with up-to-date information from February 2026.',
      lacks: ["I'll run these searches", 'Now continuing with', 'Let me complete'],
    },
    citations: [
      {
        url: 'https://www.wunderground.com/hourly/us/ca/san-francisco',
        slices: ['San Francisco is experiencing sunny weather with a high of 68°F'],
      },
      {
        url: 'https://abc7news.com/weather/',
        slices: [
          'Clear skies with cold temperatures in the 30s and 40s this morning, with warm sunshine this afternoon and highs above average in the upper 60s to the lower 70s',
        ],
      },
      {
        url: 'https://alpenglowapp.com/times/san-francisco',
        slices: ["Today's sunrise time in San Francisco is 7:12 AM, sunset at 5:37 PM"],
      },
      {
        url: 'https://www.iqair.com/us/usa/california/san-francisco',
        slices: ['San Francisco Air Quality Index (AQI) is now Good'],
      },
      {
        url: 'https://www.accuweather.com/en/us/san-francisco/94103/weather-forecast/347629',
        slices: ['the air has reached a high level of pollution and is unhealthy for sensitive groups'],
      },
      {
        url: 'https://abc7news.com/post/super-bowl-2026-road-closures-san-francisco-moscone-center-santa-clara-levis-stadium-san-jose/18440306/',
        slices: [
          'From the South Bay to San Francisco, the Super Bowl could pose a traffic nightmare for some trying to get to certain events or destinations',
        ],
      },
      {
        url: 'https://abc7news.com/traffic/',
        slices: ['Super Bowl road closures impacting SF, Santa Clara and San Jose'],
      },
      {
        url: 'https://sanfranciscobayferry.com/',
        count: 2,
        slices: [
          'SF Bay Ferry will begin running an optimized South San Francisco ferry schedule on a trial period over the next year, with the new schedule going into effect on March 9th, 2026',
        ],
      },
      {
        url: 'https://abc7news.com/post/bay-area-ferry-services-thriving-big-plans-future-other-public-transit-agencies-face-ongoing-challenges/18441517/',
        slices: [
          'In Dec. 2025, ferry ridership was 10% above Dec. 2024, with a consistent record of increased commute and recreational travel on Golden Gate Ferry',
        ],
      },
      {
        url: 'https://abc7news.com/live-updates/super-bowl-60-live-updates-bay-area-patriots-seahawks-levis-stadium-santa-clara-san-francisco/18496605/',
        slices: [
          "Super Bowl 60 between the New England Patriots and Seattle Seahawks will kick off Sunday, February 8, at 3:30 p.m. at Levi's Stadium in Santa Clara",
        ],
      },
      {
        url: 'https://sf.funcheap.com/events/san-francisco/',
        count: 2,
        slices: [
          'SF Union Square\'s Super Bowl Fan Zone runs Feb. 5-7, with a 2026 Chinese New Year Celebration featuring free "Fortune Walk" with Lion Dances and Red Envelopes',
        ],
      },
      {
        url: 'https://q-ctrl.com/blog/quantum-infrastructure-software-leader-q-ctrl-expands-us-presence-with-new-office-in-san-francisco',
        slices: [
          'Q-CTRL, the global leader in quantum control infrastructure software, announced the opening of its newest office in San Francisco in February 2025, further strengthening its U.S. presence',
        ],
      },
      {
        url: 'https://multiversecomputing.com/resources/leading-quantum-ai-software-company-multiverse-computing-expands-to-the-u-s-with-new-san',
        slices: [
          'Multiverse Computing announced its expansion to the U.S. with the opening of an office in San Francisco in October 2024',
        ],
      },
      {
        url: 'https://www.bloomberg.com/news/articles/2026-02-03/stock-market-today-dow-s-p-live-updates',
        slices: [
          'The Nasdaq 100 slid 2.4%, set for its worst day since November, with software firms caught in another wave of selling and Advanced Micro Devices Inc. down 17% on an underwhelming outlook. While most S&P 500 shares rose, the index fell 1%',
        ],
      },
      {
        url: 'https://finance.yahoo.com/news/live/stock-market-today-dow-rallies-while-sp-500-nasdaq-fall-with-ai-worries-in-focus-ahead-of-google-earnings-234546770.html',
        slices: [
          'The S&P 500 slid over 1%, while the Nasdaq Composite fell over 2%, with the Dow Jones Industrial Average ticking higher as a rotation away from tech stocks and into more blue-chip names picked up the pace',
        ],
      },
    ],
    listed: 117,
    searches: [
      'San Francisco weather today',
      'San Francisco sunrise time today',
      'Golden Gate Bridge traffic today',
      'San Francisco air quality today',
      'San Francisco events this week',
      'San Francisco ferry schedule today',
      'quantum computing today',
      'stock market today',
      'latest news weather San Francisco',
      'latest news traffic San Francisco',
      'latest news air quality San Francisco',
      'latest news events San Francisco this week',
      'latest news ferry San Francisco',
      'latest news quantum computing San Francisco',
      'latest news stock market San Francisco',
    ],
    searched: true,
    model: 'claude-sonnet-4-5-20250929',
    // Both rounds: 401,468 + 494,549 in, 792 + 1,245 out, 10 + 5 searches
    usage: { inputTokens: 896_017, outputTokens: 2037, reasoningTokens: null, searches: 15 },
    cost: { usd: 2.868_606, basis: 'computed' },
    unknownItems: 0,
    failure: null,
    tries: 2,
  },
]
