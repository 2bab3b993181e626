import type { LabAnswer } from '../answer.ts'
import { citedSources } from '../answer.ts'
import { renderMarkdown, unmarked } from '../markdown.ts'
import { outputMessage, outputText, readResponsesRequest, refusalPart, responsesEnvelope } from './responses.ts'
import type { ResponsesRequest } from './responses.ts'
import { bearer, chanceOf, json, modelOf, retryHeaders, retrySentence, tokensOf, uuid } from './wire.ts'
import type { JsonObject, Wire, WireFailure, WireReply } from './wire.ts'

/** DeepSeek's Responses with web search. No annotations: links stand in the text or in a list below it. */
export const deepseek: Wire = {
  provider: 'deepseek',
  receive: (request) => {
    const asked = readResponsesRequest(request, bearer(request.headers), {
      paths: ['/responses', '/v1/responses'],
      tools: ['web_search'],
      isModelOptional: false,
    })
    if ('kind' in asked) return fail(asked)
    return {
      platform: 'deepseek',
      prompt: asked.prompt,
      answer: (answer) => reply(answer, asked, outputText(write(answer, asked.canSearch), [])),
      withhold: (kind, answer) => reply(answer, asked, kind === 'refusal' ? refusalPart : outputText('', [])),
    }
  },
  failure: (failure) => fail(failure),
}

/** Half of the answers link within the text, the other half list their sources at the end. */
const write = (answer: LabAnswer, canSearch: boolean): string => {
  if (!canSearch) return renderMarkdown(answer, unmarked).text
  const { sources } = answer
  if (answer.draw.seed % 2 === 0) {
    const link = (source: number): string => `([${sources[source]?.site}](${sources[source]?.url}))`
    return renderMarkdown(answer, (source) => ({ lead: ' ', marker: link(source) })).text
  }
  const list = citedSources(answer).map(
    (source, index) => `${index + 1}. ${sources[source]?.title}: ${sources[source]?.url}`,
  )
  const { text } = renderMarkdown(answer, unmarked)
  return list.length === 0 ? text : `${text}\n\n## Sources\n\n${list.join('\n')}`
}

const reply = (answer: LabAnswer, asked: ResponsesRequest, content: JsonObject): WireReply => {
  const random = chanceOf(answer)
  const call = `call_00_${random.hex(20)}`
  const commentary = outputText('Let me look for current information first.', [])
  const opened = answer.sources[0]
  const searching = [
    searchCall(call, { type: 'search', queries: [...answer.searches, `ws_call_id=${call}`] }),
    outputMessage(uuid(random), commentary, 'commentary'),
    ...(opened === undefined
      ? []
      : [searchCall(`${call}1`, { type: 'open_page', url: `${opened.url}#ws_call_id=${call}1` })]),
  ]
  const inputTokens = asked.canSearch ? random.integer(15_000, 32_000) : tokensOf(asked.prompt)
  const outputTokens = tokensOf(String(content['text'])) + 300
  const body = {
    ...responsesEnvelope(answer, uuid(random), modelOf(answer, asked.model), asked),
    output: [...(asked.canSearch ? searching : []), outputMessage(uuid(random), content, 'final_answer')],
    usage: {
      input_tokens: inputTokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: outputTokens,
      output_tokens_details: { reasoning_tokens: 300 },
      total_tokens: inputTokens + outputTokens,
    },
  }
  return json(200, body)
}

const searchCall = (id: string, action: JsonObject): JsonObject => ({
  type: 'web_search_call',
  id,
  status: 'completed',
  action,
})

const fail = (failure: WireFailure): WireReply => {
  const error = (status: number, message: string, type: string, code: string): WireReply =>
    json(status, { error: { message, type, param: null, code } }, retryHeaders(failure))
  switch (failure.kind) {
    case 'rate_limited':
      return error(429, `Rate limit reached.${retrySentence(failure)}`, 'rate_limit_error', 'rate_limit_reached')
    case 'out_of_credit':
      return error(402, 'Insufficient Balance', 'unknown_error', 'invalid_request_error')
    case 'invalid_key':
      return error(
        401,
        'Authentication Fails, Your api key is invalid',
        'authentication_error',
        'invalid_request_error',
      )
    case 'server_error':
      return error(500, 'Internal server error', 'server_error', 'internal_error')
    case 'overloaded':
      return error(503, 'The server is overloaded due to high traffic.', 'server_error', 'overloaded')
    case 'bad_request':
      return error(failure.status, failure.message, 'invalid_request_error', 'invalid_request_error')
  }
}
