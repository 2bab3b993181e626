import type { LabAnswer } from '../answer.ts'
import { renderMarkdown, unmarked } from '../markdown.ts'
import type { Rendered } from '../markdown.ts'
import { hashText, mix, uniform } from '../random.ts'
import {
  badRequest,
  chanceOf,
  isKeyRejected,
  isObject,
  json,
  modelOf,
  retrySentence,
  textOfInput,
  tokensOf,
} from './wire.ts'
import type { JsonObject, Wire, WireFailure, WireReply, WireRequest } from './wire.ts'

/** Gemini generateContent with search grounding. Offsets count UTF-8 bytes. */
export const gemini: Wire = {
  provider: 'gemini',
  receive: (request) => {
    const asked = read(request)
    if ('kind' in asked) return fail(asked)
    return {
      platform: 'gemini',
      prompt: asked.prompt,
      answer: (answer) => reply(answer, asked),
      withhold: (kind, answer) => withhold(kind === 'refusal', answer, asked),
    }
  },
  failure: (failure) => fail(failure),
}

type ChatRequest = { model: string; prompt: string; canSearch: boolean }

const read = ({ method, path, query, headers, body }: WireRequest): ChatRequest | WireFailure => {
  const model = /^\/v1(?:beta)?\/models\/([^/:]+):generateContent$/.exec(path)?.[1]
  if (model === undefined) return badRequest('models/unknown is not found for API version v1beta.', 404)
  if (method !== 'POST') return badRequest('Request method is not supported.', 405)
  const key = headers['x-goog-api-key'] ?? query.get('key')
  if (isKeyRejected(typeof key === 'string' ? key : null)) return { kind: 'invalid_key' }
  if (!isObject(body)) return badRequest('Invalid JSON payload received.')
  const prompt = textOfInput(body['contents'])
  if (prompt === null) return badRequest('* GenerateContentRequest.contents: contents is not specified')
  const tools = body['tools'] ?? []
  if (!Array.isArray(tools) || !tools.every(isObject)) return badRequest("Invalid value at 'tools'.")
  return { model, prompt, canSearch: tools.some((tool) => 'google_search' in tool || 'googleSearch' in tool) }
}

const reply = (answer: LabAnswer, asked: ChatRequest): WireReply => {
  const random = chanceOf(answer)
  const rendered = renderMarkdown(answer, unmarked)
  const searches = asked.canSearch && uniform(mix(answer.draw.seed, 0x9e)) < 0.9
  const candidate = {
    content: { parts: [{ text: rendered.text, thoughtSignature: random.hex(24) }], role: 'model' },
    finishReason: 'STOP',
    index: 0,
    ...(searches ? { groundingMetadata: grounding(answer, rendered) } : {}),
  }
  return generated(answer, asked, { candidates: [candidate] }, tokensOf(rendered.text))
}

const grounding = (answer: LabAnswer, { text, marks }: Rendered): JsonObject => {
  const cited = [...new Set(marks.map(({ source }) => source))]
  const claims = marks.filter(({ claimStart }, index) => marks[index - 1]?.claimStart !== claimStart)
  return {
    searchEntryPoint: { renderedContent: '<div class="container">Simulated search suggestions</div>' },
    groundingChunks: cited.map((source) => ({ web: chunk(answer, source) })),
    groundingSupports: claims.map(({ claimStart, claimEnd }) => ({
      segment: segment(text, claimStart, claimEnd),
      groundingChunkIndices: marks
        .filter((mark) => mark.claimStart === claimStart)
        .map(({ source }) => cited.indexOf(source)),
    })),
    webSearchQueries: answer.searches,
  }
}

/** The link is a redirect that says nothing, the title is the domain. */
const chunk = ({ sources }: LabAnswer, source: number): JsonObject => ({
  uri: `https://vertexaisearch.cloud.google.com/grounding-api-redirect/SIMULATED${hashText(sources[source]?.url ?? '')}`,
  title: sources[source]?.domain,
})

/** A start of 0 is left out, as in life. */
const segment = (text: string, start: number, end: number): JsonObject => {
  const startIndex = Buffer.byteLength(text.slice(0, start))
  const words = text.slice(start, end)
  return { ...(startIndex === 0 ? {} : { startIndex }), endIndex: startIndex + Buffer.byteLength(words), text: words }
}

const withhold = (isRefused: boolean, answer: LabAnswer, asked: ChatRequest): WireReply =>
  isRefused
    ? generated(answer, asked, { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }, 0)
    : generated(
        answer,
        asked,
        { candidates: [{ content: { role: 'model' }, finishReason: 'MAX_TOKENS', index: 0 }] },
        0,
      )

const generated = (
  answer: LabAnswer,
  asked: ChatRequest,
  content: JsonObject,
  candidatesTokenCount: number,
): WireReply => {
  const random = chanceOf(answer)
  const promptTokenCount = tokensOf(asked.prompt) + 340
  const thoughtsTokenCount = random.integer(400, 1400)
  return json(200, {
    ...content,
    usageMetadata: {
      promptTokenCount,
      candidatesTokenCount,
      totalTokenCount: promptTokenCount + candidatesTokenCount + thoughtsTokenCount,
      thoughtsTokenCount,
      serviceTier: 'standard',
    },
    modelVersion: modelOf(answer, asked.model),
    responseId: random.hex(22),
  })
}

const fail = (failure: WireFailure): WireReply => {
  const error = (code: number, status: string, message: string, details?: JsonObject[]): WireReply =>
    json(code, { error: { code, message, status, ...(details === undefined ? {} : { details }) } })
  const exhausted = 'You exceeded your current quota, please check your plan and billing details.'
  const quota = (quotaId: string): JsonObject => ({
    '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
    violations: [{ quotaId }],
  })
  switch (failure.kind) {
    case 'rate_limited': {
      // Never a header: the pause stands in the body, or nowhere.
      const retry = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${failure.waitMs / 1000}s` }
      const details = [
        quota('GenerateRequestsPerMinutePerProjectPerModel'),
        ...(failure.hint === 'none' ? [] : [retry]),
      ]
      return error(429, 'RESOURCE_EXHAUSTED', exhausted + retrySentence(failure), details)
    }
    case 'out_of_credit':
      return error(429, 'RESOURCE_EXHAUSTED', exhausted, [quota('GenerateRequestsPerDayPerProjectPerModel')])
    case 'invalid_key': {
      const detail = {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'API_KEY_INVALID',
        domain: 'googleapis.com',
      }
      return error(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [detail])
    }
    case 'server_error':
      return error(500, 'INTERNAL', 'An internal error has occurred.')
    case 'overloaded':
      return error(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.')
    case 'bad_request':
      return error(failure.status, failure.status === 404 ? 'NOT_FOUND' : 'INVALID_ARGUMENT', failure.message)
  }
}
