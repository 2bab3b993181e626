import { failure, failureOf, failureOfStatus, unreadable } from './failures.ts'
import { asArray, asNumber, asRecord, asString, at, mergeRecords, parseBody } from './json.ts'
import type { Failure, Finish, Reply, Source, Usage } from './platform.ts'
import type { Pointer } from './pointers.ts'
import { pointerOf } from './responses.ts'
import { isEventStream, readEvents } from './sse.ts'
import { readSource } from './urls.ts'

/** The Chat Completions wire format: OpenAI's search models, Perplexity Sonar, OpenRouter, DeepSeek; JSON or stream. */
export function chatOf(reply: Reply): Record<string, unknown> | null {
  const body = isEventStream(reply) ? chatOfStream(reply.body) : asRecord(parseBody(reply.body))
  return Array.isArray(body['choices']) ? body : null
}

export function failureOfChat(reply: Reply): Failure | null {
  const chat = chatOf(reply)
  if (reply.status >= 300) return failureOfStatus(reply)
  if (!chat) return unreadable(reply)
  const draft = chatDraftOf(chat)
  if (draft.finish === 'error') return failureOf(reply, 'wait', 'server_error')
  // A stream that broke off names no reason to finish: what it said so far is not the answer.
  if (isEventStream(reply) && at(chat, 'choices', 0, 'finish_reason') === undefined) return unreadable(reply)
  const isEmpty = draft.text.trim() === '' && (draft.finish === 'complete' || draft.finish === 'length')
  return isEmpty ? failure('once', 'empty_reply', 'the answer has no text') : null
}

export type ChatDraft = {
  text: string
  pointers: Pointer[]
  /** `citations[]` and `search_results[]` of Sonar: marker `[n]` is entry n − 1. */
  results: Map<number, Source>
  finish: Finish
  model: string | null
  usage: Usage
  /** US dollars that the reply itself tells. */
  costUsd: number | null
}

export function chatDraftOf(chat: Record<string, unknown>): ChatDraft {
  const choice = at(chat, 'choices', 0)
  const message = at(choice, 'message')
  const usage = chat['usage']
  const text = textOf(at(message, 'content'))
  return {
    text,
    pointers: asArray(at(message, 'annotations'))
      .filter((annotation) => at(annotation, 'type') === 'url_citation')
      .map((annotation) => pointerOf(annotation)),
    results: resultsOf(chat),
    finish: text === '' && asString(at(message, 'refusal')) ? 'refusal' : finishOf(at(choice, 'finish_reason')),
    model: asString(chat['model']),
    usage: {
      inputTokens: asNumber(at(usage, 'prompt_tokens')),
      outputTokens: asNumber(at(usage, 'completion_tokens')),
      reasoningTokens:
        asNumber(at(usage, 'completion_tokens_details', 'reasoning_tokens')) ?? asNumber(at(usage, 'reasoning_tokens')),
      searches:
        asNumber(at(usage, 'server_tool_use_details', 'web_search_requests')) ??
        asNumber(at(usage, 'num_search_queries')),
    },
    costUsd: asNumber(at(usage, 'cost', 'total_cost')) ?? asNumber(at(usage, 'cost')),
  }
}

/** One chat from its chunks: texts are joined, unless the last brings the whole (Sonar); else the last word counts. */
function chatOfStream(body: string): Record<string, unknown> {
  const chunks = readEvents(body)
    .map((event) => asRecord(parseBody(event.data)))
    .filter((chunk) => Array.isArray(chunk['choices']))
  const joined = chunks.map((chunk) => asString(at(chunk, 'choices', 0, 'delta', 'content')) ?? '').join('')
  const whole = asString(at(chunks.at(-1), 'choices', 0, 'message', 'content'))
  const content = whole ?? joined
  const annotations = chunks.flatMap((chunk) => asArray(at(chunk, 'choices', 0, 'delta', 'annotations')))
  const reasons = chunks.map((chunk) => asString(at(chunk, 'choices', 0, 'finish_reason')) ?? undefined)
  const choice = { message: { content, annotations }, finish_reason: reasons.findLast((reason) => reason) }
  return chunks.length === 0 ? {} : { ...mergeRecords(chunks), choices: [choice] }
}

/** A text, or a list of parts of which only texts count. */
const textOf = (content: unknown): string =>
  asArray(content)
    .map((part) => asString(part) ?? asString(at(part, 'text')) ?? '')
    .join('')

function finishOf(reason: unknown): Finish {
  switch (reason) {
    case 'length':
      return 'length'
    case 'content_filter':
      return 'content_filter'
    case 'error':
      return 'error'
    default:
      return 'complete'
  }
}

/** The two lists may differ in length: the numbers are those of `citations`, the titles the other's. */
function resultsOf(chat: Record<string, unknown>): Map<number, Source> {
  const results = asArray(chat['search_results'])
  const titles = new Map(results.map((result) => [at(result, 'url'), at(result, 'title')]))
  const citations = asArray(chat['citations'])
  const urls = citations.length > 0 ? citations : results.map((result) => at(result, 'url'))
  const numbered = urls.map((url, index) => [index + 1, readSource(at(url, 'url') ?? url, titles.get(url))] as const)
  const sources = new Map<number, Source>()
  for (const [number, source] of numbered) if (source) sources.set(number, source)
  const known = new Set([...sources.values()].map(({ url }) => url))
  for (const result of results) {
    const source = readSource(at(result, 'url'), at(result, 'title'))
    if (source && !known.has(source.url)) sources.set(1000 + sources.size, source)
    if (source) known.add(source.url)
  }
  return sources
}
