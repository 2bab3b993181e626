import type { Expected } from './expected.test-support.ts'
import { expectedAnthropicEnds } from './expected-anthropic-ends.ts'
import { expectedAnthropicNews } from './expected-anthropic-news.ts'
import { expectedAnthropicSearches } from './expected-anthropic-searches.ts'

const notPriced = { usd: null, basis: null }
const asked = ['method', 'path', 'body.model', 'body.messages.0.role', 'headers.x-api-key', 'headers.anthropic-version']
const askedWithTool = [...asked, 'body.messages.0.content', 'body.tools.0.name', 'body.tools.0.type']

const answers: Expected[] = [
  {
    file: 'messages-web-search-ruby',
    outcome: 'ok',
    finish: 'complete',
    text: {
      full:
        'The current stable version is Ruby 4.0.6, according to the official Ruby downloads page at ruby-lang.org. ' +
        'Ruby 4.0.6 was released on July 14, 2026.',
    },
    citations: [
      {
        url: 'https://www.ruby-lang.org/en/downloads/',
        domain: 'ruby-lang.org',
        title: 'Download Ruby | Ruby',
        isResolved: true,
        count: 1,
        slices: ['The current stable version is Ruby 4.0.6'],
      },
      {
        url: 'https://www.ruby-lang.org/en/news/2026/07/14/ruby-4-0-6-released/',
        title: 'Ruby 4.0.6 Released | Ruby',
        count: 1,
        slices: ['Ruby 4.0.6 was released on July 14, 2026'],
      },
    ],
    listed: [
      'https://www.ruby-lang.org/en/news/2026/05/11/ruby-4-0-4-released/',
      'https://dev.to/hsbt/is-your-ruby-version-still-supported-a-maintainers-guide-to-rubys-release-cycle-799',
      'https://en.wikipedia.org/wiki/RubyGems',
      'https://en.wikipedia.org/wiki/Ruby_(programming_language)',
      'https://en.wikipedia.org/wiki/YARV',
      'https://endoflife.date/ruby',
      'https://rubyonrails.org/category/releases',
      'https://rubygems.org/gems/rails/versions',
    ],
    searches: ['latest stable Ruby version 2026'],
    searched: true,
    model: 'claude-haiku-4-5-20251001',
    usage: { inputTokens: 11_642, outputTokens: 141, reasoningTokens: null, searches: 1 },
    // 11,642 × 1 $/M + 141 × 5 $/M + one search of 0.01 $
    cost: { usd: 0.022_347, basis: 'computed' },
    location: null,
    unknownItems: 0,
    errorCode: null,
    failure: null,
    tries: 1,
    request: {
      question: {
        text: 'Search the web: what is the latest stable Ruby version? Cite your source.',
        locale: { country: 'DE', language: 'de' },
      },
      same: [...asked, 'body.messages.0.content', 'body.tools.0.name'],
      // The recorded tool is the version that needs `allowed_callers` to answer in the plain shape.
      differs: {
        'body.tools.0.type': 'web_search_20250305',
        'body.tools.0.user_location': { type: 'approximate', country: 'DE' },
      },
    },
  },
  {
    file: 'messages-web-search-ruby-stream',
    outcome: 'ok',
    finish: 'complete',
    text: { full: 'The latest stable Ruby version is 4.0.6, which was released in July 2026.' },
    citations: [
      {
        url: 'https://www.ruby-lang.org/en/downloads/',
        title: 'Download Ruby | Ruby',
        count: 1,
        slices: ['The latest stable Ruby version is 4.0.6'],
      },
      {
        url: 'https://www.ruby-lang.org/en/news/2026/07/14/ruby-4-0-6-released/',
        count: 1,
        slices: ['was released in July 2026'],
      },
    ],
    listed: [
      'https://www.ruby-lang.org/en/news/2025/10/07/ruby-3-4-7-released/',
      'https://dev.to/hsbt/is-your-ruby-version-still-supported-a-maintainers-guide-to-rubys-release-cycle-799',
      'https://rubyonrails.org/category/releases',
      'https://endoflife.date/ruby',
      'https://rubyinstaller.org/',
      'https://www.ruby-lang.org/en/downloads/releases/',
      'https://rubygems.org/gems/rails/versions',
      'https://www.ruby-lang.org/en/news/2011/10',
    ],
    searches: ['latest stable Ruby version'],
    searched: true,
    model: 'claude-haiku-4-5-20251001',
    // The last event's running totals, not the first event's 2,225 and 25.
    usage: { inputTokens: 9447, outputTokens: 114, reasoningTokens: null, searches: 1 },
    cost: { usd: 0.020_017, basis: 'computed' },
    unknownItems: 0,
  },
  {
    file: 'messages-web-search-weather',
    outcome: 'ok',
    finish: 'complete',
    text: {
      start:
        "Based on the search results, here's the weather information for San Francisco today (September 16, 2025):\n\n" +
        '**Current Conditions:**\n- Temperature: 66°F with clear skies\n- Wind: W at 3 mph with gusts up to 5 mph\n- Air quality',
      end: 'though the air quality is poor, so sensitive individuals should limit outdoor activities.',
      lacks: ['The user is asking about the weather'],
    },
    citations: [
      {
        url: 'https://www.accuweather.com/en/us/san-francisco/94103/weather-forecast/347629',
        domain: 'accuweather.com',
        title: 'San Francisco, CA Weather Forecast | AccuWeather',
        count: 3,
        slices: [
          'Temperature: 66°F with clear skies',
          'Wind: W at 3 mph with gusts up to 5 mph',
          'Air quality is poor and unhealthy for sensitive groups',
        ],
      },
      {
        url: 'https://www.wunderground.com/weather/us/ca/san-francisco',
        count: 5,
        slices: [
          'High: 78°F with partly cloudy skies',
          'Winds W at 10 to 20 mph',
          '8% chance of precipitation',
          'Low: 57°F with clear to partly cloudy conditions',
          'Winds W at 10 to 20 mph',
        ],
      },
      {
        url: 'https://www.wunderground.com/hourly/us/ca/san-francisco',
        count: 1,
        slices: ['Some clouds in the morning will give way to mainly sunny skies for the afternoon'],
      },
    ],
    listed: [
      'https://weather.com/weather/tenday/l/San+Francisco+CA+USCA0987:1:US',
      'https://weather.com/weather/today/l/USCA0987:1:US',
      'https://www.wunderground.com/forecast/us/ca/san-francisco',
      'https://forecast.weather.gov/MapClick.php?lat=37.7771&lon=-122.4196',
      'https://www.nbcbayarea.com/weather/',
      'https://www.theweathernetwork.com/en/city/us/california/san-francisco/current?_guid_iss_=1',
      'https://abc7news.com/weather/',
    ],
    searches: ['San Francisco weather today'],
    searched: true,
    model: 'claude-sonnet-4-20250514',
    usage: { inputTokens: 8984, outputTokens: 520, reasoningTokens: null, searches: 1 },
    cost: notPriced,
    unknownItems: 0,
    request: {
      question: { text: 'What is the weather in San Francisco today?' },
      same: [...askedWithTool, 'body.max_tokens'],
    },
  },
  {
    file: 'messages-web-search-terse',
    outcome: 'ok',
    finish: 'complete',
    text: {
      full: 'According to CRAN publish records, ggplot2 1.0.0 was published on 2014-05-21.\n\n**2014-05-21**',
    },
    citations: [
      {
        url: 'https://rpkg.net/package/ggplot2',
        domain: 'rpkg.net',
        count: 1,
        slices: ['ggplot2 1.0.0 was published on 2014-05-21'],
      },
    ],
    listed: [
      'https://tidyverse.org/blog/2025/09/ggplot2-4-0-0/',
      'https://github.com/cran/ggplot2/releases',
      'https://en.wikipedia.org/wiki/Ggplot2',
      'https://ggplot2.tidyverse.org/news/index.html',
      'https://cran.r-project.org/web/packages/ggpubr/ggpubr.pdf',
      'https://rpkgs.datanovia.com/ggpubr/news/index.html',
      'https://github.com/tidyverse/ggplot2/releases',
    ],
    searches: ['ggplot2 1.0.0 CRAN release date'],
    searched: true,
    model: 'claude-sonnet-5',
    // 4 fresh + 2,836 read from the cache + 11,107 written to it
    usage: { inputTokens: 13_947, outputTokens: 155, reasoningTokens: 26, searches: 1 },
    // (4 × 2 $ + 2,836 × 0.2 $ + 11,107 × 2.5 $ + 155 × 10 $) / M + 0.01 $
    cost: { usd: 0.039_892_7, basis: 'computed' },
    unknownItems: 0,
    request: {
      question: { text: 'When was ggplot2 1.0.0 released to CRAN?\n\nAnswer in YYYY-MM-DD format.' },
      same: [...asked, 'body.messages.0.content.0.text', 'body.tools.0.name', 'body.tools.0.type', 'body.max_tokens'],
    },
  },
  {
    file: 'messages-no-search',
    outcome: 'ok',
    finish: 'complete',
    text: {
      full: "Hello! I'm doing well, thanks for asking. How are you doing today? Is there anything I can help you with?",
    },
    citations: [],
    listed: [],
    searches: [],
    searched: false,
    model: 'claude-sonnet-4-5-20250929',
    usage: { inputTokens: 12, outputTokens: 29, reasoningTokens: null, searches: null },
    cost: { usd: 0.000_471, basis: 'computed' },
    unknownItems: 0,
  },
]

/** What the recordings of `anthropic` must become, written from reading the files; prices of November 2026. */
export const expectedAnthropic: Expected[] = [
  ...answers,
  ...expectedAnthropicNews,
  ...expectedAnthropicSearches,
  ...expectedAnthropicEnds,
]
