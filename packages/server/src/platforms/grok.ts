import { failureOfEither, readDraft, readEither, readPointedChat, reportedCost } from './drafts.ts'
import { failureOf } from './failures.ts'
import { asNumber, asString, at, parseBody } from './json.ts'
import type { Connection, Cost, Failure, HttpRequest, Platform, Question, Reply } from './platform.ts'
import { computedCost } from './prices.ts'
import type { Draft } from './responses.ts'

/** xAI Responses with web search. It takes no place: the market is that of the prompt's own words. */
export function createGrok(connection: Connection): Platform {
  return {
    slug: 'grok',
    provider: 'xai',
    surface: 'api',
    parserVersion: 1,
    timeoutMs: 120_000,
    request: (question, replies) => (replies.length === 0 ? requestOf(connection, question) : null),
    failure: failureOfGrok,
    read: (replies) =>
      readEither(replies, failureOfGrok, {
        response: (draft, response) => readDraft(draft, costOf(draft, response)),
        chat: readPointedChat,
      }),
  }
}

const requestOf = (connection: Connection, question: Question): HttpRequest => ({
  method: 'POST',
  url: `${connection.baseUrl}/v1/responses`,
  headers: { authorization: `Bearer ${connection.apiKey}` },
  body: {
    model: connection.model ?? 'grok-4.3',
    input: [{ role: 'user', content: question.text }],
    tools: [{ type: 'web_search' }],
    max_output_tokens: 8000,
    stream: false,
    store: false,
  },
})

/** `{code, error}`, both strings: a wrong key is a 400, spent credit a 429. */
function failureOfGrok(reply: Reply): Failure | null {
  const failure = failureOfEither(reply)
  if (reply.status < 400) return failure
  const words = asString(at(parseBody(reply.body), 'error')) ?? ''
  if (/\bcredits\b|spending limit/i.test(words)) return failureOf(reply, 'stop', 'out_of_credit')
  return /\bAPI key\b/i.test(words) ? failureOf(reply, 'stop', 'invalid_key') : failure
}

const ticksPerUsd = 1e10

function costOf(draft: Draft, response: Record<string, unknown>): Cost {
  const ticks = asNumber(at(response, 'usage', 'cost_in_usd_ticks'))
  if (ticks !== null) return reportedCost(ticks / ticksPerUsd)
  return computedCost(draft.model, draft.usage, draft.cachedInputTokens)
}
