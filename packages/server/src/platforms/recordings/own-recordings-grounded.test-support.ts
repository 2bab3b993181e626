import type { OwnRecording } from './own-recordings.test-support.ts'

const json = { 'content-type': 'application/json' }
const plain = { failure: null, tries: 1, unknownItems: 0, location: null } as const
const redirect = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/'

/** Replies of Gemini, whose offsets are bytes, and of Mistral. */
export const GROUNDED_RECORDINGS: readonly OwnRecording[] = [
  {
    platform: 'gemini',
    request: {
      method: 'POST',
      url: 'https://generativelanguage.googleapis.com/v1beta/models/gemini-3.5-flash:generateContent',
      body: { contents: [{ role: 'user', parts: [{ text: 'Welche Gießkanne?' }] }], tools: [{ google_search: {} }] },
    },
    response: {
      status: 200,
      headers: json,
      body: {
        candidates: [
          {
            index: 0,
            finishReason: 'STOP',
            content: {
              role: 'model',
              parts: [
                {
                  text: 'Für Einsteiger eignet sich die Gießkanne „Tröpfel“ von Auenland am besten. Die Rosenau 5 ist größer, aber schwer.',
                },
              ],
            },
            groundingMetadata: {
              webSearchQueries: ['Gießkanne Test'],
              groundingChunks: [
                { web: { uri: `${redirect}own-1`, title: 'beetprobe.example.com' } },
                { web: { uri: `${redirect}own-2`, title: 'rosenau.example.com' } },
              ],
              groundingSupports: [
                {
                  segment: {
                    endIndex: 81,
                    text: 'Für Einsteiger eignet sich die Gießkanne „Tröpfel“ von Auenland am besten.',
                  },
                  groundingChunkIndices: [0],
                },
                {
                  segment: {
                    startIndex: 82,
                    endIndex: 122,
                    text: 'Die Rosenau 5 ist größer, aber schwer.',
                  },
                  groundingChunkIndices: [0, 1],
                },
              ],
            },
          },
        ],
        usageMetadata: { promptTokenCount: 8, candidatesTokenCount: 30, thoughtsTokenCount: 100, totalTokenCount: 138 },
        modelVersion: 'gemini-3.5-flash',
      },
    },
    expected: {
      ...plain,
      outcome: 'ok',
      finish: 'complete',
      text: {
        full: 'Für Einsteiger eignet sich die Gießkanne „Tröpfel“ von Auenland am besten. Die Rosenau 5 ist größer, aber schwer.',
      },
      citations: [
        {
          url: `${redirect}own-1`,
          domain: 'beetprobe.example.com',
          isResolved: false,
          slices: [
            'Für Einsteiger eignet sich die Gießkanne „Tröpfel“ von Auenland am besten.',
            'Die Rosenau 5 ist größer, aber schwer.',
          ],
        },
        { url: `${redirect}own-2`, domain: 'rosenau.example.com', slices: ['Die Rosenau 5 ist größer, aber schwer.'] },
      ],
      searches: ['Gießkanne Test'],
      searched: true,
      model: 'gemini-3.5-flash',
      usage: { inputTokens: 8, outputTokens: 30, reasoningTokens: 100 },
      request: {
        question: { text: 'Welche Gießkanne?', locale: { country: 'DE', language: 'de' } },
        same: ['method', 'path', 'body.contents', 'body.tools'],
      },
    },
  },
  {
    platform: 'gemini',
    request: null,
    response: {
      status: 200,
      headers: json,
      body: {
        candidates: [
          {
            index: 0,
            finishReason: 'STOP',
            content: {
              role: 'model',
              parts: [
                { text: 'Comparing lamps.', thought: true },
                { text: '- **Lumen Loft**: warm light, dims well\n' },
                { text: '- **Halden**: brightest of the three' },
              ],
            },
          },
        ],
        usageMetadata: { promptTokenCount: 6, candidatesTokenCount: 20, totalTokenCount: 26 },
        modelVersion: 'gemini-3.5-flash',
      },
    },
    expected: {
      ...plain,
      outcome: 'ok',
      finish: 'complete',
      text: { full: '- **Lumen Loft**: warm light, dims well\n- **Halden**: brightest of the three' },
      citations: [],
      listed: [],
      searched: false,
    },
  },
  {
    platform: 'mistral',
    request: {
      method: 'POST',
      url: 'https://api.mistral.ai/v1/conversations',
      body: { inputs: 'Quel couteau de chef ?', stream: false, store: false },
    },
    response: {
      status: 200,
      headers: json,
      body: {
        object: 'conversation.response',
        conversation_id: 'conv_own_14',
        outputs: [
          { type: 'tool.execution', name: 'web_search', object: 'entry', id: 'tool_exec_own_14' },
          {
            type: 'message.output',
            role: 'assistant',
            model: 'mistral-medium-latest',
            content: [
              { type: 'text', text: 'Le Valmorel tient le mieux son fil' },
              {
                type: 'tool_reference',
                tool: 'web_search',
                title: 'Couteaux à l’essai',
                url: 'https://lame.example/essai',
                source: 'brave',
              },
              { type: 'text', text: '. Le Castaing est plus léger.' },
            ],
          },
        ],
        usage: {
          prompt_tokens: 100,
          completion_tokens: 40,
          connector_tokens: 5000,
          connectors: { web_search: 1 },
        },
      },
    },
    expected: {
      ...plain,
      outcome: 'ok',
      finish: 'complete',
      text: { full: 'Le Valmorel tient le mieux son fil. Le Castaing est plus léger.' },
      citations: [
        {
          url: 'https://lame.example/essai',
          title: 'Couteaux à l’essai',
          slices: ['Le Valmorel tient le mieux son fil'],
        },
      ],
      listed: [],
      searches: null,
      searched: true,
      usage: { inputTokens: 5100, outputTokens: 40, searches: 1 },
      request: {
        question: { text: 'Quel couteau de chef ?' },
        same: ['method', 'path', 'body.inputs', 'body.stream', 'body.store'],
      },
    },
  },
  {
    platform: 'mistral',
    request: null,
    response: {
      status: 200,
      headers: json,
      body: {
        object: 'chat.completion',
        model: 'mistral-small-latest',
        choices: [
          {
            index: 0,
            finish_reason: 'stop',
            message: { role: 'assistant', content: '**Brackwater** or **Lindale**; I would take Lindale.' },
          },
        ],
        usage: { prompt_tokens: 7, completion_tokens: 15 },
      },
    },
    expected: {
      ...plain,
      outcome: 'ok',
      finish: 'complete',
      text: { full: '**Brackwater** or **Lindale**; I would take Lindale.' },
      citations: [],
      listed: [],
      searched: false,
      model: 'mistral-small-latest',
      usage: { inputTokens: 7, outputTokens: 15, searches: 0 },
    },
  },
]
