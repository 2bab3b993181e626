import { failure, failureOf, failureOfStatus, unreadable } from './failures.ts'
import { asArray, asNumber, asRecord, asString, at, parseBody } from './json.ts'
import type { Failure, FailureKind, Finish, Reply, Source, Usage } from './platform.ts'
import type { Pointer } from './pointers.ts'
import { isEventStream, readEvents } from './sse.ts'
import { readSource } from './urls.ts'

/**
 * The Responses wire format, spoken by OpenAI, xAI, DeepSeek and the Perplexity Agent API: one object with a list of
 * output items, as JSON, as the last event of a stream, or inside one line of a batch.
 */
export function responseOf(reply: Reply): Record<string, unknown> | null {
  const body = isEventStream(reply) ? responseOfStream(reply.body) : asRecord(parseBody(reply.body))
  const response = asRecord(at(body, 'response', 'body') ?? body)
  return Array.isArray(response['output']) || typeof response['status'] === 'string' ? response : null
}

/** Status and headers, the error object, and the failures inside HTTP 200; null when readable. */
export function failureOfResponse(reply: Reply): Failure | null {
  const response = responseOf(reply)
  const body = parseBody(reply.body)
  const error = response?.['error'] ?? at(body, 'error') ?? at(body, 'response', 'body', 'error')
  if (reply.status >= 300 || (!response && error)) return failureOfError(reply, error)
  if (!response || response['object'] !== 'response') return unreadable(reply)
  switch (response['status']) {
    case 'completed':
    case 'incomplete':
      return isEmpty(response) ? failure('once', 'empty_reply', 'the answer has no text') : null
    case 'failed':
    case 'cancelled':
      return failureOfError(reply, error)
    default:
      return failure('garbled', 'unfinished', `status ${String(response['status'])}`)
  }
}

/** What a response says, before its text is cleaned. */
export type Draft = {
  text: string
  pointers: Pointer[]
  /** Numbered results (Perplexity); of equal numbers the last wins. */
  results: Map<number, Source>
  /** Pages consulted: listed by a search, or opened. */
  consulted: Source[]
  searches: string[]
  searched: boolean
  finish: Finish
  model: string | null
  usage: Usage
  cachedInputTokens: number | null
  location: string | null
  unknownItems: number
}

export function draftOf(response: Record<string, unknown>): Draft {
  const draft: Draft = {
    text: '',
    pointers: [],
    results: new Map(),
    consulted: [],
    searches: [],
    searched: false,
    finish: finishOf(response),
    model: asString(response['model']),
    usage: usageOf(response),
    cachedInputTokens: asNumber(at(response, 'usage', 'input_tokens_details', 'cached_tokens')),
    location: locationOf(response),
    unknownItems: 0,
  }
  for (const item of asArray(response['output'])) addItem(draft, asRecord(item))
  draft.searches = [...new Set(draft.searches)].filter((query) => query !== '' && !query.startsWith('ws_call_id='))
  return draft
}

/** The final object of the last `response.*` event; its items from their own events when it has none itself. */
function responseOfStream(body: string): unknown {
  const events = readEvents(body).map((event) => asRecord(parseBody(event.data)))
  const last = events.findLast((event) => at(event, 'response') !== undefined)
  const error = events.find((event) => event['type'] === 'error')
  if (!last) return error ? { status: 'failed', object: 'response', error: at(error, 'error') ?? error } : null
  const response = asRecord(last['response'])
  const items = events.filter((event) => event['type'] === 'response.output_item.done').map((event) => event['item'])
  return {
    ...response,
    output: asArray(response['output']).length > 0 ? response['output'] : items,
    error: response['error'] ?? at(error, 'error') ?? error,
  }
}

const kindsOfCode: Record<string, [FailureKind, string]> = {
  insufficient_quota: ['stop', 'out_of_credit'],
  billing_hard_limit_reached: ['stop', 'out_of_credit'],
  billing_not_active: ['stop', 'out_of_credit'],
  invalid_api_key: ['stop', 'invalid_key'],
  account_deactivated: ['stop', 'forbidden'],
  rate_limit_exceeded: ['wait', 'rate_limited'],
  request_rate_limit_exceeded: ['wait', 'rate_limited'],
  server_error: ['wait', 'server_error'],
  context_length_exceeded: ['never', 'prompt_too_long'],
  too_many_prompt_tokens: ['never', 'prompt_too_long'],
  model_not_found: ['never', 'model_not_found'],
  invalid_prompt: ['never', 'bad_request'],
}

/** By the platform's own code, else by status; an unknown failure inside HTTP 200 is taken for a passing one. */
function failureOfError(reply: Reply, error: unknown): Failure {
  const codes = [at(error, 'code'), at(error, 'type')].map(asString).filter((code) => code !== null)
  const code = codes.find((code) => Object.hasOwn(kindsOfCode, code))
  const [kind, name] = (code && kindsOfCode[code]) || [null, null]
  const byStatus = failureOfStatus(reply)
  if (kind === 'stop') return failureOf(reply, kind, name)
  if (byStatus) return { ...byStatus, code: name ?? byStatus.code }
  const words = asString(at(error, 'message')) ?? 'failed'
  return failure(kind ?? 'wait', name ?? 'server_error', words)
}

const isEmpty = (response: Record<string, unknown>): boolean => {
  const finish = finishOf(response)
  return (finish === 'complete' || finish === 'length') && draftOf(response).text.trim() === ''
}

function finishOf(response: Record<string, unknown>): Finish {
  if (response['status'] === 'incomplete') {
    return at(response, 'incomplete_details', 'reason') === 'content_filter' ? 'content_filter' : 'length'
  }
  if (response['status'] !== 'completed') return 'error'
  const parts = asArray(response['output']).flatMap((item) => asArray(at(item, 'content')))
  const hasText = parts.some((part) => at(part, 'type') === 'output_text')
  return !hasText && parts.some((part) => at(part, 'type') === 'refusal') ? 'refusal' : 'complete'
}

function addItem(draft: Draft, item: Record<string, unknown>): void {
  switch (item['type']) {
    case 'reasoning':
      return
    case 'message':
      if (item['phase'] !== 'commentary') for (const part of asArray(item['content'])) addPart(draft, part)
      return
    case 'web_search_call':
    case 'x_search_call':
      return addSearch(draft, item)
    case 'search_results':
      return addResults(draft, item)
    default:
      draft.unknownItems++
  }
}

function addPart(draft: Draft, part: unknown): void {
  const type = at(part, 'type') ?? 'output_text'
  if (type === 'refusal') return
  const text = asString(at(part, 'text')) ?? asString(part)
  if (text === null || (type !== 'output_text' && type !== 'text')) {
    draft.unknownItems++
    return
  }
  const base = draft.text === '' ? 0 : draft.text.length + 2
  draft.text += (draft.text === '' ? '' : '\n\n') + text
  for (const annotation of asArray(at(part, 'annotations'))) {
    if (at(annotation, 'type') === 'url_citation') draft.pointers.push(pointerOf(annotation, base))
    else draft.unknownItems++
  }
}

/** The flat form of Responses and the nested one of Chat Completions. */
export function pointerOf(annotation: unknown, base = 0): Pointer {
  const citation = at(annotation, 'url_citation') ?? annotation
  const start = asNumber(at(citation, 'start_index'))
  const end = asNumber(at(citation, 'end_index'))
  const isPlaced = start !== null && end !== null
  return {
    url: at(citation, 'url'),
    title: at(citation, 'title'),
    start: isPlaced ? start + base : null,
    end: isPlaced ? end + base : null,
  }
}

/** N19, N18: `action` at OpenAI, DeepSeek and newer Grok, `arguments` as a JSON string at older Grok. */
function addSearch(draft: Draft, item: Record<string, unknown>): void {
  const action = item['action'] ?? parseBody(asString(item['arguments']) ?? '')
  draft.searched = true
  const queries = asArray(at(action, 'queries'))
  for (const query of queries.length > 0 ? queries : asArray(at(action, 'query'))) {
    if (typeof query === 'string') draft.searches.push(query.trim().toWellFormed().replaceAll('\0', ''))
  }
  for (const page of [...asArray(at(action, 'sources')), action]) {
    const source = readSource(at(page, 'url'), at(page, 'title'))
    if (source) draft.consulted.push(source)
  }
}

function addResults(draft: Draft, item: Record<string, unknown>): void {
  draft.searched = true
  for (const query of asArray(item['queries'])) if (typeof query === 'string') draft.searches.push(query.trim())
  for (const result of asArray(item['results'])) {
    const source = readSource(at(result, 'url'), at(result, 'title'))
    const id = asNumber(at(result, 'id'))
    if (!source) continue
    draft.consulted.push(source)
    if (id !== null) draft.results.set(id, source)
  }
}

function usageOf(response: Record<string, unknown>): Usage {
  const usage = response['usage']
  const details = at(usage, 'server_side_tool_usage_details')
  const xaiSearches =
    details && (asNumber(at(details, 'web_search_calls')) ?? 0) + (asNumber(at(details, 'x_search_calls')) ?? 0)
  const searches = asArray(response['output']).filter(
    (item) =>
      /^(web|x)_search_call$/.test(asString(at(item, 'type')) ?? '') &&
      (at(item, 'action', 'type') ?? 'search') === 'search',
  ).length
  return {
    inputTokens: asNumber(at(usage, 'input_tokens')),
    outputTokens: asNumber(at(usage, 'output_tokens')),
    reasoningTokens: asNumber(at(usage, 'output_tokens_details', 'reasoning_tokens')),
    searches:
      asNumber(xaiSearches) ??
      asNumber(at(response, 'tool_usage', 'web_search', 'num_requests')) ??
      asNumber(at(usage, 'tool_calls_details', 'search_web', 'invocation')) ??
      searches,
  }
}

/** The place that the platform says it searched from (N26): OpenAI repeats it with the tool. */
function locationOf(response: Record<string, unknown>): string | null {
  const place = asArray(response['tools'])
    .map((tool) => at(tool, 'user_location'))
    .find((place) => place)
  const names = ['city', 'region', 'country'].map((name) => asString(at(place, name))).filter((name) => name !== null)
  return names.length > 0 ? names.join(', ') : null
}
