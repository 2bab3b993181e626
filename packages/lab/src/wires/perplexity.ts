import type { LabAnswer, Source } from '../answer.ts'
import { renderMarkdown } from '../markdown.ts'
import { outputMessage, outputText, readResponsesRequest, refusalPart, responsesEnvelope } from './responses.ts'
import type { ResponsesRequest } from './responses.ts'
import { bearer, chanceOf, json, modelOf, retryHeaders, retrySentence, secondsOf, tokensOf, uuid } from './wire.ts'
import type { JsonObject, Wire, WireFailure, WireReply } from './wire.ts'

/** Perplexity's Agent API. It always searches; `[n]` points at the result with that id. */
export const perplexity: Wire = {
  provider: 'perplexity',
  receive: (request) => {
    const asked = readResponsesRequest(request, bearer(request.headers), {
      paths: ['/v1/agent', '/v1/responses'],
      tools: ['web_search', 'fetch_url'],
      isModelOptional: true,
    })
    if ('kind' in asked) return fail(asked)
    return {
      platform: 'perplexity',
      prompt: asked.prompt,
      answer: (answer) => reply(answer, asked, null),
      withhold: (kind, answer) => reply(answer, asked, kind === 'refusal' ? refusalPart : outputText('', [])),
    }
  },
  failure: (failure) => fail(failure),
}

const reply = (answer: LabAnswer, asked: ResponsesRequest, instead: JsonObject | null): WireReply => {
  const random = chanceOf(answer)
  const { text } = renderMarkdown(answer, (source) => ({ lead: '', marker: `[${source + 1}]` }))
  const inputTokens = 400 * answer.sources.length + random.integer(200, 900)
  const outputTokens = tokensOf(text)
  const outputCost = (outputTokens * 2.5) / 1_000_000
  const isFast =
    asked.body['preset'] === undefined ? asked.body['model'] === undefined : asked.body['preset'] === 'fast'
  const searchCost = isFast ? 0.001 : 0.0025
  const inputCost = (inputTokens * 0.25) / 1_000_000
  const body = {
    ...responsesEnvelope(answer, `resp_${uuid(random)}`, modelOf(answer, asked.model), asked),
    output: [...searchResults(answer), outputMessage(`msg_${uuid(random)}`, instead ?? outputText(text, []))],
    usage: {
      cost: {
        currency: 'USD',
        cache_creation_cost: 0,
        cache_read_cost: 0,
        input_cost: dollars(inputCost),
        output_cost: dollars(outputCost),
        tool_calls_cost: searchCost,
        tool_calls_cost_details: { search_web: searchCost },
        total_cost: dollars(inputCost + outputCost + searchCost),
      },
      input_tokens: inputTokens,
      input_tokens_details: { cache_creation_input_tokens: 0, cache_read_input_tokens: 0, cached_tokens: 0 },
      output_tokens: outputTokens,
      output_tokens_details: { reasoning_tokens: 0 },
      tool_calls_details: { search_web: { cost_usd: searchCost, invocation: 1 } },
      total_tokens: inputTokens + outputTokens,
    },
  }
  return json(200, body)
}

const dollars = (amount: number): number => Number(amount.toFixed(7))

/** Long lists sometimes come in two parts; the ids go on. */
const searchResults = (answer: LabAnswer): JsonObject[] => {
  const day = new Date(secondsOf(answer) * 1000).toISOString().slice(0, 10)
  const results = answer.sources.map((source, index) => result(source, index + 1, day))
  const half = answer.draw.seed % 4 === 0 ? Math.ceil(results.length / 2) : results.length
  const [first = answer.prompt, ...rest] = answer.searches
  const parts = [{ queries: [first], results: results.slice(0, half), type: 'search_results' }]
  if (half < results.length) parts.push({ queries: rest, results: results.slice(half), type: 'search_results' })
  return parts
}

const result = ({ snippet, title, url }: Source, id: number, day: string): JsonObject => ({
  id,
  last_updated: day,
  snippet,
  source: 'web',
  title,
  url,
})

const fail = (failure: WireFailure): WireReply => {
  const error = (status: number, message: string, type: string): WireReply =>
    json(status, { error: { message, type, code: status } }, retryHeaders(failure))
  switch (failure.kind) {
    case 'rate_limited':
      return error(
        429,
        `Request rate limit exceeded, please try again later.${retrySentence(failure)}`,
        'request_rate_limit_exceeded',
      )
    case 'out_of_credit':
      return error(
        401,
        'You exceeded your current quota, please check your plan and billing details.',
        'insufficient_quota',
      )
    case 'invalid_key':
      return error(401, 'Invalid API key provided. Ensure your API key is correct and active.', 'invalid_api_key')
    case 'server_error':
      return error(500, 'Internal server error.', 'internal_error')
    case 'overloaded':
      return error(503, 'The service is temporarily unavailable.', 'service_unavailable')
    case 'bad_request':
      return error(failure.status, failure.message, 'invalid_request')
  }
}
