import { listedOnly } from './citations.ts'
import { geoTargetOf, nameOfGeoTarget } from './countries.ts'
import { overviewPiece } from './dataforseo-overview.ts'
import { readOverviewMarkdown } from './dataforseo-markdown.ts'
import { failure, failureOfStatus, retryAfterMsOf, unreadable } from './failures.ts'
import { asArray, asNumber, asRecord, asString, at, parseBody } from './json.ts'
import { countUpTo, occurrencesIn } from './occurrences.ts'
import { finishPieces } from './pieces.ts'
import { type Pointer, readPointers } from './pointers.ts'
import type { Cost, Failure, FailureKind, HttpRequest, Question, Reading, Reply, Source } from './platform.ts'
import { emptyReading, settle } from './reading.ts'
import { readSource } from './urls.ts'

export type DataforseoConnection = { login: string; password: string; baseUrl: string }

/**
 * One live task. A place and a language are compulsory there; a question without them is asked from
 * the United States in English, and the reading says so. In a keyword `%` and `+` are signs of their encoding.
 */
export function dataforseoRequest(
  { login, password, baseUrl }: DataforseoConnection,
  path: string,
  question: Question,
  extra: Record<string, unknown> = {},
): HttpRequest {
  const { country, language } = question.locale
  const task = {
    keyword: question.text.replaceAll('%', '%25').replaceAll('+', '%2B'),
    location_code: (country === null ? null : geoTargetOf(country)) ?? 2840,
    language_code: languageCode(language?.toLowerCase() ?? 'en', country),
    ...extra,
  }
  return {
    method: 'POST',
    url: `${baseUrl}/v3/${path}`,
    headers: { authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` },
    body: [task],
  }
}

function languageCode(language: string, country: string | null): string {
  if (language !== 'zh') return language
  return ['TW', 'HK', 'MO'].includes(country?.toUpperCase() ?? '') ? 'zh-TW' : 'zh-CN'
}

/** Errors of the envelope and of the one task in it: HTTP 200 and the envelope's 20000 say nothing about the task. */
export function dataforseoFailure(reply: Reply): Failure | null {
  const body = asRecord(parseBody(reply.body))
  for (const part of [body, at(body, 'tasks', 0)]) {
    const code = asNumber(at(part, 'status_code'))
    if (code === null || (code >= 20_000 && code < 30_000)) continue
    const [kind, name] = classOf(code)
    const words = (asString(at(part, 'status_message')) ?? '').replace(/\bhttps?:\S*/gi, '…')
    return failure(kind, name, `${code} ${words}`, kind === 'wait' ? retryAfterMsOf(reply) : null)
  }
  return failureOfStatus(reply) ?? (at(body, 'tasks', 0) === undefined ? unreadable(reply) : null)
}

/** docs.dataforseo.com/v3/appendix-errors, May 2026; 40101 and 40103 are failures of the search engine, not of a login. */
function classOf(code: number): [FailureKind, string] {
  switch (code) {
    case 40_100:
      return ['stop', 'invalid_key']
    case 40_101:
    case 40_103:
      return ['wait', 'server_error']
    case 40_102:
      return ['never', 'no_results']
    case 40_200:
    case 40_203:
    case 40_210:
      return ['stop', 'out_of_credit']
    case 40_202:
    case 40_209:
      return ['wait', 'rate_limited']
    case 40_400:
    case 40_402:
      return ['never', 'not_found']
    default:
      if (code >= 50_000) return ['wait', code >= 50_300 && code < 50_400 ? 'overloaded' : 'server_error']
      if (code >= 40_300) return ['never', 'bad_request']
      return code >= 40_104 ? ['stop', 'forbidden'] : ['never', 'bad_request']
  }
}

/** `hasAnswer`: there is an item of the kind that answers, be it empty. */
export type DataforseoAnswer = { reading: Reading; hasAnswer: boolean }

/**
 * Reads whichever shape the first task holds: a result page with an AI Overview item, an AI Overview kept by the mentions
 * endpoint, or a model's messages.
 */
export function readDataforseo(reply: Reply): DataforseoAnswer {
  const body = parseBody(reply.body)
  const task = at(body, 'tasks', 0)
  const result = at(task, 'result', 0)
  const items = asArray(at(result, 'items'))
  const overview = items.find((item) => at(item, 'type') === 'ai_overview')
  const mention = items.find((item) => asString(at(item, 'answer')) !== null)
  const messages = items.filter((item) => at(item, 'type') === 'message')
  const reading =
    overview !== undefined
      ? readOverview(overview)
      : mention !== undefined
        ? readMention(mention)
        : messages.length > 0
          ? readMessages(result, messages)
          : emptyReading()
  const place = asNumber(at(result, 'location_code')) ?? asNumber(at(mention, 'location_code'))
  return {
    reading: { ...reading, cost: costOf(body, task), location: nameOfGeoTarget(place) },
    hasAnswer: overview !== undefined || mention !== undefined || messages.length > 0,
  }
}

/** N24: as billed for the task. */
function costOf(body: unknown, task: unknown): Cost {
  const usd = asNumber(at(task, 'cost')) ?? asNumber(at(body, 'cost'))
  return { usd, basis: usd === null ? null : 'reported' }
}

function readOverview(item: unknown): Reading {
  const { piece, shown } = overviewPiece(item)
  const { text, citations, unknownItems } = finishPieces(piece)
  const listed = listedOnly(shown, citations)
  const searched = citations.length + listed.length > 0
  return emptyReading({ ...settle('complete', text), text, citations, listed, searched, unknownItems })
}

/** LLM Mentions keep an overview as Markdown; their `model_name` is the name of the product, so it is no model. */
function readMention(item: unknown): Reading {
  const { text, citations, shown, leftOut } = readOverviewMarkdown(asString(at(item, 'answer')) ?? '')
  const sources = [at(item, 'sources'), at(item, 'search_results')].flatMap(asArray).map(sourceOf)
  const known = sources.filter((source) => source !== null)
  // Of two entries for a page the first tells its title.
  const titles = new Map(known.toReversed().map(({ url, title }) => [url, title]))
  const titled = citations.map((citation) => ({
    ...citation,
    title: citation.title ?? titles.get(citation.url) ?? null,
  }))
  const listed = listedOnly([...known, ...shown], titled)
  const searched = at(item, 'is_web_search_based') === true || titled.length + listed.length > 0
  return emptyReading({
    ...settle('complete', text),
    text,
    citations: titled,
    listed,
    searched,
    searches: searchesOf(at(item, 'fan_out_queries')),
    unknownItems: leftOut,
  })
}

const sourceOf = (reference: unknown): Source | null =>
  readSource(asString(reference) ?? at(reference, 'url'), at(reference, 'title'), at(reference, 'domain'))

/** LLM Responses: annotations without offsets stand in the order of their links in the text (N11). */
function readMessages(result: unknown, messages: unknown[]): Reading {
  let original = ''
  const pointers: Pointer[] = []
  for (const section of messages.flatMap((message) => asArray(at(message, 'sections')))) {
    const words = asString(at(section, 'text')) ?? ''
    if (words !== '' && original !== '') original += '\n\n'
    for (const pointer of pointersIn(words, original.length, asArray(at(section, 'annotations'))))
      pointers.push(pointer)
    original += words
  }
  const { text, citations, listed, leftOut } = readPointers(original, pointers)
  const searches = searchesOf(at(result, 'fan_out_queries'))
  return emptyReading({
    ...settle('complete', text),
    text,
    citations,
    listed,
    searches,
    searched: citations.length > 0 || (searches ?? []).length > 0,
    model: asString(at(result, 'model_name')),
    usage: {
      inputTokens: asNumber(at(result, 'input_tokens')),
      outputTokens: asNumber(at(result, 'output_tokens')),
      reasoningTokens: asNumber(at(result, 'reasoning_tokens')),
      searches: null,
    },
    unknownItems: leftOut,
  })
}

/** The addresses in a section's words, each annotation at the next place of its own. @param base where the words begin */
function pointersIn(words: string, base: number, annotations: unknown[]): Pointer[] {
  const { of } = occurrencesIn(words)
  const used = new Map<string, number>()
  return annotations.map((annotation) => {
    const url = asString(at(annotation, 'url')) ?? ''
    const places = url === '' ? [] : of(url)
    const start = places[countUpTo(places, (used.get(url) ?? 0) - 1)]
    if (start === undefined) return { url, title: at(annotation, 'title'), start: null, end: null }
    used.set(url, start + url.length)
    return { url, title: at(annotation, 'title'), start: base + start, end: base + start + url.length }
  })
}

/** N19: null where none are told. */
function searchesOf(value: unknown): string[] | null {
  if (!Array.isArray(value)) return null
  return [...new Set(value.map((query) => asString(query)?.trim() ?? '').filter((query) => query !== ''))]
}
