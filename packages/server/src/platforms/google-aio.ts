import { type DataforseoConnection, dataforseoFailure, dataforseoRequest, readDataforseo } from './dataforseo.ts'
import { failure } from './failures.ts'
import { asArray, asString, at, parseBody } from './json.ts'
import type { Connection, Failure, HttpRequest, Platform, Question, Reading, Reply } from './platform.ts'
import { emptyReading, failedReading } from './reading.ts'
import { googleLocale, locationOf, readAnswer, serpapiFailure, serpapiRequest } from './serpapi.ts'

/** Google AI Overviews through SerpApi, or through DataForSEO when only that is at hand. */
export function createGoogleAio(sources: { serpapi?: Connection; dataforseo?: DataforseoConnection }): Platform {
  if (sources.serpapi) return throughSerpapi(sources.serpapi)
  if (sources.dataforseo) return throughDataforseo(sources.dataforseo)
  throw new Error('google-aio needs SerpApi or DataForSEO')
}

const throughSerpapi = (connection: Connection): Platform => ({
  slug: 'google-aio',
  provider: 'serpapi',
  surface: 'serp',
  parserVersion: 1,
  timeoutMs: 60_000,
  request: (question, replies) => nextSearch(connection, question, replies),
  failure: failureOfOverview,
  read: readOverview,
})

/** Google often defers the overview; its token works once and for about a minute, so the follow-up comes at once. */
function nextSearch(connection: Connection, question: Question, replies: Reply[]): HttpRequest | null {
  const [search] = replies
  if (search === undefined) {
    return serpapiRequest(connection, {
      engine: 'google',
      q: question.text,
      // Google serves every country from here since April 2025; the place is told by `gl` and `location`.
      google_domain: 'google.com',
      ...googleLocale(question.locale),
    })
  }
  const token = replies.length === 1 ? pageTokenOf(search) : null
  return token === null ? null : serpapiRequest(connection, { engine: 'google_ai_overview', page_token: token })
}

/** Null when the overview is already there. */
function pageTokenOf(reply: Reply): string | null {
  const overview = at(parseBody(reply.body), 'ai_overview')
  return asArray(at(overview, 'text_blocks')).length > 0 ? null : asString(at(overview, 'page_token')) || null
}

function failureOfOverview(reply: Reply): Failure | null {
  const failed = serpapiFailure(reply)
  if (failed !== null) return failed
  switch (stateOf(reply)) {
    case 'refused':
      return failure('once', 'overview_failed', 'Google could not write the overview')
    case 'empty':
      return failure('once', 'empty_reply', 'the overview has no text')
    case 'answered':
    case 'deferred':
    case 'absent':
      return null
  }
}

type State = 'answered' | 'deferred' | 'refused' | 'empty' | 'absent'

/** The four outcomes of a search (an overview, one to be fetched later, one that failed, none), and the known empty replies. */
function stateOf(reply: Reply): State {
  const body = parseBody(reply.body)
  const overview = at(body, 'ai_overview') ?? null
  if (readAnswer(overview).text !== '') return 'answered'
  const isFollowUp = at(body, 'search_parameters', 'engine') === 'google_ai_overview'
  if ((at(overview, 'error') ?? null) !== null) return 'refused'
  if (pageTokenOf(reply) !== null) return isFollowUp ? 'empty' : 'deferred'
  // A search without any result is a search without an overview; other complaints say nothing about one.
  const isComplaint = !/any results/i.test(asString(at(body, 'error')) ?? 'any results')
  const isAbsent = overview === null && at(body, 'search_information', 'ai_overview_state') === undefined
  return isAbsent && !isFollowUp && !isComplaint ? 'absent' : 'empty'
}

function readOverview(replies: Reply[]): Reading {
  const last = replies.at(-1)
  if (last === undefined) return failedReading('unreadable')
  const failed = failureOfOverview(last)
  if (failed !== null && failed.kind !== 'once') return failedReading(failed.code)
  const basis = { cost: { usd: null, basis: 'plan' }, location: locationOf(replies) } as const
  switch (serpapiFailure(last) === null ? stateOf(last) : 'empty') {
    case 'answered':
      return { ...readAnswer(at(parseBody(last.body), 'ai_overview')), location: basis.location }
    case 'refused':
    case 'absent':
      return emptyReading({ outcome: 'not_triggered', finish: 'no_ai_answer', ...basis })
    case 'deferred':
      return failedReading('incomplete', basis)
    case 'empty':
      return emptyReading(basis)
  }
}

const throughDataforseo = (connection: DataforseoConnection): Platform => ({
  slug: 'google-aio',
  provider: 'dataforseo',
  surface: 'serp',
  parserVersion: 1,
  timeoutMs: 120_000,
  request: (question, replies) =>
    replies.length > 0
      ? null
      : dataforseoRequest(connection, 'serp/google/organic/live/advanced', question, { load_async_ai_overview: true }),
  failure: failureOfPage,
  read: readPage,
})

function failureOfPage(reply: Reply): Failure | null {
  const failed = dataforseoFailure(reply)
  if (failed !== null) return failed
  const { reading, hasAnswer } = readDataforseo(reply)
  return hasAnswer && reading.text === '' ? failure('once', 'empty_reply', 'the overview was not loaded') : null
}

function readPage(replies: Reply[]): Reading {
  const last = replies.at(-1)
  if (last === undefined) return failedReading('unreadable')
  const failed = dataforseoFailure(last)
  if (failed !== null && failed.code !== 'no_results') return failedReading(failed.code)
  const { reading, hasAnswer } = readDataforseo(last)
  return hasAnswer ? reading : { ...reading, outcome: 'not_triggered', finish: 'no_ai_answer' }
}
