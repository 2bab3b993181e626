import type { DatabaseLimits } from '../base/db/database.ts'
import type { SpaceWatch } from '../base/disk-space.ts'
import type { Log } from '../base/log.ts'
import type { OutboundOptions } from '../base/outbound/outbound.ts'
import type { Telemetry } from '../base/telemetry/telemetry.ts'
import type { OidcClientOptions } from '../identity/oidc-client.ts'
import type { SiteDoor } from '../pipeline/advising/fetch-site.ts'
import type { ModelAddresses } from '../platforms/model.ts'
import type { Platform } from '../platforms/platform.ts'
import type { TextThreadsOptions } from '../threads/text-threads.ts'
import type { ApiVersions } from '@sightline/sdk'

export type AppOptions = {
  /** Connection string of the application role. */
  url: string
  /** Of the tables' owner: whoever has it makes the parts of the months to come. */
  ownerUrl?: string
  secret: string
  /** Of the disk that the database lies on; null: it is somebody else's, and not watched (default). */
  space?: SpaceWatch | null
  platforms: readonly Platform[]
  /** Slugs that the lab serves. */
  simulated?: ReadonlySet<string>
  log: Log
  /** Who is told what happens; nobody when left out. */
  telemetry?: Telemetry | null
  version: string
  /** Whether the lab answers instead of platforms (default: no). */
  isDemo?: boolean
  /** Whether anybody may make an account (default: who is invited). */
  canSignUp?: boolean
  /** Whether owners may move their organization to a larger plan themselves (default: yes). */
  ownersUpgrade?: boolean
  /** Where people reach the web application, for links in messages (default: there are none). */
  publicUrl?: string | null
  /** Of single sign-on (default: there is none). */
  provider?: OidcClientOptions | undefined
  /** Folder of the built web application (default: there is none). */
  webFolder?: string | null
  /** Instead of the database's clock. */
  now?: () => Date
  /** Questions at once on each platform. */
  platformConcurrency?: number
  poolSize?: number
  /** How long the database may take; shorter in tests only. */
  databaseLimits?: DatabaseLimits | undefined
  /** Questions a minute to a platform by slug, in this process; without a pause where none is given. */
  perMinute?: ReadonlyMap<string, number>
  /** Where organizations' own models are asked; the providers' public addresses without it. */
  modelAddresses?: ModelAddresses
  /** Questions a run to an organization's own model. */
  judgeCallsARun?: number
  /** What is declared of the API's versions (default: the contract's). */
  apiVersions?: ApiVersions | undefined
  /** Of the detector; another one in tests only. */
  extractionVersion?: number
  /** The way to brands' own sites; without it none is examined. */
  site?: SiteDoor
  /** How receivers of webhooks are reached, and which besides public ones: none in production. */
  outbound?: OutboundOptions
  /** Pause between the portions that a receiver gets which was away, in milliseconds. */
  deliveryBreathMs?: number
  /** Of the threads that read strangers' texts; other ones in tests only. */
  textThreads?: TextThreadsOptions | undefined
  /** How pauses towards platforms are made; they end at once when the app closes. */
  sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}
