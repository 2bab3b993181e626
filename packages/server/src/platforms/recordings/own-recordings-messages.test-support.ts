import type { OwnRecording } from './own-recordings.test-support.ts'

const json = { 'content-type': 'application/json' }
const plain = { failure: null, tries: 1, unknownItems: 0, location: null } as const

/** Replies of DeepSeek, Perplexity and Claude. */
export const MESSAGES_RECORDINGS: readonly OwnRecording[] = [
  {
    platform: 'deepseek',
    request: {
      method: 'POST',
      url: 'https://api.deepseek.com/responses',
      body: { tools: [{ type: 'web_search' }], stream: false },
    },
    response: {
      status: 200,
      headers: json,
      body: {
        id: 'own_5',
        object: 'response',
        status: 'completed',
        model: 'deepseek-v4-flash',
        output: [
          {
            type: 'web_search_call',
            status: 'completed',
            action: { type: 'search', queries: ['espresso cups test', 'ws_call_id=call_own_5'] },
          },
          {
            type: 'message',
            role: 'assistant',
            phase: 'commentary',
            content: [{ type: 'output_text', text: 'Let me open the test.', annotations: [] }],
          },
          {
            type: 'web_search_call',
            status: 'completed',
            action: { type: 'open_page', url: 'https://cupboard.example/test#ws_call_id=call_own_6' },
          },
          {
            type: 'message',
            role: 'assistant',
            phase: 'final_answer',
            content: [
              {
                type: 'output_text',
                text: '- **Velling**: keeps warm longest, see https://cupboard.example/test.\n- **Odsted**: lighter.',
                annotations: [],
              },
            ],
          },
        ],
        usage: { input_tokens: 2000, output_tokens: 50, output_tokens_details: { reasoning_tokens: 10 } },
      },
    },
    expected: {
      ...plain,
      outcome: 'ok',
      finish: 'complete',
      text: { full: '- **Velling**: keeps warm longest, see https://cupboard.example/test.\n- **Odsted**: lighter.' },
      citations: [{ url: 'https://cupboard.example/test', slices: ['**Velling**: keeps warm longest, see'] }],
      listed: [],
      searches: ['espresso cups test'],
      searched: true,
      request: { same: ['method', 'path', 'body.tools', 'body.stream'] },
    },
  },
  {
    platform: 'deepseek',
    request: null,
    response: {
      status: 200,
      headers: json,
      body: {
        id: 'own_7',
        object: 'chat.completion',
        model: 'deepseek-chat',
        choices: [
          {
            index: 0,
            finish_reason: 'length',
            message: { role: 'assistant', content: '## Three notebooks\n\n1. Birkwood\n2. Paperlane\n3. The' },
          },
        ],
        usage: { prompt_tokens: 12, completion_tokens: 20, total_tokens: 32 },
      },
    },
    expected: {
      ...plain,
      outcome: 'ok',
      finish: 'length',
      text: { full: '## Three notebooks\n\n1. Birkwood\n2. Paperlane\n3. The' },
      citations: [],
      listed: [],
      model: 'deepseek-chat',
      usage: { inputTokens: 12, outputTokens: 20 },
    },
  },
  {
    platform: 'perplexity',
    request: {
      method: 'POST',
      url: 'https://api.perplexity.ai/v1/agent',
      body: { preset: 'fast', input: 'A good rain jacket?' },
    },
    response: {
      status: 200,
      headers: json,
      body: {
        id: 'resp_own_8',
        object: 'response',
        status: 'completed',
        model: 'openai/gpt-6-luna',
        output: [
          {
            type: 'search_results',
            queries: ['good rain jacket'],
            results: [
              { id: 1, source: 'web', title: 'Jackets in the rain', url: 'https://wetdays.example/jackets' },
              { id: 2, source: 'web', title: 'Nordhavn', url: 'https://nordhavn.example/' },
            ],
          },
          {
            type: 'message',
            role: 'assistant',
            status: 'completed',
            content: [
              {
                type: 'output_text',
                text: 'The **Nordhavn Shell** stays dry longest.[1] Tarnside costs half.',
                annotations: [],
              },
            ],
          },
        ],
        usage: {
          input_tokens: 2500,
          output_tokens: 30,
          cost: { currency: 'USD', total_cost: 0.002 },
          tool_calls_details: { search_web: { invocation: 1 } },
        },
      },
    },
    expected: {
      ...plain,
      outcome: 'ok',
      finish: 'complete',
      text: { full: 'The **Nordhavn Shell** stays dry longest. Tarnside costs half.' },
      citations: [
        {
          url: 'https://wetdays.example/jackets',
          title: 'Jackets in the rain',
          slices: ['The **Nordhavn Shell** stays dry longest.'],
        },
      ],
      listed: ['https://nordhavn.example/'],
      searches: ['good rain jacket'],
      cost: { usd: 0.002, basis: 'reported' },
      request: { question: { text: 'A good rain jacket?' }, same: ['method', 'path', 'body.preset', 'body.input'] },
    },
  },
  {
    platform: 'perplexity',
    request: null,
    response: {
      status: 200,
      headers: json,
      body: {
        id: 'own_9',
        object: 'chat.completion',
        model: 'sonar',
        citations: ['https://theiere.example/essai', 'https://salon.example/'],
        search_results: [{ title: 'Essai de théières', url: 'https://theiere.example/essai' }],
        choices: [
          {
            index: 0,
            finish_reason: 'stop',
            message: {
              role: 'assistant',
              content: 'La théière Brumaire garde la chaleur une heure[1].\n\nÉvitez la Solène.',
            },
          },
        ],
        usage: { prompt_tokens: 9, completion_tokens: 25, cost: { total_cost: 0.005 } },
      },
    },
    expected: {
      ...plain,
      outcome: 'ok',
      finish: 'complete',
      text: { full: 'La théière Brumaire garde la chaleur une heure.\n\nÉvitez la Solène.' },
      citations: [{ url: 'https://theiere.example/essai', title: 'Essai de théières', count: 1 }],
      listed: ['https://salon.example/'],
      searches: null,
      cost: { usd: 0.005, basis: 'reported' },
    },
  },
  {
    platform: 'claude',
    request: {
      method: 'POST',
      url: 'https://api.anthropic.com/v1/messages',
      body: { messages: [{ role: 'user', content: [{ type: 'text', text: 'Which kettle?' }] }] },
    },
    response: {
      status: 200,
      headers: json,
      body: {
        id: 'msg_own_10',
        type: 'message',
        role: 'assistant',
        model: 'claude-haiku-4-5-20251001',
        content: [
          {
            type: 'server_tool_use',
            id: 'srvtoolu_own',
            name: 'web_search',
            input: { query: 'gooseneck kettle test' },
          },
          {
            type: 'web_search_tool_result',
            tool_use_id: 'srvtoolu_own',
            content: [
              {
                type: 'web_search_result',
                url: 'https://pour.example/kettles',
                title: 'Kettles',
                encrypted_content: 'x',
              },
              { type: 'web_search_result', url: 'https://boil.example/', title: 'Boil', encrypted_content: 'x' },
            ],
          },
          { type: 'text', text: 'I would take the ' },
          {
            type: 'text',
            text: 'Harrow Spout, which pours evenly',
            citations: [
              {
                type: 'web_search_result_location',
                url: 'https://pour.example/kettles',
                title: 'Kettles',
                cited_text: 'The Harrow Spout pours evenly.',
                encrypted_index: 'x',
              },
            ],
          },
          { type: 'text', text: '. The Delph is cheaper.' },
        ],
        stop_reason: 'end_turn',
        usage: { input_tokens: 9000, output_tokens: 80, server_tool_use: { web_search_requests: 1 } },
      },
    },
    expected: {
      ...plain,
      outcome: 'ok',
      finish: 'complete',
      text: { full: 'I would take the Harrow Spout, which pours evenly. The Delph is cheaper.' },
      citations: [
        { url: 'https://pour.example/kettles', title: 'Kettles', slices: ['Harrow Spout, which pours evenly'] },
      ],
      listed: ['https://boil.example/'],
      searches: ['gooseneck kettle test'],
      usage: { inputTokens: 9000, outputTokens: 80, searches: 1 },
      request: { question: { text: 'Which kettle?' }, same: ['method', 'path', 'body.messages'] },
    },
  },
  {
    platform: 'claude',
    request: null,
    response: {
      status: 200,
      headers: json,
      body: {
        id: 'msg_own_11',
        type: 'message',
        role: 'assistant',
        model: 'claude-haiku-4-5-20251001',
        content: [
          { type: 'thinking', thinking: 'They want a table.', signature: 'x' },
          { type: 'text', text: '| Pan | Weight |\n|---|---|\n| Gildern | 1.9 kg |\n| Osmund | 2.4 kg |' },
        ],
        stop_reason: 'max_tokens',
        usage: { input_tokens: 40, output_tokens: 60 },
      },
    },
    expected: {
      ...plain,
      outcome: 'ok',
      finish: 'length',
      text: { full: '| Pan | Weight |\n|---|---|\n| Gildern | 1.9 kg |\n| Osmund | 2.4 kg |' },
      citations: [],
      listed: [],
      searched: false,
      model: 'claude-haiku-4-5-20251001',
    },
  },
]
