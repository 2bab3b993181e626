import type { PlatformSlug } from '@sightline/sdk'

/**
 * One AI platform as two pure functions and a judgement: what to ask next, how to read what came back, and whether it
 * failed. Sending, waiting, retrying and keeping the raw replies are the same for all and live in `collect.ts`.
 */
export interface Platform {
  readonly slug: PlatformSlug
  /** Who answered over the wire: `openai`, `serpapi`, `dataforseo` … */
  readonly provider: string
  readonly surface: 'api' | 'serp'
  /** Raised whenever `read` changes its answer for the same bytes; stored with each answer. */
  readonly parserVersion: number
  /** Total deadline of one request: more than the slowest that was recorded took, less than the vendors' SDKs wait. */
  readonly timeoutMs: number
  /** The next request, given the replies so far; `null` when nothing is left to ask (most platforms: after one). */
  request(question: Question, replies: Reply[]): HttpRequest | null
  /** What went wrong, failures inside HTTP 200 included; `null` when the reply can be read. */
  failure(reply: Reply): Failure | null
  /** The answer in normal form. Pure and total: the strangest body gives an outcome, never an exception. */
  read(replies: Reply[]): Reading
}

export type Question = {
  text: string
  /** ISO 3166 alpha-2 and ISO 639-1, or null: nothing is sent. */
  locale: { country: string | null; language: string | null }
}

export type HttpRequest = {
  method: 'GET' | 'POST'
  /** May carry a key in its query (SerpApi): never logged. */
  url: string
  headers: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
}

export type Reply = {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  /** As received: JSON, an event stream, or rubbish. */
  body: string
}

/**
 * `wait`: busy, try again after a pause · `stop`: key, credit or permission: no retry, the platform pauses and its owner
 * is told · `never`: this question will not be answered · `once`: one fresh try (known empty replies) ·
 * `garbled`: not readable; one fresh try, then stored as failed · `unread`: reading it was given up, and is not tried again.
 */
export const failureKinds = ['wait', 'stop', 'never', 'once', 'garbled', 'unread'] as const
export type FailureKind = (typeof failureKinds)[number]
export type Failure = {
  kind: FailureKind
  /** Stable and ours: `rate_limited`, `overloaded`, `invalid_key`, `out_of_credit`, `bad_request`, `server_error`, `unreadable` … */
  code: string
  /** What the platform asked for, in milliseconds; null when it gave no hint. */
  retryAfterMs: number | null
  /** The platform's own words, for the operator's log only; never shown to a tenant. */
  detail: string
}

export const outcomes = ['ok', 'not_triggered', 'refused', 'empty', 'failed'] as const
export type Outcome = (typeof outcomes)[number]

export type Finish = 'complete' | 'length' | 'content_filter' | 'refusal' | 'no_ai_answer' | 'empty' | 'error'

/** One answer in normal form (rules N1–N30 of docs/cases.md). */
export type Reading = {
  outcome: Outcome
  finish: Finish
  /** Clean text (N1–N5): markers cut, letters and Unicode form untouched. */
  text: string
  /** Pages the text points at, one entry a canonical URL (N16), in order of first position. */
  citations: Citation[]
  /** Pages shown or consulted, but not pointed at (N18). */
  listed: Source[]
  /** The platform's own searches; null where it never tells (N19). */
  searches: string[] | null
  /** Whether it searched the web for this answer (N20). */
  searched: boolean
  /** As named in the reply (N25); null for search-results vendors. */
  model: string | null
  usage: Usage
  cost: Cost
  /** Where the answer was really asked for, when the reply says so (N26). */
  location: string | null
  /** Items of a kind the reader does not know (N27), and pointers beyond those it reads; a rising count means that the format changed. */
  unknownItems: number
  /** Set when outcome is `failed`. */
  errorCode: string | null
}

export type Citation = Source & {
  /** Every range of `text` that the page stands behind, UTF-16 units, end exclusive; empty when the platform gives none. */
  spans: { start: number; end: number }[]
  /** How often the answer pointed at the page; at least `spans.length`. */
  count: number
}

export type Source = {
  /** Canonical (N12). */
  url: string
  rawUrl: string
  /** False for redirects that cannot be unwrapped (N13): usable for its domain only. */
  isResolved: boolean
  /** Host without `www.`, lower case, IDN as Unicode. */
  domain: string
  title: string | null
}

export type Usage = {
  inputTokens: number | null
  outputTokens: number | null
  reasoningTokens: number | null
  searches: number | null
}

/** US dollars. `reported` by the platform, `computed` from a dated price table, `plan`: paid by subscription; null: unknown. */
export type Cost = { usd: number | null; basis: 'reported' | 'computed' | 'plan' | null }

/** What every adapter is made from; `baseUrl` has no trailing slash. */
export type Connection = { apiKey: string; baseUrl: string; model?: string }
