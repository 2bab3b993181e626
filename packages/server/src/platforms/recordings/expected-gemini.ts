import { expectedGeminiEnds } from './expected-gemini-ends.ts'
import { expectedGeminiNews } from './expected-gemini-news.ts'
import type { Expected } from './expected.test-support.ts'

const redirect = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/'
/** The price table has no token prices for Gemini. */
const notPriced = { usd: null, basis: null }
const asked = ['method', 'path', 'body.contents', 'headers.x-goog-api-key']

const rubyClaim = 'The latest stable version of Ruby is **4.0.6**, which was released on July 13, 2026'
const rubyBranch =
  'x branch, other active stable and maintained versions include:\n* **Ruby 3.4.10** (released June 30, 2026 — under normal maintenance)'
const rubyBranches = `${rubyBranch}\n* **Ruby 3.3.12** (released July 16, 2026 — under security-only maintenance)`
const rubyNote =
  '*(Note: The Ruby 3.2 branch officially reached its End-of-Life on March 31, 2026, and is no longer receiving security updates'
const rainInMexico =
  'There is a significant chance of rain, with forecasts indicating a 60% to 100% probability of precipitation, especially from mid-afternoon into the evening.'
const windInMexico = 'Winds are generally light, coming from the north-northeast at 10 to 15 mph.'
const chanceOfRain = 'There is a 19% chance of rain, and the humidity is around 94%.'
const hourly =
  'Hourly forecasts show temperatures remaining in the low 70s during the afternoon before gradually cooling down in the evening.'

const answers: Expected[] = [
  {
    file: 'gemini35-flash-grounded',
    outcome: 'ok',
    finish: 'complete',
    text: {
      start: `${rubyClaim}. \n\nAlong with the 4.0.x branch`,
      end: '[GitHub – ruby/ruby Releases](https://github.com/ruby/ruby/releases)',
      length: 746,
    },
    citations: [
      {
        url: `${redirect}AUZIYQF_3YYf4WefqaMv_nT0VJAWUyPu0GdMT0qfn2nWQ0YSdNbpUQSevPsJI2UCVSIV_-pQFxcniPfNeiiNP1WhrAf7F9Ruja8HHbk8_w7S75JHMEpTHTBjCg-9ZGTf`,
        domain: 'github.com',
        title: null,
        isResolved: false,
        count: 2,
        slices: [
          rubyClaim,
          'date/ruby](https://endoflife.date/ruby)\n* **Development & Release Logs:** [GitHub – ruby/ruby Releases](https://github.com/ruby/ruby/releases)',
        ],
      },
      {
        url: `${redirect}AUZIYQHI3JxXZu5eg3ZABByVi0l5Fr-sWnIHGMQ8Z_UySS4FqhYslczk1hXQTjblL2NxsXHrlP2usnelQXa_O-QKNITyk-I9byAfkUN9Y82n8tvVCks=`,
        domain: 'endoflife.date',
        isResolved: false,
        count: 5,
        slices: [rubyClaim, rubyBranch, rubyBranches, rubyNote, 'date/ruby](https://endoflife.date/ruby)'],
      },
      {
        url: `${redirect}AUZIYQEWd6jub636PgrJ0lNeg_AWZj6bCLbux0-_Lo845vU5dCcD4DqQzXbHit08cgmTDyN8llvV1cbGzcwVsnZi6zOlX9viX6yThX870VN6kR8-A8fgSzwYCa1JSPkNRqX2sInRXh0vgrI=`,
        domain: 'ruby-lang.org',
        slices: [rubyBranches],
      },
      {
        url: `${redirect}AUZIYQEPTQbD3jG2yxsBmrBbdIWxmpZjJqI-LFTg_rJk74uH4FLuNuNIxWKRKbSnNCMkIZo_spJxKFZb267CQqUNtFADG8WRWL7cZwE1aybTTFP9se0FKeKWIgGiLqjQm0jTYOlukOtxG6T8g-WUz2BmHqrd6tsNZelP3dJuuUW7p_ra-QZNqXhA8ju5HR71U2OyEwijK0igGqr2_WbgkyfG`,
        domain: 'dev.to',
        slices: [rubyNote],
      },
      {
        url: `${redirect}AUZIYQGX27Km-LpiEEral1ZAsw4Ij812SppgNhZM2j0lblG0cHsLAJdMH814IbSbtK1LrEKKx87Tet2hdHpBm3PAz4cR3WumZHSUptBgDB6hBXfDDTwldizDhwNW4qVtQDI=`,
        domain: 'ruby-lang.org',
        slices: [
          '### Sources\n* **Official Ruby Downloads:** [Ruby-Lang.org Downloads](https://www.ruby-lang.org/en/downloads/)',
        ],
      },
    ],
    listed: [],
    searches: ['ruby lang downloads latest stable version', 'latest stable ruby version', 'ruby releases august 2026'],
    searched: true,
    model: 'gemini-3.5-flash',
    usage: { inputTokens: 568, outputTokens: 305, reasoningTokens: 1027, searches: 3 },
    cost: notPriced,
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
      same: [...asked, 'body.tools'],
      differs: { 'body.toolConfig': { retrievalConfig: { languageCode: 'de' } } },
    },
  },
  {
    file: 'gemini25-flash-grounded',
    outcome: 'ok',
    finish: 'complete',
    text: { full: 'The latest stable version of Ruby is 4.0.6.' },
    citations: [
      {
        url: `${redirect}AUZIYQH97MfdmLSsypNdtOkimF5dYCut50s9XfHEDao0Ipe1ve8AxusE3KAfp_MCiho8qC8czcj8KwmEhBsuhqgYkrHJROkihbpqxafC5SCqLmLoZ64tPjoRY9UAD1GzBKrzfHJnGA==`,
        domain: 'ruby-lang.org',
        isResolved: false,
        slices: ['6.'],
      },
      {
        url: `${redirect}AUZIYQH1ZGbcJIcldszWWH-d_-ugRJz1ds991uuWk9iYmdbbfLgyjI-vsKYShR4gh6-PtOfWnlquhO7n6HK1pVplo7z3_yUyyyRCczYq9oUYL7DS5bE65U11bmWxhhfOlfP_tS5s_gnNZmmwL2VBcu25czyY15MAYw==`,
        domain: 'wikipedia.org',
        slices: ['6.'],
      },
      {
        url: `${redirect}AUZIYQEwKUMGIsEWCHFWSDu5X6VzKlOXIXwHVl_zSw75jAiDwSuqdsyvtPr0TWcP39Q7u8SVMWkqQyWTEEkL5cSSC8ywplvYLtf0nh6O9eICiR552slPjzt0XTeP3x3XLrslK90=`,
        domain: 'github.com',
        slices: ['6.'],
      },
    ],
    listed: [],
    searches: ['latest stable version of Ruby'],
    searched: true,
    model: 'gemini-2.5-flash',
    usage: { inputTokens: 10, outputTokens: 30, reasoningTokens: 109, searches: 1 },
    cost: notPriced,
    unknownItems: 0,
    request: { question: { text: 'What is the latest stable version of Ruby?' }, same: [...asked, 'body.tools'] },
  },
  {
    file: 'gemini25-pro-weather-mexico',
    outcome: 'ok',
    finish: 'complete',
    text: {
      start: 'In Mexico City today, you can expect a day of mixed sun and clouds',
      end: 'will drop to a low of around 57°F (about 14°C).',
      length: 758,
    },
    // Two pages of one site stay two citations: nobody knows whether they are the same page.
    citations: [
      {
        url: `${redirect}AUZIYQEvigSUuLwtMoqPNq2bvqCduH6yYQLKmhzoj0-SQbxBb2rs_ow380KClss6yfKqxmQ-3HIrmzasviLVdO2FhQ_uEIGfpv6-_r4XOSSLu57LKZgAFYTsswd5Q--VkuO2eEr4Vh8b0aK4KFi3Rt3k_r99frmOa-8mCHzWrXI_HeS58IvIpda0XNtWVEjg`,
        domain: 'theweathernetwork.com',
        isResolved: false,
        slices: [rainInMexico],
      },
      {
        url: `${redirect}AUZIYQFEXnJiWubQ1I2xMumZnSwxzZzhO_s2AdGg1yFakgO7GqJXU25aq3-Zl5xFEsUk9KpDtKUsS0NrBQxRNYCTkbKMknHSD5n8Yps9aAYvLOvyKgKPDFt4SkBkt1RO1nyPOweAzOzjPmnnd8AqBqOq`,
        domain: 'wunderground.com',
        slices: [rainInMexico, windInMexico],
      },
      {
        url: `${redirect}AUZIYQEDXOJgWay-hTPi0eqxph51YPv_mX15kug_vYdV3Ybx19gm4XsIFdbDN3OhP8tHbKJDheVySvDaxmXZK2lsEJlHITYidz_uKAiY38_peXIPv0Kw4LvBYLWUh4SPwHBLgHAR3CsLQo3293ZbIXZ_3A==`,
        domain: 'wunderground.com',
        slices: [rainInMexico, windInMexico],
      },
    ],
    listed: [],
    searches: ['current weather in Mexico City'],
    model: 'gemini-2.5-pro',
    usage: { inputTokens: 209, outputTokens: 206, reasoningTokens: 131, searches: 1 },
    unknownItems: 0,
    request: { same: ['method', 'path'] },
  },
  {
    file: 'gemini25-pro-weather-sf-stream',
    outcome: 'ok',
    finish: 'complete',
    text: {
      start:
        "### Weather in San Francisco is Mild and Partly Cloudy Today\n\n**San Francisco, CA** - Today's weather in San",
      end: 'in the evening. The chance of rain remains low throughout the day.',
    },
    citations: [
      {
        url: 'https://www.google.com/search?q=weather+in+San%20Francisco,%20CA,+US',
        domain: 'google.com',
        title: 'Weather information for San Francisco, CA, US',
        isResolved: true,
        count: 3,
        slices: [
          'As of Tuesday afternoon, the temperature is around 69°F (21°C), with a real feel of about 76°F (24°C) and humidity at approximately 68%.',
          'There is a very low chance of rain throughout the day.',
          'The chance of rain remains low throughout the day.',
        ],
      },
      {
        url: `${redirect}AUZIYQE9XF-Y6nU0j1wObrFC2SexrS5DFq99jug8F3RhftMwfKdkLkcSVMWq_H3qgRJRC02Lp0nIyyB7EtTA9TkUIOV4vzEh0VmWYIkoeQRmbB3K6IaR4luRiN1n0lni5mP4x4JjiXd7y8V__w50hGwbk3k=`,
        domain: 'timeanddate.com',
        count: 2,
        slices: ['Another report indicates a temperature of 68°F with passing clouds.', hourly],
      },
      {
        url: `${redirect}AUZIYQF9gHiIEZB4cp94jXmMqDgEn5mdhQWix9Oco3m2_yhtcyDU0_2m2APS1umgwbjJB2m_jvk5YrtlCJEptzyxHBTuUSoQZyeA2wPI-2DwOt702e6hk4W40qPv3f3NwT_F62ja9E1cOswIuoUqRo7MaPCsGw==`,
        domain: 'weather.gov',
        count: 2,
        slices: [
          'The forecast for the remainder of the day predicts sunny skies with highs ranging from the mid-60s to the lower 80s.',
          'Tonight, the weather is expected to be partly cloudy with lows in the upper 50s.',
        ],
      },
      {
        url: `${redirect}AUZIYQHG2VJsv-qDQ3dAw0xQxSzqVRJTmGVBl1ynrfvi4JmEOy2i4rL0D6VmM2qU_T-igTHlYqBwhiyKfV4FVZ8p0ZkvFr12ocM9X3w5zMhemDW8sojJxbbUmL2WpJhN6-MHEMbBo0icOn8flgtJkd3oFwGd1vA=`,
        domain: 'wunderground.com',
        slices: ['Some sources suggest the high could reach up to 85°F.'],
      },
      {
        url: `${redirect}AUZIYQG5DFKTufdLoq-EDj4BMwA8R-Kt4WMdHALFS5lq7bW1XPikPjRETgxED9Y_1QDm_7oA2nnRRT1XONMc9iJeBTJksRrIytiqV46Cl8VitiRX3rKZsExm4SP_usZzXnTE5wudf6FQAMTVI8rqqS6GPU3KJ5lGYRc3ZPJ1ZJa_eTl-EhqLZgWBd4E=`,
        domain: 'accuweather.com',
        slices: [hourly],
      },
    ],
    listed: [],
    searches: ['weather in San Francisco today'],
    model: 'gemini-2.5-pro',
    // The last piece's running totals.
    usage: { inputTokens: 17, outputTokens: 241, reasoningTokens: 412, searches: 1 },
    unknownItems: 0,
    request: {
      question: { text: 'What is the weather in San Francisco today?' },
      same: ['method', 'body.contents'],
      differs: { path: '/v1beta/models/gemini-2.5-pro:generateContent' },
    },
  },
  {
    file: 'gemini25-flash-weather-2026',
    outcome: 'ok',
    finish: 'complete',
    text: {
      full:
        'It is currently 3:56 AM PDT on Tuesday, June 9, 2026, in San Francisco, California. The weather is cloudy with a temperature of 58°F (14°C), feeling like 57°F (14°C). ' +
        chanceOfRain,
    },
    citations: [
      {
        url: 'https://www.google.com/search?q=time+in+San+Francisco,+CA,+US',
        domain: 'google.com',
        title: 'Current time information in San Francisco, CA, US.',
        isResolved: true,
        slices: [chanceOfRain],
      },
      {
        url: 'https://www.google.com/search?q=weather+in+San%20Francisco,%20CA,+US',
        title: 'Weather information for San Francisco, CA, US',
        slices: [chanceOfRain],
      },
    ],
    listed: [],
    searches: ['current time in San Francisco', 'weather in San Francisco right now'],
    model: 'gemini-2.5-flash',
    usage: { inputTokens: 11, outputTokens: 105, reasoningTokens: 131, searches: 2 },
    unknownItems: 0,
    request: { question: { text: 'What is the weather in San Francisco right now?' }, same: asked },
  },
]

/** What the recordings of `google-gemini` must become, written from reading the files. */
export const expectedGemini: Expected[] = [...answers, ...expectedGeminiNews, ...expectedGeminiEnds]
