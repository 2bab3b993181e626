import type { LabAnswer } from '../answer.ts'
import { renderMarkdown, unmarked } from '../markdown.ts'
import type { Mark, Marker } from '../markdown.ts'
import { mix, uniform } from '../random.ts'
import { outputMessage, outputText, readResponsesRequest, refusalPart, responsesEnvelope } from './responses.ts'
import type { ResponsesRequest } from './responses.ts'
import { bearer, chanceOf, json, modelOf, retryHeaders, retrySentence, tokensOf } from './wire.ts'
import type { JsonObject, Wire, WireFailure, WireReply } from './wire.ts'

/** OpenAI Responses with web search. */
export const openai: Wire = {
  provider: 'openai',
  receive: (request) => {
    const asked = readResponsesRequest(request, bearer(request.headers), {
      paths: ['/v1/responses', '/responses'],
      tools: ['web_search', 'web_search_2025_08_26', 'web_search_preview'],
      isModelOptional: false,
    })
    if ('kind' in asked) return fail(asked)
    return {
      platform: 'chatgpt',
      prompt: asked.prompt,
      answer: (answer) => reply(answer, asked, null),
      withhold: (kind, answer) => reply(answer, asked, kind === 'refusal' ? refusalPart : outputText('', [])),
    }
  },
  failure: (failure) => fail(failure),
}

const reply = (answer: LabAnswer, asked: ResponsesRequest, instead: JsonObject | null): WireReply => {
  const random = chanceOf(answer)
  // With `auto` the model does not always search.
  const searches = asked.canSearch && (asked.mustSearch || uniform(mix(answer.draw.seed, 0x0a)) < 0.92)
  const { text, marks } = renderMarkdown(answer, searches ? inlineLink(answer) : unmarked)
  const content = instead ?? outputText(text, searches ? marks.map((mark) => annotation(answer, mark)) : [])
  const calls = searches ? searchCalls(answer, asked, random.hex(40)) : []
  const inputTokens = searches ? 6000 + answer.sources.length * random.integer(900, 1600) : tokensOf(asked.prompt) + 20
  const outputTokens = tokensOf(text) + 48
  const requestsLeft = random.integer(3000, 4999)
  const body = {
    ...responsesEnvelope(answer, `resp_${random.hex(50)}`, modelOf(answer, asked.model), asked),
    output: [...calls, outputMessage(`msg_${random.hex(50)}`, content)],
    usage: {
      input_tokens: inputTokens,
      input_tokens_details: { cache_write_tokens: 0, cached_tokens: 0 },
      output_tokens: outputTokens,
      output_tokens_details: { reasoning_tokens: 48 },
      total_tokens: inputTokens + outputTokens,
    },
  }
  return json(200, body, {
    'openai-version': '2020-10-01',
    'x-request-id': `req_${random.hex(32)}`,
    'x-ratelimit-limit-requests': '5000',
    'x-ratelimit-remaining-requests': String(requestsLeft),
    'x-ratelimit-reset-requests': '12ms',
  })
}

/** `([domain](url))` after the sentence; two thirds of the links carry the tracking parameter. */
const inlineLink =
  ({ sources }: LabAnswer): Marker =>
  (source) => ({ lead: ' ', marker: `([${sources[source]?.domain}](${linkOf(sources[source]?.url ?? '')}))` })

const linkOf = (url: string): string => (url.length % 3 === 0 ? url : `${url}?utm_source=openai`)

const annotation = ({ sources }: LabAnswer, { source, start, end }: Mark): JsonObject => ({
  type: 'url_citation',
  end_index: end,
  start_index: start,
  title: sources[source]?.title,
  url: linkOf(sources[source]?.url ?? ''),
})

const searchCalls = (answer: LabAnswer, asked: ResponsesRequest, id: string): JsonObject[] => {
  const include = asked.body['include']
  const showsSources = Array.isArray(include) && include.includes('web_search_call.action.sources')
  const sources = answer.sources.map(({ url }) => ({ type: 'url', url }))
  const search = {
    type: 'search',
    queries: answer.searches,
    query: answer.searches[0],
    ...(showsSources ? { sources } : {}),
  }
  const call = (number: number, action: JsonObject): JsonObject => ({
    id: `ws_${id}${number}`,
    type: 'web_search_call',
    status: 'completed',
    action,
  })
  const opened = answer.draw.seed % 3 === 0 ? answer.sources[0] : undefined
  return [call(0, search), ...(opened === undefined ? [] : [call(1, { type: 'open_page', url: opened.url })])]
}

const fail = (failure: WireFailure): WireReply => {
  const error = (status: number, message: string, type: string, code: string | null): WireReply =>
    json(status, { error: { message, type, param: null, code } }, retryHeaders(failure))
  switch (failure.kind) {
    case 'rate_limited':
      return error(
        429,
        `Rate limit reached for simulated requests.${retrySentence(failure)}`,
        'requests',
        'rate_limit_exceeded',
      )
    case 'out_of_credit':
      return error(
        429,
        'You exceeded your current quota, please check your plan and billing details.',
        'insufficient_quota',
        'insufficient_quota',
      )
    case 'invalid_key':
      return error(401, 'Incorrect API key provided.', 'invalid_request_error', 'invalid_api_key')
    case 'server_error':
      return error(
        500,
        'The server had an error while processing your request. Sorry about that!',
        'server_error',
        null,
      )
    case 'overloaded':
      return error(503, 'The engine is currently overloaded, please try again later.', 'server_error', null)
    case 'bad_request':
      return error(failure.status, failure.message, 'invalid_request_error', null)
  }
}
