import type { ApiVersions } from '@sightline/sdk'
import type { Identity } from '../identity/identity.ts'
import type { Caller } from '../operations/context.ts'
import type { Call } from '../operations/handle.ts'
import type { Outcome } from '../operations/idempotency.ts'
import type { Meter } from '../operations/metering.ts'
import type { ReadyScores } from '../operations/ready-scores.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'

/** What the REST door needs from the house; made in `app.ts`. */
export type House = {
  authenticate(keyText: string): Caller | Promise<Caller>
  dispatch(call: Call): Promise<Outcome>
  meter: Meter
  /** What people meet, who sign in: without it there is the door for keys only. */
  web?: Web
  /** What is answered by the statement that counts the call; without it everything is dispatched. */
  ready?: ReadyScores
  /** Whether the database answers and this process goes on: what `/readyz` says. */
  isReady(): Promise<boolean>
  /** This process is about to stop: callers are asked to come back on another connection. */
  isDraining?(): boolean
  telemetry?: Telemetry | null | undefined
  /** Whether an error means that the database cannot be reached right now. */
  isUnavailable(error: unknown): boolean
  now(): Date
  newRequestId(): string
  log: Log
  version: string
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
