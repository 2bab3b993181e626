import type { PlatformSlug } from '@sightline/sdk'
import type { Expected } from './expected.test-support.ts'
import type { Recording } from './recordings.test-support.ts'

/**
 * An exchange of our own writing, in the form in which the platform sends it, and what it must become. Names, pages and figures in
 * it are invented. Without the folder of real exchanges it is these that hold an adapter to its wire format.
 */
export type OwnRecording = Pick<Recording, 'request' | 'response'> & {
  platform: PlatformSlug
  /** Who sells it where several do; SerpApi otherwise. */
  vendor?: 'dataforseo'
  expected: Omit<Expected, 'file' | 'then' | 'line'>
}
