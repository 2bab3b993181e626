import type { SourceUse } from '../../engine/reading/extraction/sources.ts'
import type { ObservationRow } from '../../store/reading/observations.ts'

/** What one stored answer holds: who is named in it, and what it draws on (null: not a valid answer). */
export type ReadResult = {
  observation: ObservationRow
  sources: SourceUse | null
  searches: string[] | null
  /** By entity id. */
  names: ReadonlyMap<string, string>
}
