import type { IdKind } from '@sightline/sdk'
import type { CollectOptions } from '../platforms/collect.ts'
import type { Platform } from '../platforms/platform.ts'
import type { Bookshelf } from './bookshelf.ts'
import type { Pace } from './pace.ts'
import type { SlotDesk } from './slot-desk.ts'
import type { Stops } from './stops.ts'
import type { CollectedAnswer } from '../telemetry/telemetry.ts'
import type { Database } from '../store/database.ts'

/** What the steps of the pipeline need; made once in `app.ts`. */
export type Pipeline = {
  database: Database
  now(): Date
  newId(kind: IdKind, at?: Date): string
  platforms: ReadonlyMap<string, Platform>
  /** Slugs that the lab serves: their answers are labelled simulated. */
  simulated: ReadonlySet<string>
  collecting: CollectOptions
  stops: Stops
  /** Told of every answer that was stored. */
  onCollected?: ((answer: CollectedAnswer) => void) | undefined
  /** Of the detector: what an older one looked through is looked through anew. */
  extractionVersion: number
  slots: SlotDesk
  pace: Pace
  books: Bookshelf
  /** Where people reach the web application; null: nobody said. */
  publicUrl: string | null
}
