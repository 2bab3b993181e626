import type { OwnRecording } from './own-recordings.test-support.ts'

const json = { 'content-type': 'application/json' }
const plain = {
  outcome: 'ok',
  finish: 'complete',
  failure: null,
  tries: 1,
  unknownItems: 0,
  cost: { usd: null, basis: 'plan' },
} as const

/** Replies of Copilot as SerpApi sells them. */
export const COPILOT_RECORDINGS: readonly OwnRecording[] = [
  {
    platform: 'copilot',
    request: {
      method: 'GET',
      url: 'https://serpapi.com/search.json',
      query: { engine: 'bing_copilot', q: 'best tent for two' },
    },
    response: {
      status: 200,
      headers: json,
      body: {
        search_metadata: { id: 'own-20', status: 'Success' },
        search_parameters: { engine: 'bing_copilot', q: 'best tent for two' },
        header: 'The Moorgate 2 and the Skelder Duo lead.',
        text_blocks: [
          { type: 'heading', snippet: 'Two good tents', level: 2 },
          {
            type: 'list',
            list: [
              { snippet: 'Moorgate 2: up in three minutes 1', reference_indexes: [0] },
              { snippet: 'Skelder Duo: the lightest' },
            ],
          },
        ],
        references: [
          { index: 0, title: 'Tents for two', link: 'https://pegs.example/two', source: 'Pegs' },
          { index: 1, title: 'Skelder', link: 'https://skelder.example/', source: 'Skelder' },
        ],
      },
    },
    expected: {
      ...plain,
      text: {
        full:
          'The Moorgate 2 and the Skelder Duo lead.\n\n## Two good tents\n\n' +
          '- Moorgate 2: up in three minutes\n- Skelder Duo: the lightest',
      },
      citations: [
        { url: 'https://pegs.example/two', title: 'Tents for two', slices: ['Moorgate 2: up in three minutes'] },
      ],
      listed: ['https://skelder.example/'],
      request: { question: { text: 'best tent for two' }, same: ['method', 'path', 'query.engine', 'query.q'] },
    },
  },
  {
    platform: 'copilot',
    request: null,
    response: {
      status: 200,
      headers: json,
      body: {
        search_metadata: { id: 'own-21', status: 'Success' },
        search_parameters: { engine: 'bing_copilot', q: 'leichteste Thermoskanne' },
        header: 'Die leichteste Thermoskanne ist die Isolde 0,5.',
        text_blocks: [
          {
            type: 'paragraph',
            snippet: 'Die Wärmling hält länger warm, wiegt aber 480 Gramm.',
            reference_indexes: [0],
          },
        ],
        references: [{ index: 0, title: 'Kannen im Test', link: 'https://kannen.example/test', source: 'Kannen' }],
      },
    },
    expected: {
      ...plain,
      text: {
        full:
          'Die leichteste Thermoskanne ist die Isolde 0,5.\n\n' +
          'Die Wärmling hält länger warm, wiegt aber 480 Gramm.',
      },
      citations: [
        {
          url: 'https://kannen.example/test',
          domain: 'kannen.example',
          slices: ['Die Wärmling hält länger warm, wiegt aber 480 Gramm.'],
        },
      ],
      listed: [],
    },
  },
]
