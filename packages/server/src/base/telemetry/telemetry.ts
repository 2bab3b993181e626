/**
 * What the rooms tell of what they do, for operators. Without anybody who wants to know there is none of this, and it costs
 * nothing. Names and outcomes come from short lists of our own: nothing of a tenant is a label.
 */
export type Telemetry = {
  /** @param operation id of the operation, the route of another address, or `none` */
  answered(answer: { operation: string; method: string; status: number; seconds: number }): void
  quotaDecided(decision: QuotaDecision): void
  jobEnded(job: { kind: string; outcome: 'done' | 'failed'; seconds: number }): void
  collected(answer: CollectedAnswer): void
  /** An answer was stored as unreadable. */
  unreadable(reason: string): void
  platformStopped(stop: { platform: string; code: string }): void
  /** One attempt. */
  delivered(attempt: { outcome: string; seconds: number }): void
  /** Does the work as a part of what is being done now, or as something of its own. What it throws marks the span. */
  span<Result>(span: SpanStart, work: () => Promise<Result>): Promise<Result>
  /** Begins something whose parts are done here and there. */
  openSpan(span: SpanStart): OpenSpan
}

/** A call is counted in its month or refused, for its month, its minute or its address; or its count was taken back. */
export type QuotaDecision = 'counted' | 'refunded' | 'refused_month' | 'refused_minute' | 'refused_address'

/** @property costUsd null where the price is not told with the answer */
export type CollectedAnswer = { platform: string; outcome: string; seconds: number; costUsd: number | null }

export type Attributes = Record<string, string | number | boolean>

export type SpanStart = {
  name: string
  kind: 'server' | 'consumer' | 'client' | 'internal'
  attributes?: Attributes
  /** The caller's own trace (W3C Trace Context), where the caller is believed. */
  traceparent?: string | undefined
}

export type OpenSpan = {
  /** Does something as a part of it. */
  run(work: () => void): void
  end(result: { isFailed: boolean; attributes: Attributes }): void
}
