import type { OwnRecording } from './own-recordings.test-support.ts'

const json = { 'content-type': 'application/json' }
const plain = { failure: null, tries: 1, unknownItems: 0, location: null } as const

/** Replies of Grok: numbered markers with their addresses, and the bill in ticks. */
export const GROK_RECORDINGS: readonly OwnRecording[] = [
  {
    platform: 'grok',
    request: {
      method: 'POST',
      url: 'https://api.x.ai/v1/responses',
      body: { input: [{ role: 'user', content: 'A pack for weekend hikes?' }], tools: [{ type: 'web_search' }] },
    },
    response: {
      status: 200,
      headers: json,
      body: {
        id: 'own_3',
        object: 'response',
        status: 'completed',
        model: 'grok-4.3',
        output: [
          {
            id: 'ws_own_3',
            type: 'web_search_call',
            status: 'completed',
            action: {
              type: 'search',
              query: 'best 40 litre backpack',
              sources: [{ type: 'url', url: 'https://trailpages.example/packs' }],
            },
          },
          {
            type: 'message',
            role: 'assistant',
            status: 'completed',
            content: [
              {
                type: 'output_text',
                text:
                  'The **Fernhill 40** is the usual advice for weekend hikes.[[1]](https://trailpages.example/packs) ' +
                  'It weighs 1.1 kg.[[2]](https://fernhill.example/40)',
                annotations: [
                  {
                    type: 'url_citation',
                    url: 'https://trailpages.example/packs',
                    start_index: 58,
                    end_index: 97,
                    title: '1',
                  },
                  {
                    type: 'url_citation',
                    url: 'https://fernhill.example/40',
                    start_index: 115,
                    end_index: 149,
                    title: '2',
                  },
                ],
              },
            ],
          },
        ],
        usage: { input_tokens: 4000, output_tokens: 60, cost_in_usd_ticks: 120_000_000, num_sources_used: 0 },
      },
    },
    expected: {
      ...plain,
      outcome: 'ok',
      finish: 'complete',
      text: { full: 'The **Fernhill 40** is the usual advice for weekend hikes. It weighs 1.1 kg.' },
      citations: [
        {
          url: 'https://trailpages.example/packs',
          title: null,
          slices: ['The **Fernhill 40** is the usual advice for weekend hikes.'],
        },
        { url: 'https://fernhill.example/40', slices: ['It weighs 1.1 kg.'] },
      ],
      listed: [],
      searches: ['best 40 litre backpack'],
      // 120,000,000 ticks of a ten-billionth of a dollar
      cost: { usd: 0.012, basis: 'reported' },
      request: {
        question: { text: 'A pack for weekend hikes?' },
        same: ['method', 'path', 'body.input', 'body.tools'],
      },
    },
  },
  {
    platform: 'grok',
    request: null,
    response: {
      status: 200,
      headers: json,
      body: {
        id: 'own_4',
        object: 'response',
        status: 'completed',
        model: 'grok-4.3',
        output: [
          {
            type: 'reasoning',
            status: 'completed',
            summary: [{ type: 'summary_text', text: 'Two cameras, one lens.' }],
          },
          {
            type: 'message',
            role: 'assistant',
            content: [
              {
                type: 'output_text',
                text: 'Not much: the Ostrava X and the Ostrava S share one lens, and only the X is sealed against rain.',
                annotations: [],
              },
            ],
          },
        ],
        usage: { input_tokens: 300, output_tokens: 40, cost_in_usd_ticks: 5_000_000 },
      },
    },
    expected: {
      ...plain,
      outcome: 'ok',
      finish: 'complete',
      // The reasoning is no part of the answer.
      text: {
        full: 'Not much: the Ostrava X and the Ostrava S share one lens, and only the X is sealed against rain.',
      },
      citations: [],
      listed: [],
      searched: false,
      cost: { usd: 0.0005, basis: 'reported' },
    },
  },
]
