import { listedOnly, mergeCitations } from './citations.ts'
import type { FoundCitation } from './citations.ts'
import { cut } from './cut.ts'
import { failure, failureOfStatus, unreadable } from './failures.ts'
import { readMessage } from './claude-message.ts'
import type { Message } from './claude-message.ts'
import { asArray, asNumber, asString, at } from './json.ts'
import type {
  Connection,
  Cost,
  Failure,
  Finish,
  HttpRequest,
  Platform,
  Question,
  Reading,
  Reply,
  Usage,
} from './platform.ts'
import { computedCost } from './prices.ts'
import { failedReading, settle } from './reading.ts'
import { isEventStream } from './sse.ts'
import { readSource } from './urls.ts'

/** Anthropic Messages with the `web_search` server tool. Country is a parameter, language is not. */
export function createClaude(connection: Connection): Platform {
  return {
    slug: 'claude',
    provider: 'anthropic',
    surface: 'api',
    parserVersion: 1,
    timeoutMs: 120_000,
    request: (question, replies) => requestOf(connection, question, replies),
    failure: failureOf,
    read,
  }
}

function requestOf(connection: Connection, question: Question, replies: Reply[]): HttpRequest | null {
  const messages = replies.map(readMessage)
  const last = messages.at(-1)
  if (last !== undefined && last.stopReason !== 'pause_turn') return null
  // A paused turn goes on when all that was said is sent back unchanged, encrypted fields included.
  const said = messages.flatMap((message) => message.content)
  const { country } = question.locale
  const place = country === null ? {} : { user_location: { type: 'approximate', country } }
  return {
    method: 'POST',
    url: `${connection.baseUrl}/v1/messages`,
    headers: { 'x-api-key': connection.apiKey, 'anthropic-version': '2023-06-01' },
    body: {
      model: connection.model ?? 'claude-haiku-4-5',
      max_tokens: 4096,
      messages: [
        { role: 'user', content: [{ type: 'text', text: question.text }] },
        ...(said.length === 0 ? [] : [{ role: 'assistant', content: said }]),
      ],
      // This version answers with plain search blocks; the later ones search through code execution.
      tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 3, ...place }],
    },
  }
}

function failureOf(reply: Reply): Failure | null {
  const problem = failureOfMessage(reply)
  if (problem !== null) return problem
  const message = readMessage(reply)
  if (message.stopReason === 'pause_turn' || message.stopReason === 'refusal') return null
  if (answerOf(message.content).text === '') return failure('once', 'empty_reply', 'the answer has no text')
  return failureOfSearch(message.content)
}

/** What went wrong with a message of any kind; null: it is one, whatever it says. */
export function failureOfMessage(reply: Reply): Failure | null {
  const message = readMessage(reply)
  if (reply.status >= 300 || message.error !== null) return failureOfError(reply, message.error)
  // A stream that broke off names no reason to stop: what it said so far is not the answer.
  const isReadable = message.isMessage && !(isEventStream(reply) && message.stopReason === null)
  return isReadable ? null : unreadable(reply)
}

/** Errors inside HTTP 200 (a failed stream, a failed line of a batch) are judged by the status they stand for. */
function failureOfError(reply: Reply, error: Record<string, unknown> | null): Failure {
  const type = asString(error?.['type']) ?? ''
  const detail = asString(error?.['message']) ?? ''
  const status = reply.status >= 300 ? reply.status : (statusOfError[type] ?? 500)
  // An empty account answers 400 invalid_request_error: «Your credit balance is too low to access the Anthropic API».
  if (/credit balance is too low/i.test(detail)) return failure('stop', 'out_of_credit', detail)
  return failureOfStatus({ ...reply, status }) ?? unreadable(reply)
}

const statusOfError: Record<string, number> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
}

/** Where every search failed through no fault of ours, the answer rests on memory alone and measures nothing. */
function failureOfSearch(content: unknown[]): Failure | null {
  const results = content.filter(isSearchResult).map((block) => at(block, 'content'))
  const codes = results.map((result) => asString(at(result, 'error_code')))
  const isTransient = codes.some((code) => code === 'unavailable' || code === 'too_many_requests')
  return isTransient && codes.every((code) => code !== null) ? failure('once', 'search_failed', codes.join(', ')) : null
}

function read(replies: Reply[]): Reading {
  const last = replies.at(-1)
  const problem = last === undefined ? unanswered : failureOf(last)
  const messages = replies.map(readMessage)
  const usage = usageOf(messages)
  const model = messages.at(-1)?.model ?? null
  const cost = costOf(model, messages, usage)
  if (problem !== null && problem.kind !== 'once') return failedReading(problem.code, { model, usage, cost })
  const content = messages.flatMap((message) => message.content)
  const { text, found, unknownItems } = answerOf(content)
  const citations = mergeCitations(found)
  const results = content.filter(isSearchResult).map((block) => at(block, 'content'))
  const shown = results.flatMap(asArray).map((page) => readSource(at(page, 'url'), at(page, 'title')))
  return {
    ...settle(finishOf(messages.at(-1)?.stopReason ?? null), text),
    text,
    citations,
    listed: listedOnly(
      shown.filter((source) => source !== null),
      citations,
    ),
    searches: searchesOf(content),
    searched: results.some(Array.isArray) || (usage.searches ?? 0) > 0,
    model,
    usage,
    cost,
    location: null,
    unknownItems,
    errorCode: null,
  }
}

/** The one call of `failure` that no reply stands behind: nothing was asked, so nothing was answered. */
const unanswered = failure('garbled', 'unreadable', 'no reply')

/**
 * The answer is what stands after the last search. Text before a search is narration («I'll search for…») and would put
 * names into the answer that it never recommends; only where it already cites pages is it part of the answer.
 */
function answerOf(content: unknown[]): { text: string; found: FoundCitation[]; unknownItems: number } {
  const passages = passagesOf(content)
  const kept = passages.filter((blocks, index) => index === passages.length - 1 || blocks.some(isCited))
  let original = ''
  const pointers: { citation: unknown; start: number; end: number }[] = []
  for (const blocks of kept) {
    if (original !== '') original += '\n\n'
    for (const block of blocks) {
      const start = original.length
      original += asString(at(block, 'text')) ?? ''
      const end = original.length
      for (const citation of asArray(at(block, 'citations'))) pointers.push({ citation, start, end })
    }
  }
  const clean = cut(original, [])
  const found = pointers.flatMap(({ citation, start, end }): FoundCitation[] => {
    const source = readSource(at(citation, 'url'), at(citation, 'title'))
    const span = { start: clean.at(start), end: clean.at(end) }
    return source === null ? [] : [{ source, span: span.end > span.start ? span : null }]
  })
  const unknownCitations = pointers.filter(({ citation }) => at(citation, 'type') !== 'web_search_result_location')
  return { text: clean.text, found, unknownItems: countUnknown(content) + unknownCitations.length }
}

/** Runs of text blocks between uses of tools; the last one may be empty. */
function passagesOf(content: unknown[]): unknown[][] {
  const passages: unknown[][] = [[]]
  for (const block of content) {
    const type = asString(at(block, 'type')) ?? ''
    if (type === 'text') passages.at(-1)?.push(block)
    else if (/tool_(use|result)$/.test(type)) passages.push([])
  }
  return passages
}

const isCited = (block: unknown): boolean => asArray(at(block, 'citations')).length > 0

const isSearchResult = (block: unknown): boolean => at(block, 'type') === 'web_search_tool_result'

const knownBlocks =
  /^(text|(redacted_)?thinking|((server|mcp)_)?tool_use|(web_search|web_fetch|(bash_|text_editor_)?code_execution)_tool_result)$/

const countUnknown = (content: unknown[]): number =>
  content.filter((block) => !knownBlocks.test(asString(at(block, 'type')) ?? '')).length

/** N19: what it searched for, each once. */
function searchesOf(content: unknown[]): string[] {
  const calls = content.filter((block) => at(block, 'type') === 'server_tool_use' && at(block, 'name') === 'web_search')
  const queries = calls.map((call) => asString(at(call, 'input', 'query'))?.trim() ?? '')
  return [...new Set(queries.filter((query) => query !== ''))]
}

function finishOf(stopReason: string | null): Finish {
  switch (stopReason) {
    case 'refusal':
      return 'refusal'
    // A turn still paused after the last round is an answer cut short (N21: never stored as paused).
    case 'pause_turn':
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length'
    default:
      return 'complete'
  }
}

/** N23: whatever was read counts as input, cached or not; a turn of several rounds is summed. */
function usageOf(messages: Message[]): Usage {
  const inputs = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens']
  return {
    inputTokens: sumOf(messages.flatMap(({ usage }) => inputs.map((key) => usage[key]))),
    outputTokens: sumOf(messages.map(({ usage }) => usage['output_tokens'])),
    reasoningTokens: sumOf(messages.map(({ usage }) => at(usage, 'output_tokens_details', 'thinking_tokens'))),
    searches: sumOf(messages.map(({ usage }) => at(usage, 'server_tool_use', 'web_search_requests'))),
  }
}

function sumOf(values: unknown[]): number | null {
  const numbers = values.map(asNumber).filter((value) => value !== null)
  return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0)
}

/** Writing to the cache costs 1.25 (five minutes) or 2 times the price of reading afresh, a batch half (platform.claude.com). */
function costOf(model: string | null, messages: Message[], usage: Usage): Cost {
  const creations = messages.map((message) => message.usage['cache_creation'])
  const sum = (key: string) => sumOf(creations.map((creation) => at(creation, key))) ?? 0
  const surcharge = 0.25 * sum('ephemeral_5m_input_tokens') + sum('ephemeral_1h_input_tokens')
  const cached = sumOf(messages.map((message) => message.usage['cache_read_input_tokens'])) ?? 0
  const isBatch = messages.every((message) => message.usage['service_tier'] === 'batch')
  const share = isBatch ? 0.5 : 1
  const inputTokens = usage.inputTokens === null ? null : (usage.inputTokens + surcharge) * share
  const outputTokens = usage.outputTokens === null ? null : usage.outputTokens * share
  return computedCost(model, { ...usage, inputTokens, outputTokens }, cached * share)
}
