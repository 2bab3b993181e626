import { ApiError } from '@sightline/sdk'
import { clean } from './untrusted.ts'

/** What this server refuses itself, before the API is asked: a code as the API has them, and a sentence that says what to do. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** A refusal as a model reads it: the code, the sentence, and what to do now. */
export type Explained = { code: string; text: string }

/**
 * Whatever went wrong as something to act on. Only our own sentences and those of our API are repeated: what a library or
 * the system said of a failure may hold anything.
 */
export function explain(error: unknown, baseUrl: string): Explained {
  if (error instanceof Refusal) return said(error.code, [error.message])
  if (error instanceof ApiError) return explainAnswer(error, baseUrl)
  if (isTimeout(error))
    return said('no_answer', [`The API at ${baseUrl} did not answer in time. Try once more, then tell the user.`])
  if (isNetwork(error)) return said('api_unreachable', [unreachable(baseUrl)])
  return said('internal_error', ['Something broke in this MCP server. Tell the user; trying again will not help.'])
}

export const unreachable = (baseUrl: string): string =>
  `The API at ${baseUrl} cannot be reached. Start it (sightline start) or set SERVICE_BASE_URL to where it runs.`

function explainAnswer({ code, message, status, body }: ApiError, baseUrl: string): Explained {
  if (!body)
    return said('unreadable_answer', [
      `The address ${baseUrl} answered ${status}, and not as this API does. Check SERVICE_BASE_URL.`,
    ])
  const details = body.details.slice(0, 20).map(({ path, message: fault }) => `- ${path}: ${fault}`)
  return said(code, [
    message,
    ...details,
    ...(body.requiredScope === undefined ? [] : [`Needs the scope ${body.requiredScope}.`]),
    ...(body.limit === undefined || body.current === undefined ? [] : [`In use: ${body.current} of ${body.limit}.`]),
    ...adviceOn(code, status, body.retryAfterSeconds),
    `Request ${body.requestId}.`,
  ])
}

/** What to do now. Without it a model tries again, and again. */
function adviceOn(code: string, status: number, retryAfterSeconds: number | undefined): string[] {
  if (code === 'quota_exceeded') return [`Do not retry before ${inSeconds(retryAfterSeconds ?? 0)}; tell the user.`]
  if (retryAfterSeconds !== undefined) return [`Retry after ${retryAfterSeconds} s, not before.`]
  if (status === 401) return ['The key is in SERVICE_API_KEY of this MCP server. Tell the user; do not retry.']
  if (status === 403) return ['Tell the user; do not retry.']
  if (code === 'resource_not_found') return ['Look ids up with the list_ tools; what was deleted has none.']
  if (status >= 500) return ['Retry once; if it stays, tell the user the request’s id.']
  return []
}

const inSeconds = (seconds: number): string =>
  `${new Date(Date.now() + seconds * 1_000).toISOString().slice(0, 19)}Z (in ${seconds} s)`

function said(code: string, sentences: string[]): Explained {
  return { code, text: clean([`${code}: ${sentences[0]}`, ...sentences.slice(1)].join('\n')) }
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError'
/** Node's fetch rejects with a TypeError for every connection it cannot make or keep. */
const isNetwork = (error: unknown): boolean => error instanceof TypeError && error.message.includes('fetch failed')
