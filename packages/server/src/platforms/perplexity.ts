import { chatDraftOf } from './chat.ts'
import { listedOnly } from './citations.ts'
import { failureOfEither, readDraft, readEither, readPointedChat, reportedCost } from './drafts.ts'
import { asNumber, at } from './json.ts'
import { readMarkers } from './markers.ts'
import type { Connection, HttpRequest, Platform, Question, Reading, Source } from './platform.ts'
import type { Pointer } from './pointers.ts'
import { emptyReading, settle } from './reading.ts'
import type { Draft } from './responses.ts'
import { readSource } from './urls.ts'

/**
 * Perplexity Agent API. Reads the Sonar form (given up in September 2026, kept for old answers) and
 * Sonar through OpenRouter too.
 */
export function createPerplexity(connection: Connection): Platform {
  return {
    slug: 'perplexity',
    provider: 'perplexity',
    surface: 'api',
    parserVersion: 1,
    timeoutMs: 60_000,
    request: (question, replies) => (replies.length === 0 ? requestOf(connection, question) : null),
    failure: failureOfEither,
    read: (replies) => readEither(replies, failureOfEither, { response: readAgent, chat: readSonar }),
  }
}

const presets = ['fast', 'low', 'medium', 'high', 'xhigh']

/** `model` may name a preset; a preset brings its own tools, which are replaced only to set the place. */
function requestOf(connection: Connection, question: Question): HttpRequest {
  const { country, language } = question.locale
  const model = connection.model ?? 'fast'
  const isPreset = presets.includes(model)
  const search = {
    type: 'web_search',
    search_context_size: 'low',
    ...(country !== null && { user_location: { country } }),
  }
  return {
    method: 'POST',
    url: `${connection.baseUrl}/v1/agent`,
    headers: { authorization: `Bearer ${connection.apiKey}` },
    body: {
      ...(isPreset ? { preset: model } : { model }),
      input: question.text,
      ...(language !== null && { language_preference: language }),
      ...((country !== null || !isPreset) && { tools: [search] }),
      max_output_tokens: 4000,
      stream: false,
      store: false,
    },
  }
}

function readAgent(draft: Draft, response: Record<string, unknown>): Reading {
  const cost = reportedCost(asNumber(at(response, 'usage', 'cost', 'total_cost')))
  const { text, citations } = readMarkers(draft.text, draft.results)
  if (citations.length === 0 && draft.pointers.length > 0) return readDraft(draft, cost)
  return {
    ...readDraft({ ...draft, text, pointers: [] }, cost),
    text,
    citations,
    listed: listedOnly(draft.consulted, citations),
  }
}

/** `citations[]` of Sonar, or the annotations of OpenRouter in the order of the markers. */
function readSonar(chat: Record<string, unknown>): Reading {
  const draft = chatDraftOf(chat)
  const results = draft.results.size > 0 ? draft.results : resultsOfPointers(draft.pointers)
  const { text, citations, listed } = readMarkers(draft.text, results)
  if (citations.length === 0 && draft.results.size === 0 && draft.pointers.length > 0) return readPointedChat(chat)
  return emptyReading({
    ...settle(draft.finish, text),
    text,
    citations,
    listed,
    searched: results.size > 0,
    model: draft.model,
    usage: draft.usage,
    cost: reportedCost(draft.costUsd),
  })
}

function resultsOfPointers(pointers: Pointer[]): Map<number, Source> {
  const results = new Map<number, Source>()
  for (const [index, { url, title }] of pointers.entries()) {
    const source = readSource(url, title)
    if (source) results.set(index + 1, source)
  }
  return results
}
