import type { IdKind } from '@sightline/sdk'
import type { CollectOptions } from '../platforms/collect.ts'
import type { Failure, Platform } from '../platforms/platform.ts'
import type { Throttle } from '../base/fairness/throttle.ts'
import type { AnswerWriter } from './measuring/answer-writer.ts'
import type { CircuitBreaker } from '../base/circuit-breaker.ts'
import type { UnreadReason } from '../threads/task.ts'
import type { TextReading } from '../threads/text-threads.ts'
import type { CollectedAnswer } from '../base/telemetry/telemetry.ts'
import type { Database } from '../base/db/database.ts'

/** What the steps of the pipeline need; made once in `app.ts`. */
export type Pipeline = {
  database: Database
  now(): Date
  newId(kind: IdKind, at?: Date): string
  platforms: ReadonlyMap<string, Platform>
  /** Slugs that the lab serves: their answers are labelled simulated. */
  simulated: ReadonlySet<string>
  collecting: CollectOptions
  /** By platform. */
  breaker: CircuitBreaker<Failure>
  /** Told of every answer that was stored. */
  onCollected?: ((answer: CollectedAnswer) => void) | undefined
  /** Told of every answer that was stored as unreadable. */
  onUnreadable?: ((reason: UnreadReason) => void) | undefined
  /** Of the detector: what an older one looked through is looked through anew. */
  extractionVersion: number
  slots: AnswerWriter
  throttle: Throttle
  /** Where texts of strangers are read. */
  threads: TextReading
  /** Where people reach the web application; null: nobody said. */
  publicUrl: string | null
}
