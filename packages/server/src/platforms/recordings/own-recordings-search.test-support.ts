import type { OwnRecording } from './own-recordings.test-support.ts'

const json = { 'content-type': 'application/json' }
const plain = { outcome: 'ok', finish: 'complete', failure: null, tries: 1, unknownItems: 0, errorCode: null } as const
const plan = { usd: null, basis: 'plan' } as const

/** Replies of the vendors that sell Google and Copilot: SerpApi and DataForSEO. */
export const SEARCH_RECORDINGS: readonly OwnRecording[] = [
  {
    platform: 'google-aio',
    request: {
      method: 'GET',
      url: 'https://serpapi.com/search.json',
      query: { engine: 'google', q: 'best bread knife', gl: 'us', hl: 'en' },
    },
    response: {
      status: 200,
      headers: json,
      body: {
        search_metadata: { id: 'own-16', status: 'Success' },
        search_parameters: {
          engine: 'google',
          q: 'best bread knife',
          gl: 'us',
          hl: 'en',
          location_used: 'United States',
        },
        ai_overview: {
          text_blocks: [
            {
              type: 'paragraph',
              snippet: 'The best bread knife for most people is the Wrenfield 10.',
              reference_indexes: [0],
            },
            { type: 'heading', snippet: 'Other picks' },
            {
              type: 'list',
              list: [
                { title: 'Marlow:', snippet: 'sharper, but short.', reference_indexes: [1] },
                { title: 'Tern:', snippet: 'the cheapest.' },
              ],
            },
          ],
          references: [
            { index: 0, title: 'Bread knives', link: 'https://crumb.example/knives', source: 'Crumb' },
            { index: 1, title: 'Marlow', link: 'https://marlow.example/bread?srsltid=1', source: 'Marlow' },
            { index: 2, title: 'Crust', link: 'https://crust.example/', source: 'Crust' },
          ],
        },
      },
    },
    expected: {
      ...plain,
      text: {
        full:
          'The best bread knife for most people is the Wrenfield 10.\n\n### Other picks\n\n' +
          '- Marlow: sharper, but short.\n- Tern: the cheapest.',
      },
      citations: [
        {
          url: 'https://crumb.example/knives',
          title: 'Bread knives',
          slices: ['The best bread knife for most people is the Wrenfield 10.'],
        },
        { url: 'https://marlow.example/bread', slices: ['Marlow: sharper, but short.'] },
      ],
      listed: ['https://crust.example/'],
      location: 'United States',
      cost: plan,
      request: {
        question: { text: 'best bread knife', locale: { country: 'US', language: 'en' } },
        same: ['method', 'path', 'query.engine', 'query.q', 'query.gl', 'query.hl'],
      },
    },
  },
  {
    platform: 'google-aio',
    vendor: 'dataforseo',
    request: {
      method: 'POST',
      url: 'https://api.dataforseo.com/v3/serp/google/organic/live/advanced',
      body: [{ keyword: 'bester Schlitten', location_code: 2276, language_code: 'de' }],
    },
    response: {
      status: 200,
      headers: json,
      body: {
        status_code: 20000,
        status_message: 'Ok.',
        cost: 0.004,
        tasks: [
          {
            status_code: 20000,
            cost: 0.004,
            result: [
              {
                keyword: 'bester Schlitten',
                location_code: 2276,
                language_code: 'de',
                item_types: ['ai_overview', 'organic'],
                items: [
                  {
                    type: 'ai_overview',
                    items: [
                      {
                        type: 'ai_overview_element',
                        title: null,
                        text: 'Der Almrausch ist am schnellsten. Der Kufstolz lenkt besser.',
                        markdown:
                          'Der **Almrausch** ist am schnellsten.[[1]](https://rodel.example/test) Der **Kufstolz** lenkt besser.',
                        references: [
                          {
                            type: 'ai_overview_reference',
                            domain: 'rodel.example',
                            url: 'https://rodel.example/test',
                            title: 'Schlitten im Test',
                          },
                        ],
                      },
                    ],
                    references: [
                      {
                        type: 'ai_overview_reference',
                        domain: 'rodel.example',
                        url: 'https://rodel.example/test',
                        title: 'Schlitten im Test',
                      },
                      {
                        type: 'ai_overview_reference',
                        domain: 'kufstolz.example',
                        url: 'https://kufstolz.example/',
                        title: 'Kufstolz',
                      },
                    ],
                  },
                  { type: 'organic', rank_group: 1, url: 'https://rodel.example/', title: 'Rodel' },
                ],
              },
            ],
          },
        ],
      },
    },
    expected: {
      ...plain,
      text: { full: 'Der **Almrausch** ist am schnellsten. Der **Kufstolz** lenkt besser.' },
      citations: [
        {
          url: 'https://rodel.example/test',
          title: 'Schlitten im Test',
          slices: ['Der **Almrausch** ist am schnellsten.'],
        },
      ],
      listed: ['https://kufstolz.example/'],
      location: 'Germany',
      cost: { usd: 0.004, basis: 'reported' },
      request: {
        question: { text: 'bester Schlitten', locale: { country: 'DE', language: 'de' } },
        same: ['method', 'path', 'body.0.keyword', 'body.0.location_code', 'body.0.language_code'],
      },
    },
  },
  {
    platform: 'google-ai-mode',
    request: {
      method: 'GET',
      url: 'https://serpapi.com/search.json',
      query: { engine: 'google_ai_mode', q: 'mejor mochila escolar', gl: 'es', hl: 'es' },
    },
    response: {
      status: 200,
      headers: json,
      body: {
        search_metadata: { id: 'own-18', status: 'Success' },
        search_parameters: { engine: 'google_ai_mode', q: 'mejor mochila escolar', location_used: 'Spain' },
        text_blocks: [
          { type: 'paragraph', snippet: 'La Caminera es la más resistente.', reference_indexes: [0] },
          {
            type: 'table',
            table: [
              ['Mochila', 'Peso'],
              ['Caminera', '700 g'],
              ['Olmeda', '550 g'],
            ],
          },
        ],
        references: [
          { index: 0, title: 'Mochilas a prueba', link: 'https://patio.example/mochilas', source: 'Patio' },
          { index: 1, title: 'Olmeda', link: 'https://olmeda.example/', source: 'Olmeda' },
        ],
      },
    },
    expected: {
      ...plain,
      text: {
        full:
          'La Caminera es la más resistente.\n\n' +
          '| Mochila | Peso |\n| --- | --- |\n| Caminera | 700 g |\n| Olmeda | 550 g |',
      },
      citations: [
        {
          url: 'https://patio.example/mochilas',
          title: 'Mochilas a prueba',
          slices: ['La Caminera es la más resistente.'],
        },
      ],
      listed: ['https://olmeda.example/'],
      location: 'Spain',
      cost: plan,
      request: {
        question: { text: 'mejor mochila escolar', locale: { country: 'ES', language: 'es' } },
        same: ['method', 'path', 'query.engine', 'query.q', 'query.gl', 'query.hl'],
      },
    },
  },
  {
    platform: 'google-ai-mode',
    vendor: 'dataforseo',
    request: {
      method: 'POST',
      url: 'https://api.dataforseo.com/v3/serp/google/ai_mode/live/advanced',
      body: [{ keyword: 'best desk fan', location_code: 2840, language_code: 'en' }],
    },
    response: {
      status: 200,
      headers: json,
      body: {
        status_code: 20000,
        status_message: 'Ok.',
        cost: 0.004,
        tasks: [
          {
            status_code: 20000,
            cost: 0.004,
            result: [
              {
                keyword: 'best desk fan',
                type: 'ai_mode',
                location_code: 2840,
                language_code: 'en',
                items: [
                  {
                    type: 'ai_overview',
                    items: [
                      {
                        type: 'ai_overview_element',
                        title: 'Quiet fans',
                        text: 'Breezeby is quietest.',
                        markdown: '**Breezeby** is quietest.[[1]](https://fanfacts.example/desk)',
                        references: [
                          {
                            type: 'ai_overview_reference',
                            domain: 'fanfacts.example',
                            url: 'https://fanfacts.example/desk',
                            title: 'Desk fans',
                          },
                        ],
                      },
                      {
                        type: 'ai_overview_table_element',
                        table: { table_header: ['Fan', 'Noise'], table_content: [['Breezeby', '24 dB']] },
                      },
                    ],
                    references: [
                      {
                        type: 'ai_overview_reference',
                        domain: 'fanfacts.example',
                        url: 'https://fanfacts.example/desk',
                        title: 'Desk fans',
                      },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    },
    expected: {
      ...plain,
      text: {
        full: '### Quiet fans\n\n**Breezeby** is quietest.\n\n| Fan | Noise |\n| --- | --- |\n| Breezeby | 24 dB |',
      },
      citations: [{ url: 'https://fanfacts.example/desk', slices: ['**Breezeby** is quietest.'] }],
      listed: [],
      location: 'United States',
      cost: { usd: 0.004, basis: 'reported' },
      request: {
        question: { text: 'best desk fan', locale: { country: 'US', language: 'en' } },
        same: ['method', 'path', 'body.0.keyword', 'body.0.location_code', 'body.0.language_code'],
      },
    },
  },
]
