import { failureOfEither, readDraft, readEither, readPointedChat } from './drafts.ts'
import type { Connection, HttpRequest, Platform, Question } from './platform.ts'
import { linkPointers } from './pointers.ts'
import { computedCost } from './prices.ts'

/** DeepSeek Responses with web search. Its annotations are empty: the links in the text count. */
export function createDeepseek(connection: Connection): Platform {
  return {
    slug: 'deepseek',
    provider: 'deepseek',
    surface: 'api',
    parserVersion: 1,
    timeoutMs: 120_000,
    request: (question, replies) => (replies.length === 0 ? requestOf(connection, question) : null),
    failure: failureOfEither,
    read: (replies) =>
      readEither(replies, failureOfEither, {
        response: (draft) => {
          const pointers = draft.pointers.length > 0 ? draft.pointers : linkPointers(draft.text)
          return readDraft({ ...draft, pointers }, computedCost(draft.model, draft.usage, draft.cachedInputTokens))
        },
        chat: readPointedChat,
      }),
  }
}

/** No version in the path. */
const requestOf = (connection: Connection, question: Question): HttpRequest => ({
  method: 'POST',
  url: `${connection.baseUrl}/responses`,
  headers: { authorization: `Bearer ${connection.apiKey}` },
  body: {
    model: connection.model ?? 'deepseek-flash',
    input: [{ role: 'user', content: question.text }],
    tools: [{ type: 'web_search' }],
    max_output_tokens: 8000,
    stream: false,
    store: false,
  },
})
