import type { LabAnswer } from '../answer.ts'
import type { LabPlatform } from '../platforms.ts'
import { mix, uniform } from '../random.ts'
import { references, textBlocks } from './serp-blocks.ts'
import { chanceOf, json, isKeyRejected, retryHeaders, secondsOf } from './wire.ts'
import type { Ask, JsonObject, Wire, WireFailure, WireReply } from './wire.ts'

/** Share of the AI Overviews that come by page token. */
const deferredShare = 0.3
/** A page token lives about a minute and works once. */
const tokenLifeMs = 60_000
const tokensKept = 10_000

const platformOf: Readonly<Record<string, LabPlatform>> = {
  google: 'google-aio',
  google_ai_overview: 'google-aio',
  google_ai_mode: 'google-ai-mode',
  bing_copilot: 'copilot',
}

type PageToken = { prompt: string; day: string; sample: number; expiresAt: number }

/** SerpApi. `nowMs`: a steady clock; page tokens expire by it. */
export const createSerpapi = (nowMs: () => number): Wire => {
  const tokens = new Map<string, PageToken>()
  const issue = (answer: LabAnswer): string => {
    const token = `SIM${chanceOf(answer).hex(48)}-${tokens.size}`
    const [oldest] = tokens.keys()
    if (tokens.size >= tokensKept && oldest !== undefined) tokens.delete(oldest)
    tokens.set(token, {
      prompt: answer.prompt,
      day: answer.day,
      sample: answer.sample,
      expiresAt: nowMs() + tokenLifeMs,
    })
    return token
  }
  const redeem = (token: string): PageToken | null => {
    const kept = tokens.get(token)
    tokens.delete(token)
    return kept !== undefined && kept.expiresAt > nowMs() ? kept : null
  }
  return {
    provider: 'serpapi',
    receive: ({ method, path, query }) => {
      if (path !== '/search.json' && path !== '/search')
        return fail({ kind: 'bad_request', status: 404, message: 'Not found.' })
      if (method !== 'GET') return fail({ kind: 'bad_request', status: 405, message: 'Method not allowed.' })
      if (isKeyRejected(query.get('api_key'))) return fail({ kind: 'invalid_key' })
      const engine = query.get('engine') ?? 'google'
      const platform = platformOf[engine]
      if (platform === undefined) return refuse(`Unsupported \`${engine}\` search engine.`)
      if (engine === 'google_ai_overview') return followUp(query, redeem)
      const prompt = query.get('q')
      if (!prompt) return refuse('Missing query `q` parameter.')
      return search(engine, platform, prompt, query, issue)
    },
    failure: fail,
  }
}

const refuse = (message: string): WireReply => fail({ kind: 'bad_request', status: 400, message })

const search = (
  engine: string,
  platform: LabPlatform,
  prompt: string,
  query: URLSearchParams,
  issue: (answer: LabAnswer) => string,
): Ask => ({
  platform,
  prompt,
  isCached: query.get('no_cache') !== 'true',
  answer: (answer) => {
    if (engine !== 'google') return page(answer, query, engine === 'bing_copilot' ? copilot(answer) : aiMode(answer))
    if (uniform(mix(answer.draw.seed, 0xdef)) >= deferredShare)
      return page(answer, query, { ai_overview: overview(answer) })
    const token = issue(answer)
    const link = `https://serpapi.com/search.json?engine=google_ai_overview&page_token=${token}`
    return page(answer, query, { ai_overview: { page_token: token, serpapi_link: link } })
  },
  withhold: (kind, answer) => {
    if (kind === 'not_triggered' && engine === 'google') return page(answer, query, {})
    if (engine === 'google') {
      const error = "Can't generate an AI overview right now. Try again later."
      return page(answer, query, { ai_overview: kind === 'refusal' ? { error } : { text_blocks: [], references: [] } })
    }
    return page(answer, query, { error: noResults })
  },
})

const followUp = (query: URLSearchParams, redeem: (token: string) => PageToken | null): Ask | WireReply => {
  const token = query.get('page_token')
  if (!token) return refuse('Missing query `page_token` parameter.')
  const kept = redeem(token)
  const empty = {
    search_metadata: { status: 'Success' },
    search_parameters: { engine: 'google_ai_overview', page_token: token },
    search_information: { ai_overview_state: 'Fully empty' },
    error: noResults,
  }
  if (kept === null) return json(200, empty)
  return {
    platform: 'google-aio',
    prompt: kept.prompt,
    resumed: { day: kept.day, sample: kept.sample },
    answer: (answer) => page(answer, query, { ai_overview: overview(answer) }),
    withhold: () => json(200, empty),
  }
}

const noResults = "Google hasn't returned any results for this query."

const overview = (answer: LabAnswer): JsonObject => ({
  text_blocks: textBlocks(answer.blocks, 'google'),
  references: references(answer),
})

const aiMode = (answer: LabAnswer): JsonObject => overview(answer)

/** Copilot puts its lead apart: the header is part of the answer. */
const copilot = (answer: LabAnswer): JsonObject => {
  const [lead, ...rest] = answer.blocks
  const header = lead?.kind === 'paragraph' ? lead.sentences.map(({ text }) => text.replaceAll('**', '')).join(' ') : ''
  return {
    search_information: {},
    header,
    text_blocks: textBlocks(header === '' ? answer.blocks : rest, 'copilot'),
    references: references(answer),
  }
}

const page = (answer: LabAnswer, query: URLSearchParams, content: JsonObject): WireReply => {
  const random = chanceOf(answer)
  const at = `${new Date(secondsOf(answer) * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`
  const parameters = Object.fromEntries([...query].filter(([name]) => name !== 'api_key' && name !== 'no_cache'))
  const location = query.get('location')
  return json(200, {
    search_metadata: {
      id: random.hex(24),
      status: 'Success',
      created_at: at,
      processed_at: at,
      total_time_taken: random.integer(150, 900) / 100,
    },
    search_parameters: {
      ...parameters,
      ...(location === null ? {} : { location_requested: location, location_used: location.replaceAll(', ', ',') }),
    },
    ...content,
    ...(query.get('engine') === 'google' ? { organic_results: organic(answer) } : {}),
  })
}

const organic = ({ sources }: LabAnswer): JsonObject[] =>
  sources
    .slice(0, 5)
    .map(({ title, url, snippet, site }, index) => ({ position: index + 1, title, link: url, snippet, source: site }))

const fail = (failure: WireFailure): WireReply => {
  const error = (status: number, message: string): WireReply => json(status, { error: message }, retryHeaders(failure))
  switch (failure.kind) {
    case 'rate_limited':
      return error(429, 'Your account has exceeded its hourly throughput limit.')
    case 'out_of_credit':
      return error(429, 'Your account has run out of searches.')
    case 'invalid_key':
      return error(401, 'Invalid API key. Your API key should be here: https://serpapi.com/manage-api-key')
    case 'server_error':
      return error(500, 'Internal server error.')
    case 'overloaded':
      return error(503, 'Service unavailable. Try again later.')
    case 'bad_request':
      return error(failure.status, failure.message)
  }
}
