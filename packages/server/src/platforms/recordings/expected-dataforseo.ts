import type { Expected } from './expected.test-support.ts'

/** What the recordings of `dataforseo` must become, written from reading the files: model answers and envelope errors. */

const billed = (usd: number) => ({ usd, basis: 'reported' }) as const
const told = { outcome: 'ok', finish: 'complete', listed: [], searched: true, unknownItems: 0, failure: null } as const
const maps = 'https://www.google.com/maps/search/'

const coventry: Expected = {
  file: 'llm-responses-chatgpt-live-photography-classes-coventry',
  ...told,
  text: {
    start:
      "If you're looking for photography classes in Coventry, here are several options to consider:\n\n" +
      // Links in running text stay, as in the same model's own answers.
      '**[Alan Ranger Photography](https://www.alanranger.com/?utm_source=openai)**  \n**Closed · Photographer · 4.9',
    end: 'for the most current information and to confirm enrollment details.',
  },
  citations: [
    { url: 'https://www.alanranger.com/', domain: 'alanranger.com', title: 'Alan Ranger Photography', count: 1 },
    { url: 'https://www.fb.com/aldermoorlifecentre', domain: 'fb.com', title: 'Aldermoor LIFE Centre', count: 1 },
    {
      url: 'https://www.theknowledgeacademy.com/locations/eleven-brindley-place-birmingham/',
      title: 'The Knowledge Academy',
      count: 1,
    },
  ],
  searches: ['photography classes Coventry'],
  model: 'gpt-4.1-mini-2025-04-14',
  usage: { inputTokens: 8174, outputTokens: 353, reasoningTokens: 0, searches: null },
  cost: billed(0.029_434),
}

/** Local results: every link is a search on the map, so the brands stand in the titles only. */
const ukCourses: Expected = {
  file: 'llm-responses-chatgpt-live-uk-courses',
  ...told,
  text: {
    start: "If you're looking to enhance your photography skills in the UK, there are numerous courses available",
    has: ['\n_North & West Kent_\nProvides personalized coaching'],
    end: 'visit the respective websites for detailed information on course content, schedules',
  },
  citations: [
    { url: `${maps}Fotocourses%2C+UK%2C+Europe+%26+USA`, domain: 'google.com', title: 'Fotocourses' },
    { url: `${maps}f%2F32+Photography+Courses%2C+North+%26+West+Kent`, title: 'f/32 Photography Courses' },
    { url: `${maps}British+Academy+of+Photography%2C+Multiple+UK+Locations`, title: 'British Academy of Photography' },
    { url: `${maps}Master+Your+Photography%2C+Online`, title: 'Master Your Photography' },
    { url: `${maps}Institute+of+Photography%2C+Online`, title: 'Institute of Photography' },
    {
      url: `${maps}University+for+the+Creative+Arts+%28UCA%29%2C+Farnham%2C+UK`,
      title: 'University for the Creative Arts (UCA)',
    },
    { url: `${maps}Barrett+%26+Coe%2C+Multiple+UK+Locations`, title: 'Barrett & Coe' },
    {
      url: `${maps}Nigel+Wilson+Photography+Workshops%2C+London%2C+UK`,
      domain: 'google.com',
      title: 'Nigel Wilson Photography Workshops',
    },
  ],
  searches: ['photography courses UK 2023'],
  model: 'gpt-4o-mini-2024-07-18',
  usage: { inputTokens: 8174, outputTokens: 624, reasoningTokens: 0 },
  cost: billed(0.027_200_5),
}

/** The vendor's sample; its line ends are written out as `\n`. */
const france: Expected = {
  file: 'llm-responses-chatgpt-live-france',
  ...told,
  text: {
    start: "The amusement park industry in France remains a significant contributor to the country's economy",
    lacks: ['([', 'grandviewresearch.com', 'wikipedia.org'],
  },
  citations: [
    {
      url: 'https://www.grandviewresearch.com/horizon/outlook/amusement-parks-market/france',
      domain: 'grandviewresearch.com',
      title: 'France Amusement Parks Market Size & Outlook, 2030',
      count: 1,
      slices: [
        'In 2024, the French amusement parks market generated approximately USD 3.25 billion in revenue and is projected to ' +
          'reach USD 4.27 billion by 2030, growing at a compound annual growth rate (CAGR) of 4.4% from 2025 to 2030.',
      ],
    },
    { url: 'https://en.wikipedia.org/wiki/Disneyland_Paris', count: 1 },
    {
      url: 'https://en.wikipedia.org/wiki/Parc_Ast%C3%A9rix',
      slices: [
        'Parc Astérix, another prominent park, achieved a record attendance of over 2.8 million visitors in 2023.',
      ],
    },
    { url: 'https://en.wikipedia.org/wiki/Le_Puy_du_Fou', count: 1 },
    { url: 'https://www.6wresearch.com/industry-report/france-amusement-park-market-outlook', count: 1 },
    {
      url: 'https://www.lemonde.fr/en/economy/article/2024/10/19/when-vacations-keep-getting-more-expensive_6729824_19.html',
      count: 2,
    },
  ],
  searches: null,
  model: 'gpt-4.1-mini-2025-04-14',
  usage: { inputTokens: 374, outputTokens: 594, reasoningTokens: null },
  cost: billed(0.0292),
}

const errors = (
  [
    ['error-40100-unauthorized', 'stop', 'invalid_key', 1],
    ['error-40202-rate-limit', 'wait', 'rate_limited', 4],
    ['error-40210-insufficient-funds', 'stop', 'out_of_credit', 1],
    ['error-40400-not-found', 'never', 'not_found', 1],
    ['error-40501-invalid-field', 'never', 'bad_request', 1],
  ] as const
).map(([file, kind, code, tries]): Expected => ({
  file,
  outcome: 'failed',
  finish: 'error',
  text: { full: '' },
  citations: [],
  listed: [],
  errorCode: code,
  failure: { kind, code },
  tries,
}))

export const expectedDataforseo: Expected[] = [coventry, ukCourses, france, ...errors]
