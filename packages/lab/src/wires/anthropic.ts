import type { LabAnswer, Source } from '../answer.ts'
import { renderMarkdown, unmarked } from '../markdown.ts'
import { hashText, mix, uniform } from '../random.ts'
import {
  badRequest,
  chanceOf,
  isKeyRejected,
  isObject,
  json,
  modelOf,
  retryHeaders,
  retrySentence,
  textOfInput,
  textOr,
  tokensOf,
  toolTypes,
} from './wire.ts'
import type { Ask, JsonObject, Wire, WireFailure, WireReply, WireRequest } from './wire.ts'

/** Share of searching answers that pause once after the first search. */
const pausedShare = 0.06

/** Anthropic Messages with web search. */
export const anthropic: Wire = {
  provider: 'anthropic',
  receive: (request) => {
    const asked = read(request)
    if ('kind' in asked) return fail(asked)
    return {
      platform: 'claude',
      prompt: asked.prompt,
      ...(asked.resumed === null ? {} : { resumed: asked.resumed }),
      answer: (answer) => reply(answer, asked),
      withhold: (kind, answer) => withhold(kind === 'refusal', answer, asked),
    }
  },
  failure: (failure) => fail(failure),
}

type ChatRequest = { model: string; prompt: string; canSearch: boolean; resumed: NonNullable<Ask['resumed']> | null }

const read = ({ method, path, headers, body }: WireRequest): ChatRequest | WireFailure => {
  if (path !== '/v1/messages') return badRequest('Not Found', 404)
  if (method !== 'POST') return badRequest('Method Not Allowed', 405)
  const key = headers['x-api-key']
  if (isKeyRejected(typeof key === 'string' ? key : null)) return { kind: 'invalid_key' }
  if (headers['anthropic-version'] === undefined) return badRequest('anthropic-version: header is required')
  if (!isObject(body)) return badRequest('The request body is not valid JSON')
  if (typeof body['model'] !== 'string') return badRequest('model: Field required')
  if (typeof body['max_tokens'] !== 'number') return badRequest('max_tokens: Field required')
  if (body['stream'] === true) return badRequest('stream: the simulation does not stream')
  const prompt = textOfInput(body['messages'])
  if (prompt === null) return badRequest('messages: at least one message is required')
  const tools = toolTypes(body['tools'])
  if (tools === null || tools.some((tool) => !tool.startsWith('web_search_')))
    return badRequest('tools.0: Input tag is not known')
  const last: unknown = Array.isArray(body['messages']) ? body['messages'].at(-1) : null
  const isResumed = isObject(last) && last['role'] === 'assistant'
  const resumed = isResumed ? resume(last['content']) : null
  if (isResumed && resumed === null)
    return badRequest('messages.1.content: Invalid `encrypted_content` in `search_result` block')
  return { model: body['model'], prompt, canSearch: tools.length > 0, resumed }
}

/** A paused turn must come back whole; which answer it was stands in the id of its search. */
const resume = (content: unknown): ChatRequest['resumed'] => {
  if (!Array.isArray(content)) return null
  const results: unknown = content.find((block) => isObject(block) && block['type'] === 'web_search_tool_result')
  if (!isObject(results) || !Array.isArray(results['content'])) return null
  const isWhole = results['content'].every(
    (page) => isObject(page) && page['encrypted_content'] === sealOf(String(page['url'])),
  )
  const [, day, sample] = /^srvtoolu_sim(\d{4}-\d{2}-\d{2})s(\d+)n/.exec(String(results['tool_use_id'])) ?? []
  return isWhole && day !== undefined && sample !== undefined ? { day, sample: Number(sample) } : null
}

const sealOf = (url: string): string => Buffer.from(`simulated:${hashText(url)}`).toString('base64')

const reply = (answer: LabAnswer, asked: ChatRequest): WireReply => {
  if (!asked.canSearch)
    return message(answer, asked, [{ type: 'text', text: renderMarkdown(answer, unmarked).text }], 0, 'end_turn')
  const [first = answer.prompt, ...rest] = answer.searches
  const opened = [{ type: 'text', text: "I'll look for current information on this." }, ...search(answer, first, 0)]
  const searched = rest.flatMap((query, index) => search(answer, query, index + 1))
  const isPaused = uniform(mix(answer.draw.seed, 0x9a)) < pausedShare
  if (asked.resumed !== null)
    return message(answer, asked, [...searched, ...textBlocks(answer)], rest.length, 'end_turn')
  if (isPaused) return message(answer, asked, opened, 1, 'pause_turn')
  return message(answer, asked, [...opened, ...searched, ...textBlocks(answer)], answer.searches.length, 'end_turn')
}

const search = (answer: LabAnswer, query: string, number: number): JsonObject[] => {
  const id = `srvtoolu_sim${answer.day}s${answer.sample}n${number}`
  return [
    { type: 'server_tool_use', id, name: 'web_search', input: { query } },
    {
      type: 'web_search_tool_result',
      tool_use_id: id,
      content: answer.sources.slice(0, number === 0 ? undefined : 3).map(searchResult),
      caller: { type: 'direct' },
    },
  ]
}

const searchResult = ({ title, url }: Source): JsonObject => ({
  type: 'web_search_result',
  title,
  url,
  encrypted_content: sealOf(url),
  page_age: null,
})

/** Every claim is a block of its own, with its citations; the words between claims are blocks without. */
const textBlocks = (answer: LabAnswer): JsonObject[] => {
  const { text, marks } = renderMarkdown(answer, unmarked)
  const blocks: JsonObject[] = []
  let at = 0
  for (const [index, { claimStart, claimEnd }] of marks.entries()) {
    if (marks[index - 1]?.claimStart === claimStart) continue
    if (claimStart > at) blocks.push({ type: 'text', text: text.slice(at, claimStart) })
    const citations = marks
      .filter((mark) => mark.claimStart === claimStart)
      .map(({ source }) => citation(answer.sources[source]))
    blocks.push({ citations, type: 'text', text: text.slice(claimStart, claimEnd) })
    at = claimEnd
  }
  if (at < text.length) blocks.push({ type: 'text', text: text.slice(at) })
  return blocks
}

const citation = (source: Source | undefined): JsonObject => ({
  type: 'web_search_result_location',
  cited_text: source?.snippet.slice(0, 150),
  url: source?.url,
  title: source?.title,
  encrypted_index: sealOf(source?.url ?? ''),
})

const withhold = (isRefused: boolean, answer: LabAnswer, asked: ChatRequest): WireReply =>
  isRefused
    ? message(answer, asked, [], 0, 'refusal')
    : message(answer, asked, [{ type: 'text', text: '' }], 0, 'end_turn')

const message = (
  answer: LabAnswer,
  asked: ChatRequest,
  content: JsonObject[],
  searches: number,
  stop: string,
): WireReply => {
  const random = chanceOf(answer)
  const body = {
    model: modelOf(answer, asked.model),
    id: `msg_01${random.hex(22)}`,
    type: 'message',
    role: 'assistant',
    content,
    stop_reason: stop,
    stop_sequence: null,
    stop_details:
      stop === 'refusal' ? { type: 'refusal', category: 'simulated', explanation: 'A simulated refusal.' } : null,
    usage: {
      input_tokens: 2200 + searches * random.integer(6000, 11_000),
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: content.reduce((sum, block) => sum + tokensOf(textOr(block['text'], '')), 24),
      service_tier: 'standard',
      server_tool_use: { web_search_requests: searches, web_fetch_requests: 0 },
    },
  }
  return json(200, body, {
    'request-id': `req_${random.hex(24)}`,
    'anthropic-ratelimit-requests-limit': '10000',
    'anthropic-ratelimit-requests-remaining': String(random.integer(5000, 9999)),
  })
}

const fail = (failure: WireFailure): WireReply => {
  const error = (status: number, type: string, text: string, headers: Record<string, string> = {}): WireReply =>
    json(
      status,
      { type: 'error', error: { type, message: text }, request_id: 'req_simulated' },
      { ...retryHeaders(failure), ...headers },
    )
  switch (failure.kind) {
    case 'rate_limited':
      return error(
        429,
        'rate_limit_error',
        `This request would exceed a simulated rate limit.${retrySentence(failure)}`,
      )
    case 'out_of_credit':
      return error(400, 'invalid_request_error', 'Your credit balance is too low to access the Anthropic API.')
    case 'invalid_key':
      return error(401, 'authentication_error', 'invalid x-api-key', { 'x-should-retry': 'false' })
    case 'server_error':
      return error(500, 'api_error', 'Internal server error')
    case 'overloaded':
      return error(529, 'overloaded_error', 'Overloaded', { 'x-should-retry': 'true' })
    case 'bad_request':
      return error(
        failure.status,
        failure.status === 404 ? 'not_found_error' : 'invalid_request_error',
        failure.message,
      )
  }
}
