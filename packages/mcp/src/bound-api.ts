import { operationIds, type CallOptions, type Client } from '@sightline/sdk'
import type { McpContext } from './mcp-context.ts'
import { noteMonth } from './month.ts'

/** Longer than any read of the API takes; a run that is waited for asks again and again instead. */
const CALL_TIMEOUT_MS = 60_000

/** The client for one request of a host: its calls end with the request, and what they leave of the month is noted. */
export function boundApi({ api, month }: McpContext, request?: AbortSignal): Client {
  const onAnswer = noteMonth(month)
  const options = (): CallOptions => {
    const late = AbortSignal.timeout(CALL_TIMEOUT_MS)
    return { signal: request ? AbortSignal.any([request, late]) : late, onAnswer }
  }
  const calls = operationIds.map((id) => {
    // Every method takes an input and options; which input is the caller's affair, typed by `Client`.
    const call = api[id] as (input: unknown, options: CallOptions) => Promise<unknown>
    return [id, (input: unknown, more: CallOptions = {}) => call(input, { ...options(), ...more })]
  })
  return Object.fromEntries(calls) as Client
}
