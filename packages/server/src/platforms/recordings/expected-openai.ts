import { expectedOpenaiEnds } from './expected-openai-ends.ts'
import { expectedOpenaiNews } from './expected-openai-news.ts'
import type { Expected } from './expected.test-support.ts'

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
  ...expectedOpenaiNews,
  ...expectedOpenaiEnds,
]
