import type { LabAnswer } from '../answer.ts'
import { renderMarkdown, unmarked } from '../markdown.ts'
import {
  badRequest,
  bearer,
  chanceOf,
  isKeyRejected,
  isObject,
  json,
  modelOf,
  retryHeaders,
  retrySentence,
  secondsOf,
  textOfInput,
  textOr,
  tokensOf,
  toolTypes,
} from './wire.ts'
import type { JsonObject, Wire, WireFailure, WireReply, WireRequest } from './wire.ts'

/** Mistral Conversations with the web search connector. References stand between chunks of text. */
export const mistral: Wire = {
  provider: 'mistral',
  receive: (request) => {
    const asked = read(request)
    if ('kind' in asked) return fail(asked)
    return {
      platform: 'mistral',
      prompt: asked.prompt,
      answer: (answer) =>
        reply(answer, asked, asked.canSearch ? chunks(answer) : renderMarkdown(answer, unmarked).text),
      withhold: (kind, answer) =>
        reply(answer, asked, kind === 'refusal' ? "I'm sorry, but I can't help with that." : ''),
    }
  },
  failure: (failure) => fail(failure),
}

type ChatRequest = { model: string; prompt: string; canSearch: boolean }

const read = ({ method, path, headers, body }: WireRequest): ChatRequest | WireFailure => {
  if (path !== '/v1/conversations') return badRequest('Not Found', 404)
  if (method !== 'POST') return badRequest('Method Not Allowed', 405)
  if (isKeyRejected(bearer(headers))) return { kind: 'invalid_key' }
  if (!isObject(body)) return badRequest('JSON decode error', 422)
  if (typeof body['model'] !== 'string' && typeof body['agent_id'] !== 'string')
    return badRequest('model: Field required', 422)
  if (body['stream'] === true) return badRequest('stream: the simulation does not stream', 422)
  const prompt = textOfInput(body['inputs'])
  if (prompt === null) return badRequest('inputs: Field required', 422)
  const tools = toolTypes(body['tools'])
  if (tools === null || tools.some((tool) => !tool.startsWith('web_search')))
    return badRequest('tools: Input tag is not known', 422)
  return { model: textOr(body['model'], 'mistral-agent'), prompt, canSearch: tools.length > 0 || 'agent_id' in body }
}

/** A reference belongs to the text before it; now and then one has no address. */
const chunks = (answer: LabAnswer): JsonObject[] => {
  const { text, marks } = renderMarkdown(answer, unmarked)
  const content: JsonObject[] = []
  let at = 0
  for (const [index, { claimEnd, source }] of marks.entries()) {
    if (claimEnd > at) content.push({ type: 'text', text: text.slice(at, claimEnd) })
    at = claimEnd
    const { title, url } = answer.sources[source] ?? { title: '', url: '' }
    const hasUrl = (answer.draw.seed + index) % 25 !== 0
    content.push({ type: 'tool_reference', tool: 'web_search', title, ...(hasUrl ? { url } : {}), source: 'simulated' })
  }
  if (at < text.length) content.push({ type: 'text', text: text.slice(at) })
  return content
}

const reply = (answer: LabAnswer, asked: ChatRequest, content: JsonObject[] | string): WireReply => {
  const random = chanceOf(answer)
  const at = new Date(secondsOf(answer) * 1000).toISOString()
  const entry = { object: 'entry', created_at: at, completed_at: at }
  const search = { type: 'tool.execution', name: 'web_search', ...entry, id: `tool_exec_${random.hex(32)}` }
  const message = {
    type: 'message.output',
    content,
    ...entry,
    id: `msg_${random.hex(32)}`,
    model: modelOf(answer, asked.model),
    role: 'assistant',
  }
  const completion =
    typeof content === 'string'
      ? tokensOf(content)
      : content.reduce((sum, chunk) => sum + tokensOf(textOr(chunk['text'], '')), 0)
  const connector = asked.canSearch ? random.integer(5000, 9000) : 0
  const prompt = tokensOf(asked.prompt) + 150
  return json(200, {
    conversation_id: `conv_${random.hex(32)}`,
    outputs: asked.canSearch ? [search, message] : [message],
    usage: {
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: prompt + completion + connector,
      connector_tokens: connector,
      connectors: asked.canSearch ? { web_search: 1 } : {},
    },
    object: 'conversation.response',
  })
}

const fail = (failure: WireFailure): WireReply => {
  const error = (status: number, message: string, type: string): WireReply =>
    json(status, { object: 'error', message, type, param: null, code: null }, retryHeaders(failure))
  switch (failure.kind) {
    case 'rate_limited':
      return error(429, `Requests rate limit exceeded.${retrySentence(failure)}`, 'rate_limited')
    case 'out_of_credit':
      return error(402, 'You have no credits left. Please check your billing details.', 'payment_required')
    case 'invalid_key':
      return json(401, { detail: 'Invalid API Key' })
    case 'server_error':
      return error(500, 'Internal server error', 'internal_error')
    case 'overloaded':
      return error(503, 'Service unavailable.', 'unavailable')
    case 'bad_request': {
      const detail = [{ type: 'value_error', loc: ['body'], msg: failure.message }]
      return json(failure.status, { detail: failure.status === 422 ? detail : failure.message })
    }
  }
}
