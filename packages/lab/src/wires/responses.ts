import type { LabAnswer } from '../answer.ts'
import { badRequest, isKeyRejected, isObject, secondsOf, textOfInput, textOr, toolTypes } from './wire.ts'
import type { JsonObject, WireFailure, WireRequest } from './wire.ts'

/** What a request in the shape of OpenAI's Responses asks for, whoever the provider is. */
export type ResponsesRequest = {
  model: string
  prompt: string
  canSearch: boolean
  mustSearch: boolean
  body: JsonObject
}

export const readResponsesRequest = (
  request: WireRequest,
  key: string | null,
  accepted: { paths: readonly string[]; tools: readonly string[]; isModelOptional: boolean },
): ResponsesRequest | WireFailure => {
  if (!accepted.paths.includes(request.path)) return badRequest(`Invalid URL (${request.method} ${request.path})`, 404)
  if (request.method !== 'POST') return badRequest(`Not allowed to ${request.method} on ${request.path}`, 405)
  if (isKeyRejected(key)) return { kind: 'invalid_key' }
  const body = request.body
  if (!isObject(body)) return badRequest('We could not parse the JSON body of your request.')
  if (typeof body['model'] !== 'string' && !accepted.isModelOptional) {
    return badRequest("Missing required parameter: 'model'.")
  }
  if (body['stream'] === true) return badRequest("The simulation does not stream: 'stream' must be false.")
  const prompt = textOfInput(body['input'])
  if (prompt === null) return badRequest("Missing required parameter: 'input'.")
  const tools = toolTypes(body['tools'])
  const unknown = tools?.find((tool) => !accepted.tools.includes(tool))
  if (tools === null || unknown !== undefined) return badRequest(`Invalid value: '${unknown ?? 'tools'}'.`)
  return {
    model: typeof body['model'] === 'string' ? body['model'] : textOr(body['preset'], 'fast'),
    prompt,
    canSearch: tools.length > 0,
    mustSearch: body['tool_choice'] !== undefined && body['tool_choice'] !== 'auto',
    body,
  }
}

/** The fields all Responses share, in their usual order. */
export const responsesEnvelope = (
  answer: LabAnswer,
  id: string,
  model: string,
  asked: ResponsesRequest,
): JsonObject => ({
  id,
  object: 'response',
  created_at: secondsOf(answer),
  status: 'completed',
  background: false,
  completed_at: secondsOf(answer) + 8,
  error: null,
  frequency_penalty: 0,
  incomplete_details: null,
  instructions: null,
  max_output_tokens: asked.body['max_output_tokens'] ?? null,
  max_tool_calls: null,
  model,
  parallel_tool_calls: true,
  presence_penalty: 0,
  previous_response_id: null,
  prompt_cache_key: null,
  safety_identifier: null,
  service_tier: 'default',
  store: asked.body['store'] ?? true,
  temperature: 1,
  text: { format: { type: 'text' } },
  tool_choice: asked.body['tool_choice'] ?? 'auto',
  tools: asked.body['tools'] ?? [],
  top_logprobs: 0,
  top_p: 1,
  truncation: 'disabled',
  user: null,
  metadata: {},
})

export const outputMessage = (id: string, content: JsonObject, phase?: 'commentary' | 'final_answer'): JsonObject => ({
  id,
  type: 'message',
  status: 'completed',
  content: [content],
  ...(phase === undefined ? {} : { phase }),
  role: 'assistant',
})

export const outputText = (text: string, annotations: JsonObject[]): JsonObject => ({
  type: 'output_text',
  annotations,
  logprobs: [],
  text,
})

export const refusalPart = { type: 'refusal', refusal: "I'm sorry, but I can't help with that." } as const
