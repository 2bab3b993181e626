import type { ApiVersions } from '@sightline/sdk'
import type { Identity } from '../identity/identity.ts'
import type { Caller } from '../operations/context.ts'
import type { Call } from '../operations/dispatcher.ts'
import type { DispatchResult } from '../operations/idempotency.ts'
import type { Meter } from '../operations/accounts/metering.ts'
import type { ScoreResponseCache } from '../operations/scoring/score-response-cache.ts'
import type { Telemetry } from '../base/telemetry/telemetry.ts'

/** What the REST server needs from the service; made in `app.ts`. */
export type HttpDependencies = {
  authenticate(keyText: string): Caller | Promise<Caller>
  dispatch(call: Call): Promise<DispatchResult>
  meter: Meter
  /** What people meet, who sign in: without it there is the door for keys only. */
  web?: Web
  /** What is answered by the statement that counts the call; without it everything is dispatched. */
  ready?: ScoreResponseCache
  /** Whether the database answers and this process goes on: what `/readyz` says. */
  isReady(): Promise<boolean>
  /** This process is about to stop: callers are asked to come back on another connection. */
  isDraining?(): boolean
  telemetry?: Telemetry | null | undefined
  /** Whether an error means that the database cannot be reached right now. */
  isUnavailable(error: unknown): boolean
  /** Whether an error means that the database has no room for what was to be written. */
  isDiskFull?(error: unknown): boolean
  /** What `/readyz` says of the room on the database's disk; null: nothing. */
  storage?(): 'low' | 'exhausted' | null
  now(): Date
  newRequestId(): string
  log: Log
  version: string
  /** Where people reach this installation; null or left out: not known. */
  publicUrl?: string | null | undefined
  /** What is declared of the API's versions (default: the contract's). */
  apiVersions?: ApiVersions | undefined
}

export type Web = {
  identity: Identity
  /** Of the built web application; null: it was not built. */
  folder: string | null
}

export type Log = {
  /** What is not worth an operator's attention is thrown away: nobody need compose it. */
  isQuiet?: boolean
  info(event: string, facts?: Record<string, unknown>): void
  error(event: string, facts?: Record<string, unknown>): void
}
