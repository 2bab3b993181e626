import type { OwnRecording } from './own-recordings.test-support.ts'

const json = { 'content-type': 'application/json' }
const plain = { failure: null, tries: 1, unknownItems: 0, location: null } as const

/** Replies of ChatGPT, through the Responses API. */
export const CHATGPT_RECORDINGS: readonly OwnRecording[] = [
  {
    platform: 'chatgpt',
    request: {
      method: 'POST',
      url: 'https://api.openai.com/v1/responses',
      body: { input: 'Which hand grinder is quiet?', store: false },
    },
    response: {
      status: 200,
      headers: json,
      body: {
        id: 'resp_own_1',
        object: 'response',
        created_at: 1790000000,
        status: 'completed',
        error: null,
        incomplete_details: null,
        model: 'gpt-5.2-2025-12-11',
        output: [
          {
            id: 'ws_own_1',
            type: 'web_search_call',
            status: 'completed',
            action: {
              type: 'search',
              queries: ['quiet hand grinder test'],
              query: 'quiet hand grinder test',
              sources: [
                { type: 'url', url: 'https://brewnotes.example/hand-grinders' },
                { type: 'url', url: 'https://mill.example/' },
              ],
            },
          },
          {
            id: 'msg_own_1',
            type: 'message',
            status: 'completed',
            role: 'assistant',
            content: [
              {
                type: 'output_text',
                text:
                  'For a quiet hand grinder, most testers pick the **Tallow Mini**: it grinds 20 g in about 50 seconds. ' +
                  '([brewnotes.example](https://brewnotes.example/hand-grinders?utm_source=openai))\n\n' +
                  'The **Pinecrest One** is louder, though its burrs last longer. ' +
                  '([kettlelab.example](https://kettlelab.example/pinecrest-one?utm_source=openai))',
                annotations: [
                  {
                    type: 'url_citation',
                    start_index: 101,
                    end_index: 181,
                    title: 'Hand grinders, tested',
                    url: 'https://brewnotes.example/hand-grinders?utm_source=openai',
                  },
                  {
                    type: 'url_citation',
                    start_index: 246,
                    end_index: 326,
                    title: 'Pinecrest One: the review',
                    url: 'https://kettlelab.example/pinecrest-one?utm_source=openai',
                  },
                ],
                logprobs: [],
              },
            ],
          },
        ],
        usage: {
          input_tokens: 8000,
          input_tokens_details: { cached_tokens: 0 },
          output_tokens: 90,
          output_tokens_details: { reasoning_tokens: 40 },
          total_tokens: 8090,
        },
      },
    },
    expected: {
      ...plain,
      outcome: 'ok',
      finish: 'complete',
      text: {
        full:
          'For a quiet hand grinder, most testers pick the **Tallow Mini**: it grinds 20 g in about 50 seconds.\n\n' +
          'The **Pinecrest One** is louder, though its burrs last longer.',
      },
      citations: [
        {
          url: 'https://brewnotes.example/hand-grinders',
          title: 'Hand grinders, tested',
          slices: [
            'For a quiet hand grinder, most testers pick the **Tallow Mini**: it grinds 20 g in about 50 seconds.',
          ],
        },
        {
          url: 'https://kettlelab.example/pinecrest-one',
          slices: ['The **Pinecrest One** is louder, though its burrs last longer.'],
        },
      ],
      listed: ['https://mill.example/'],
      searches: ['quiet hand grinder test'],
      searched: true,
      model: 'gpt-5.2-2025-12-11',
      usage: { inputTokens: 8000, outputTokens: 90, reasoningTokens: 40 },
      request: {
        question: { text: 'Which hand grinder is quiet?' },
        same: ['method', 'path', 'body.input', 'body.store'],
      },
    },
  },
  {
    platform: 'chatgpt',
    request: {
      method: 'POST',
      url: 'https://api.openai.com/v1/responses',
      body: {
        input: 'Welches Faltrad für die Stadt?',
        tools: [{ user_location: { type: 'approximate', country: 'DE' } }],
      },
    },
    response: {
      status: 200,
      headers: json,
      body: {
        id: 'resp_own_2',
        object: 'response',
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
        model: 'gpt-5.2-2025-12-11',
        output: [
          {
            id: 'ws_own_2',
            type: 'web_search_call',
            status: 'completed',
            action: { type: 'search', query: 'Faltrad Test' },
          },
          {
            id: 'msg_own_2',
            type: 'message',
            status: 'incomplete',
            role: 'assistant',
            content: [
              {
                type: 'output_text',
                text:
                  '1. **Möwenrad** – leicht, mit Riemen\n2. **Küstrin City** – günstig, Kette\n\n' +
                  'In Städten mit vielen Hügeln lohnt sich der Motor von Möwenrad. ' +
                  '([radprobe.example](https://radprobe.example/faltrad?utm_source=openai))',
                annotations: [
                  {
                    type: 'url_citation',
                    start_index: 139,
                    end_index: 211,
                    title: 'Faltrad-Probe',
                    url: 'https://radprobe.example/faltrad?utm_source=openai',
                  },
                ],
              },
            ],
          },
        ],
        usage: { input_tokens: 6000, output_tokens: 70, output_tokens_details: { reasoning_tokens: 0 } },
      },
    },
    expected: {
      ...plain,
      outcome: 'ok',
      // Cut off by the limit, but an answer: it counts.
      finish: 'length',
      text: {
        full:
          '1. **Möwenrad** – leicht, mit Riemen\n2. **Küstrin City** – günstig, Kette\n\n' +
          'In Städten mit vielen Hügeln lohnt sich der Motor von Möwenrad.',
      },
      citations: [
        {
          url: 'https://radprobe.example/faltrad',
          domain: 'radprobe.example',
          slices: ['In Städten mit vielen Hügeln lohnt sich der Motor von Möwenrad.'],
        },
      ],
      listed: [],
      searches: ['Faltrad Test'],
      request: {
        question: { text: 'Welches Faltrad für die Stadt?', locale: { country: 'DE', language: 'de' } },
        same: ['method', 'path', 'body.input', 'body.tools.0.user_location'],
      },
    },
  },
]
