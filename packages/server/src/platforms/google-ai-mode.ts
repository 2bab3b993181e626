import { type DataforseoConnection, dataforseoFailure, dataforseoRequest, readDataforseo } from './dataforseo.ts'
import { failure } from './failures.ts'
import type { Connection, Failure, Platform, Reading, Reply } from './platform.ts'
import { failedReading } from './reading.ts'
import { failureOfAnswer, googleLocale, readAnswerPage, serpapiRequest } from './serpapi.ts'

/** Google AI Mode through SerpApi, or through DataForSEO when only that is at hand. */
export function createGoogleAiMode(sources: { serpapi?: Connection; dataforseo?: DataforseoConnection }): Platform {
  if (sources.serpapi) return throughSerpapi(sources.serpapi)
  if (sources.dataforseo) return throughDataforseo(sources.dataforseo)
  throw new Error('google-ai-mode needs SerpApi or DataForSEO')
}

const throughSerpapi = (connection: Connection): Platform => ({
  slug: 'google-ai-mode',
  provider: 'serpapi',
  surface: 'serp',
  parserVersion: 1,
  timeoutMs: 60_000,
  request: (question, replies) =>
    replies.length > 0
      ? null
      : serpapiRequest(connection, { engine: 'google_ai_mode', q: question.text, ...googleLocale(question.locale) }),
  failure: (reply) => failureOfAnswer(reply),
  read: (replies) => readAnswerPage(replies),
})

const throughDataforseo = (connection: DataforseoConnection): Platform => ({
  slug: 'google-ai-mode',
  provider: 'dataforseo',
  surface: 'serp',
  parserVersion: 1,
  timeoutMs: 120_000,
  request: (question, replies) =>
    replies.length > 0 ? null : dataforseoRequest(connection, 'serp/google/ai_mode/live/advanced', question),
  failure: failureOfPage,
  read: readPage,
})

/** AI Mode always answers: a page without an answer is an empty reply. */
function failureOfPage(reply: Reply): Failure | null {
  const failed = dataforseoFailure(reply)
  if (failed !== null) return failed
  return readDataforseo(reply).reading.text === '' ? failure('once', 'empty_reply', 'the answer has no text') : null
}

function readPage(replies: Reply[]): Reading {
  const last = replies.at(-1)
  if (last === undefined) return failedReading('unreadable')
  const failed = dataforseoFailure(last)
  return failed === null || failed.code === 'no_results' ? readDataforseo(last).reading : failedReading(failed.code)
}
