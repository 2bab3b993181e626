import type { LabAnswer } from '../answer.ts'
import { renderMarkdown, unmarked } from '../markdown.ts'
import type { Mark } from '../markdown.ts'
import { outputMessage, outputText, readResponsesRequest, refusalPart, responsesEnvelope } from './responses.ts'
import type { ResponsesRequest } from './responses.ts'
import { bearer, chanceOf, json, modelOf, retryHeaders, retrySentence, tokensOf, uuid } from './wire.ts'
import type { JsonObject, Wire, WireFailure, WireReply } from './wire.ts'

/** xAI Responses with web search. The span is `[[n]](url)`, the title is the number. */
export const xai: Wire = {
  provider: 'xai',
  receive: (request) => {
    const asked = readResponsesRequest(request, bearer(request.headers), {
      paths: ['/v1/responses', '/responses'],
      tools: ['web_search', 'x_search'],
      isModelOptional: false,
    })
    if ('kind' in asked) return fail(asked)
    return {
      platform: 'grok',
      prompt: asked.prompt,
      answer: (answer) => reply(answer, asked, null),
      withhold: (kind, answer) => reply(answer, asked, kind === 'refusal' ? refusalPart : outputText('', [])),
    }
  },
  failure: (failure) => fail(failure),
}

const reply = (answer: LabAnswer, asked: ResponsesRequest, instead: JsonObject | null): WireReply => {
  const random = chanceOf(answer)
  const id = uuid(random)
  const numbers = new Map<number, number>()
  const numberOf = (source: number): number => {
    const number = numbers.get(source) ?? numbers.size + 1
    numbers.set(source, number)
    return number
  }
  const { text, marks } = renderMarkdown(answer, (source) =>
    asked.canSearch
      ? { lead: '', marker: `[[${numberOf(source)}]](${answer.sources[source]?.url})` }
      : unmarked(source),
  )
  const annotations = asked.canSearch ? marks.map((mark) => annotation(answer, mark, numberOf(mark.source))) : []
  const calls = asked.canSearch
    ? answer.searches.map((query, index) => searchCall(answer, `ws_${id}_call-${index}`, query))
    : []
  const reasoning = { id: `rs_${id}`, summary: [], type: 'reasoning', status: 'completed' }
  const body = {
    ...responsesEnvelope(answer, id, modelOf(answer, asked.model), asked),
    output: [reasoning, ...calls, outputMessage(`msg_${id}`, instead ?? outputText(text, annotations))],
    usage: usageOf(calls.length, tokensOf(text) + 180, calls.length * random.integer(2200, 3000) + 300),
  }
  return json(200, body, {
    'x-request-id': uuid(random),
    'x-ratelimit-limit-requests': '1800',
    'x-ratelimit-remaining-requests': String(random.integer(900, 1800)),
  })
}

const annotation = ({ sources }: LabAnswer, { source, start, end }: Mark, number: number): JsonObject => ({
  type: 'url_citation',
  url: sources[source]?.url,
  start_index: start,
  end_index: end,
  title: String(number),
})

const searchCall = (answer: LabAnswer, id: string, query: string): JsonObject => ({
  id,
  type: 'web_search_call',
  status: 'completed',
  action: { type: 'search', query, sources: answer.sources.map(({ url }) => ({ type: 'url', url })) },
})

/** 1.25 and 2.50 dollars a million tokens, 5 dollars a thousand searches; a tick is 10^-10 dollars. */
const usageOf = (searches: number, outputTokens: number, inputTokens: number): JsonObject => ({
  input_tokens: inputTokens,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: outputTokens,
  output_tokens_details: { reasoning_tokens: 160 },
  total_tokens: inputTokens + outputTokens,
  num_sources_used: 0,
  num_server_side_tools_used: searches,
  cost_in_usd_ticks: inputTokens * 12_500 + outputTokens * 25_000 + searches * 50_000_000,
  server_side_tool_usage_details: { web_search_calls: searches, x_search_calls: 0 },
})

const fail = (failure: WireFailure): WireReply => {
  const error = (status: number, code: string, message: string): WireReply =>
    json(status, { code, error: message }, retryHeaders(failure))
  switch (failure.kind) {
    case 'rate_limited':
      return error(
        429,
        'Some resource has been exhausted',
        `Too many requests in a simulated minute.${retrySentence(failure)}`,
      )
    case 'out_of_credit':
      return error(
        429,
        'Some resource has been exhausted',
        'Your team has either used all available credits or reached its monthly spending limit.',
      )
    case 'invalid_key':
      return error(
        400,
        'invalid-argument',
        'Incorrect API key provided. You can obtain an API key from https://console.x.ai.',
      )
    case 'server_error':
      return error(500, 'internal', 'Internal server error.')
    case 'overloaded':
      return error(503, 'unavailable', 'The service is currently unavailable.')
    case 'bad_request':
      return error(failure.status, 'invalid-argument', failure.message)
  }
}
