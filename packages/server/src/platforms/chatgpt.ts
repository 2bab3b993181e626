import { failureOfEither, readDraft, readEither, readPointedChat } from './drafts.ts'
import type { Connection, HttpRequest, Platform, Question } from './platform.ts'
import { computedCost } from './prices.ts'

/**
 * OpenAI Responses with web search. Reads the streaming form, one line of batch output and the Chat
 * Completions search models too.
 */
export function createChatgpt(connection: Connection): Platform {
  return {
    slug: 'chatgpt',
    provider: 'openai',
    surface: 'api',
    parserVersion: 1,
    timeoutMs: 180_000,
    request: (question, replies) => (replies.length === 0 ? requestOf(connection, question) : null),
    failure: failureOfEither,
    read: (replies) =>
      readEither(replies, failureOfEither, {
        response: (draft) => readDraft(draft, computedCost(draft.model, draft.usage, draft.cachedInputTokens)),
        chat: readPointedChat,
      }),
  }
}

/**
 * The model decides itself whether to search, as in the app. A location is always sent: without one OpenAI searches from
 * the United States, `approximate` alone means no place. The limit leaves room for thoughts, which count as output.
 */
function requestOf(connection: Connection, question: Question): HttpRequest {
  const { country } = question.locale
  return {
    method: 'POST',
    url: `${connection.baseUrl}/v1/responses`,
    headers: { authorization: `Bearer ${connection.apiKey}` },
    body: {
      model: connection.model ?? 'gpt-5.2',
      input: question.text,
      tools: [
        {
          type: 'web_search',
          search_context_size: 'low',
          user_location: { type: 'approximate', ...(country !== null && { country }) },
        },
      ],
      tool_choice: 'auto',
      include: ['web_search_call.action.sources'],
      max_output_tokens: 8000,
      stream: false,
      store: false,
    },
  }
}
