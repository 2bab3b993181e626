import { listedOnly } from './citations.ts'
import { locationNameOf } from './countries.ts'
import { failure, failureOf as failureAs, failureOfStatus, unreadable } from './failures.ts'
import { asArray, asNumber, asRecord, asString, at, parseBody } from './json.ts'
import { finishPieces, joinPieces } from './pieces.ts'
import type { Connection, Failure, HttpRequest, Question, Reading, Reply, Source } from './platform.ts'
import { emptyReading, failedReading, settle } from './reading.ts'
import { readBlocks } from './serpapi-blocks.ts'
import { readSource } from './urls.ts'

/** A search. Cached repeats are identical answers, so none is taken. The key stands in the address. */
export function serpapiRequest(connection: Connection, parameters: Record<string, string | null>): HttpRequest {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== null) query.set(name, value)
  query.set('no_cache', 'true')
  query.set('api_key', connection.apiKey)
  return { method: 'GET', url: `${connection.baseUrl}/search.json?${query.toString()}`, headers: {} }
}

/** Google's parameters for a place and a language; nothing for what the question leaves open. */
export function googleLocale({ country, language }: Question['locale']): Record<string, string | null> {
  return {
    location: country === null ? null : locationNameOf(country),
    gl: country === null ? null : country.toUpperCase() === 'GB' ? 'uk' : country.toLowerCase(),
    hl: language === null ? null : interfaceLanguage(language.toLowerCase(), country?.toUpperCase() ?? ''),
  }
}

/** Google keeps old names of some languages and asks for a script where Chinese is written in two. */
function interfaceLanguage(language: string, country: string): string {
  if (language === 'zh') return ['TW', 'HK', 'MO'].includes(country) ? 'zh-tw' : 'zh-cn'
  const oldNames: Record<string, string> = { he: 'iw', nb: 'no', nn: 'no', fil: 'tl', jv: 'jw' }
  return oldNames[language] ?? language
}

/**
 * What stops any engine: HTTP errors, a search that SerpApi itself calls failed, a body that is no result page. Whether
 * a good page is empty only its adapter can say.
 */
export function serpapiFailure(reply: Reply): Failure | null {
  const failure = failureOfPage(reply)
  return failure && { ...failure, detail: withoutAddresses(failure.detail) }
}

function failureOfPage(reply: Reply): Failure | null {
  const body = asRecord(parseBody(reply.body))
  const words = asString(body['error']) ?? ''
  if (reply.status === 429 && /run out of searches|exhausted/i.test(words)) {
    return failureAs(reply, 'stop', 'out_of_credit')
  }
  // A page token works once and for a few minutes; a fresh search brings a fresh one.
  const isTokenGone = /expired/i.test(words) || (/invalid/i.test(words) && /page_token/i.test(words))
  if ((reply.status === 400 || reply.status === 410) && isTokenGone)
    return failureAs(reply, 'once', 'page_token_expired')
  const failure = failureOfStatus(reply)
  if (failure !== null) return failure
  if (/^(Error|Processing|Queued)$/.test(asString(at(body, 'search_metadata', 'status')) ?? '')) {
    return failureAs(reply, 'wait', 'server_error')
  }
  const marks = ['search_metadata', 'search_parameters', 'ai_overview', 'text_blocks', 'header', 'error']
  return marks.some((mark) => body[mark] !== undefined) ? null : unreadable(reply)
}

/** No address in the log: SerpApi's own words quote pages, and a proxy in between could quote ours with the key. */
const withoutAddresses = (words: string): string =>
  words.replace(/\bhttps?:\S*/gi, '…').replace(/\b(api_key|page_token)=\S*/gi, '$1=…')

/** For the engines whose page is the answer (AI Mode, Copilot): known empty replies deserve one fresh try. */
export function failureOfAnswer(reply: Reply, hasInlineLabels = false): Failure | null {
  const failed = serpapiFailure(reply)
  if (failed !== null) return failed
  const isEmpty = readAnswer(parseBody(reply.body), hasInlineLabels).text === ''
  return isEmpty ? failure('once', 'empty_reply', 'the answer has no text') : null
}

export function readAnswerPage(replies: Reply[], hasInlineLabels = false): Reading {
  const last = replies.at(-1)
  if (last === undefined) return failedReading('unreadable')
  const failed = serpapiFailure(last)
  if (failed !== null && failed.kind !== 'once') return failedReading(failed.code)
  return { ...readAnswer(parseBody(last.body), hasInlineLabels), location: locationOf(replies) }
}

/** Reads `text_blocks` and `references`, wherever on the page they stand (N1, N2, N11, N18). */
export function readAnswer(container: unknown, hasInlineLabels = false): Reading {
  const { all, byIndex, names } = readReferences(at(container, 'references'))
  const header = asString(at(container, 'header')) ?? at(container, 'header', 'snippet')
  const lead = asString(header) === null ? [] : [{ type: 'paragraph', snippet: header }]
  const blocks = [...lead, ...asArray(at(container, 'text_blocks'))]
  const context = { references: byIndex, labels: hasInlineLabels ? labelsOf(names) : null }
  const { text, citations, unknownItems } = finishPieces(joinPieces(readBlocks(blocks, context), '\n\n'))
  return emptyReading({
    ...settle('complete', text),
    text,
    citations,
    listed: listedOnly(all, citations),
    searched: all.length > 0 || citations.length > 0,
    cost: { usd: null, basis: 'plan' },
    unknownItems,
  })
}

/** Each name is looked for in each text: of more than a hundred sources the first hundred. */
const labelsOf = (names: string[]): string[] => [...new Set(names.filter((name) => name.trim() !== '').slice(0, 100))]

/** Two entries may be one page, and an entry may lack its index: then its place in the list is meant. */
function readReferences(value: unknown): { all: Source[]; byIndex: Map<number, Source>; names: string[] } {
  const all: Source[] = []
  const byIndex = new Map<number, Source>()
  const names: string[] = []
  for (const [place, reference] of asArray(value).entries()) {
    const name = asString(at(reference, 'source'))
    const source = readSource(asString(reference) ?? at(reference, 'link'), at(reference, 'title'), name)
    if (name !== null) names.push(name)
    if (source === null) continue
    const index = asNumber(at(reference, 'index')) ?? place
    if (!byIndex.has(index)) byIndex.set(index, source)
    all.push(source)
  }
  return { all, byIndex, names }
}

/** N26: where the search was really made from; a follow-up does not repeat it. */
export function locationOf(replies: Reply[]): string | null {
  for (const reply of replies) {
    const location = asString(at(parseBody(reply.body), 'search_parameters', 'location_used'))
    if (location !== null && location !== '') return location
  }
  return null
}
