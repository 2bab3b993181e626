import { listedOnly, mergeCitations } from './citations.ts'
import type { FoundCitation } from './citations.ts'
import { cut } from './cut.ts'
import { failure, failureOfStatus, unreadable } from './failures.ts'
import { asArray, asNumber, asRecord, asString, at, mergeRecords, parseBody } from './json.ts'
import { occurrencesIn } from './occurrences.ts'
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
  Source,
  Usage,
} from './platform.ts'
import { computedCost } from './prices.ts'
import { failedReading, settle } from './reading.ts'
import { isEventStream, readEvents } from './sse.ts'
import { readSource } from './urls.ts'

/**
 * Google Gemini's generateContent with Google Search grounding. The answers of the newer Interactions
 * API are read as well. Off by default: Google's terms forbid to analyse grounded results (docs/platforms.md).
 */
export function createGemini(connection: Connection): Platform {
  return {
    slug: 'gemini',
    provider: 'google',
    surface: 'api',
    parserVersion: 1,
    timeoutMs: 60_000,
    request: (question, replies) => (replies.length === 0 ? requestOf(connection, question) : null),
    failure: failureOf,
    read,
  }
}

/** No limit is set on the output: a limit counts the thoughts too and can leave nothing for the answer. */
function requestOf(connection: Connection, question: Question): HttpRequest {
  const model = connection.model ?? 'gemini-3.5-flash'
  const { language } = question.locale
  return {
    method: 'POST',
    url: `${connection.baseUrl}/v1beta/models/${encodeURIComponent(model)}:generateContent`,
    headers: { 'x-goog-api-key': connection.apiKey },
    body: {
      contents: [{ role: 'user', parts: [{ text: question.text }] }],
      tools: [{ google_search: {} }],
      // The only place hint there is; that search grounding follows it is not proven.
      ...(language !== null && { toolConfig: { retrievalConfig: { languageCode: language } } }),
    },
  }
}

function failureOf(reply: Reply): Failure | null {
  const body = readBody(reply)
  const error = body['error'] ?? null
  if (reply.status >= 300 || error !== null) return failureOfError(reply, asRecord(error))
  const end = endOf(body)
  if (end === 'failed' || end === 'cancelled') return failure('wait', 'server_error', `the interaction ${end}`)
  const isAnswer = Array.isArray(body['candidates']) || Array.isArray(body['steps']) || isPromptBlocked(body)
  // A stream that broke off names no reason to finish: what it said so far is not the answer.
  if (!isAnswer || (isEventStream(reply) && end === null && !isPromptBlocked(body))) return unreadable(reply)
  const { text, finish } = answerOf(body)
  // Known replies without a word: all tokens went into thoughts, or nothing came at all.
  return text === '' && finish !== 'content_filter' ? failure('once', 'empty_reply', `finish reason ${end}`) : null
}

/** Google names the cause in the details of the body; there is no Retry-After header. */
function failureOfError(reply: Reply, error: Record<string, unknown>): Failure {
  const status = reply.status >= 300 ? reply.status : (asNumber(error['code']) ?? 500)
  const detail = asString(error['message']) ?? ''
  const details = asArray(error['details'])
  if (details.some((entry) => at(entry, 'reason') === 'API_KEY_INVALID')) return failure('stop', 'invalid_key', detail)
  // The key's country or its missing billing account, never the question.
  if (error['status'] === 'FAILED_PRECONDITION') return failure('stop', 'forbidden', detail)
  const violations = details.flatMap((entry) => asArray(at(entry, 'violations')))
  const isDayUsedUp = violations.some((violation) => asString(at(violation, 'quotaId'))?.includes('PerDay'))
  if (status === 429 && isDayUsedUp) return failure('stop', 'out_of_credit', detail)
  const judged = failureOfStatus({ ...reply, status }) ?? unreadable(reply)
  const delays = details.map((entry) => asString(at(entry, 'retryDelay'))).filter((delay) => delay !== null)
  const seconds = asNumber(delays[0]?.replace(/s$/, ''))
  return judged.kind === 'wait' && seconds !== null ? { ...judged, retryAfterMs: Math.ceil(seconds * 1000) } : judged
}

function read(replies: Reply[]): Reading {
  const last = replies.at(-1)
  if (last === undefined) return failedReading('unreadable')
  const body = readBody(last)
  const problem = failureOf(last)
  const facts = { model: asString(body['modelVersion']) ?? asString(body['model']), usage: usageOf(body) }
  if (problem !== null && problem.kind !== 'once') return failedReading(problem.code, facts)
  const answer = answerOf(body)
  const citations = mergeCitations(answer.found)
  return {
    ...settle(answer.finish, answer.text),
    text: answer.text,
    citations,
    listed: listedOnly(answer.shown, citations),
    searches: answer.searches,
    searched: answer.searches.length > 0 || answer.shown.length > 0,
    ...facts,
    cost: costOf(facts.model, facts.usage),
    location: null,
    unknownItems: answer.unknownItems,
    errorCode: null,
  }
}

/** One body out of a plain reply, an event stream, or the list of pieces that a stream becomes without `alt=sse`. */
function readBody(reply: Reply): Record<string, unknown> {
  const isStream = isEventStream(reply)
  const pieces = isStream ? readEvents(reply.body).map(({ data }) => parseBody(data)) : asArray(parseBody(reply.body))
  return pieces.length > 1 ? joined(pieces.map(asRecord)) : asRecord(pieces[0])
}

function joined(pieces: Record<string, unknown>[]): Record<string, unknown> {
  const failed = pieces.find((piece) => piece['error'] !== undefined)
  if (failed !== undefined) return failed
  const candidates = pieces.map((piece) => asRecord(at(piece, 'candidates', 0)))
  const parts = candidates.flatMap((candidate) => asArray(at(candidate, 'content', 'parts')))
  // Early pieces carry an empty grounding; the real one comes with the last words.
  const entries = candidates.flatMap((candidate) => Object.entries(asRecord(candidate['groundingMetadata'])))
  const groundingMetadata = Object.fromEntries(entries)
  const whole = mergeRecords(pieces)
  if (!Object.hasOwn(whole, 'candidates')) return whole
  return { ...whole, candidates: [{ ...mergeRecords(candidates), content: { parts }, groundingMetadata }] }
}

type ReplyText = {
  text: string
  found: FoundCitation[]
  shown: Source[]
  searches: string[]
  finish: Finish
  unknownItems: number
}

const answerOf = (body: Record<string, unknown>): ReplyText =>
  Array.isArray(body['steps']) ? interactionOf(body, body['steps']) : generatedOf(body)

/** `candidates[0]` of generateContent; thoughts are no part of the answer. */
function generatedOf(body: Record<string, unknown>): ReplyText {
  const candidate = at(body, 'candidates', 0)
  const parts = asArray(at(candidate, 'content', 'parts'))
  const texts = parts.map((part) => (at(part, 'thought') === true ? '' : (asString(at(part, 'text')) ?? '')))
  const original = texts.join('')
  const partStarts = byteStartsOf(texts)
  const grounding = at(candidate, 'groundingMetadata')
  const chunks = asArray(at(grounding, 'groundingChunks')).map(sourceOfChunk)
  const locate = locator(original)
  const found = asArray(at(grounding, 'groundingSupports')).flatMap((support) => {
    const segment = at(support, 'segment')
    // Offsets count within the part that is named, else within the whole text.
    const base = partStarts[asNumber(at(segment, 'partIndex')) ?? 0] ?? 0
    const span = locate(base, at(segment, 'startIndex'), at(segment, 'endIndex'), asString(at(segment, 'text')))
    const sources = asArray(at(support, 'groundingChunkIndices')).map((index) => chunks[asNumber(index) ?? -1])
    return sources.flatMap((source): FoundCitation[] => (source ? [{ source, span }] : []))
  })
  return {
    ...cleaned(original, found),
    shown: chunks.filter((source) => source !== null),
    searches: distinct(at(grounding, 'webSearchQueries')),
    finish: finishOf(body),
    unknownItems: parts.filter((part) => !Object.keys(asRecord(part)).some((key) => knownParts.test(key))).length,
  }
}

/** `steps[]` of the Interactions API; the answer can stand before the search that it rests on. */
function interactionOf(body: Record<string, unknown>, steps: unknown[]): ReplyText {
  const outputs = steps.filter((step) => at(step, 'type') === 'model_output')
  const calls = steps.filter((step) => at(step, 'type') === 'google_search_call')
  const contents = outputs.flatMap((step) => asArray(at(step, 'content'))).filter((part) => at(part, 'type') === 'text')
  const texts = contents.map((content) => asString(at(content, 'text')) ?? '')
  const original = texts.join('')
  const starts = byteStartsOf(texts)
  const locate = locator(original)
  const found = contents.flatMap((content, index) =>
    asArray(at(content, 'annotations')).flatMap((annotation): FoundCitation[] => {
      const source = readSource(at(annotation, 'url'), at(annotation, 'title'), at(annotation, 'title'))
      const span = locate(starts[index] ?? 0, at(annotation, 'start_index'), at(annotation, 'end_index'), null)
      return source ? [{ source, span }] : []
    }),
  )
  return {
    ...cleaned(original, found),
    shown: found.map(({ source }) => source),
    searches: distinct(calls.flatMap((call) => asArray(at(call, 'arguments', 'queries')))),
    finish: finishOf(body),
    unknownItems: steps.filter((step) => !knownSteps.test(asString(at(step, 'type')) ?? '')).length,
  }
}

const knownParts =
  /^(text|thought(Signature)?|tool(Call|Response)|function(Call|Response)|executableCode|codeExecutionResult|inlineData|fileData)$/

const knownSteps =
  /^(thought|model_output|google_search_(call|result)|url_context_(call|result)|function_(call|result))$/

/** The address is a redirect that only Google can resolve; its «title» is the domain of the page (N13, N17). */
function sourceOfChunk(chunk: unknown): Source | null {
  const page = at(chunk, 'web') ?? at(chunk, 'maps') ?? at(chunk, 'retrievedContext')
  return readSource(at(page, 'uri'), at(page, 'title'), at(page, 'domain') ?? at(page, 'title'))
}

type TextRange = { start: number; end: number }

/**
 * N8: Google counts UTF-8 bytes. Where the words at that place are not those that Google quotes, the nearest place
 * that has them is taken, else none.
 */
function locator(
  text: string,
): (baseByte: number, from: unknown, to: unknown, quote: string | null) => TextRange | null {
  const offsetOf = unitsOfBytes(text)
  const { nearest } = occurrencesIn(text)
  return (baseByte, from, to, quote) => {
    const start = offsetOf(baseByte + (asNumber(from) ?? 0))
    const end = offsetOf(baseByte + (asNumber(to) ?? 0))
    if (quote === null) return end > start ? { start, end } : null
    if (quote === '') return null
    if (text.slice(start, end) === quote) return { start, end }
    const place = nearest(quote, start)
    return place === null ? null : { start: place, end: place + quote.length }
  }
}

/** Where each part begins in the bytes of all. */
function byteStartsOf(parts: string[]): number[] {
  let start = 0
  return parts.map((part) => {
    const own = start
    start += Buffer.byteLength(part)
    return own
  })
}

/** From an offset in UTF-8 bytes to one in UTF-16 units; one inside a character leads behind it. */
function unitsOfBytes(text: string): (byte: number) => number {
  const units = new Uint32Array(Buffer.byteLength(text) + 1)
  let byte = 0
  for (let unit = 0; unit < text.length;) {
    const point = text.codePointAt(unit)!
    const bytes = point < 0x80 ? 1 : point < 0x8_00 ? 2 : point < 0x1_00_00 ? 3 : 4
    for (let inside = 1; inside < bytes; inside++) units[byte + inside] = unit + 1
    unit += bytes === 4 ? 2 : 1
    byte += bytes
    units[byte] = unit
  }
  return (at) => units[Math.min(Math.max(0, Math.trunc(at)), byte)]!
}

function cleaned(original: string, found: FoundCitation[]): { text: string; found: FoundCitation[] } {
  const clean = cut(original, [])
  const moved = found.map(({ source, span }): FoundCitation => {
    const start = span ? clean.at(span.start) : 0
    const end = span ? clean.at(span.end) : 0
    return { source, span: end > start ? { start, end } : null }
  })
  return { text: clean.text, found: moved }
}

/** N19: queries, without the empty ones that Gemini 3 mixes in. */
function distinct(queries: unknown): string[] {
  const texts = asArray(queries).map((query) => asString(query)?.trim() ?? '')
  return [...new Set(texts.filter((query) => query !== ''))]
}

const isPromptBlocked = (body: Record<string, unknown>): boolean =>
  asString(at(body, 'promptFeedback', 'blockReason')) !== null

const endOf = (body: Record<string, unknown>): string | null =>
  asString(at(body, 'candidates', 0, 'finishReason')) ?? asString(body['status'])

function finishOf(body: Record<string, unknown>): Finish {
  if (isPromptBlocked(body)) return 'content_filter'
  switch (endOf(body)) {
    case 'MAX_TOKENS':
    case 'incomplete':
      return 'length'
    case 'SAFETY':
    case 'RECITATION':
    case 'PROHIBITED_CONTENT':
    case 'BLOCKLIST':
    case 'SPII':
      return 'content_filter'
    default:
      return 'complete'
  }
}

/** N23. The pages that grounding reads are neither in the prompt's count nor billed. */
function usageOf(body: Record<string, unknown>): Usage {
  const usage = asRecord(body['usageMetadata'] ?? body['usage'])
  return {
    inputTokens: asNumber(usage['promptTokenCount'] ?? usage['total_input_tokens']),
    outputTokens: asNumber(usage['candidatesTokenCount'] ?? usage['total_output_tokens']),
    reasoningTokens: asNumber(usage['thoughtsTokenCount'] ?? usage['total_thought_tokens']),
    searches: Object.keys(usage).length === 0 ? null : answerOf(body).searches.length,
  }
}

/** Thoughts are billed as output but counted apart. */
function costOf(model: string | null, usage: Usage): Cost {
  const outputTokens = (usage.outputTokens ?? 0) + (usage.reasoningTokens ?? 0)
  return computedCost(model, { ...usage, outputTokens: usage.inputTokens === null ? null : outputTokens })
}
