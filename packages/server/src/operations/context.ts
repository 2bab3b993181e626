import type { Actor, IdKind, PlanSlug, Role, Scope } from '@sightline/sdk'
import type { ModelClient } from '../models/model-client.ts'
import type { Encryption } from '../base/encryption.ts'
import type { FoundSource } from '../store/measuring/answers.ts'
import type { Database } from '../base/db/database.ts'
import type { Db } from '../base/db/db.ts'
import type { TextReading } from '../threads/text-threads.ts'

/** Who calls, whatever the door: a key, a person, the command line, a schedule. */
export type Caller = {
  organization: {
    id: string
    name: string
    plan: PlanSlug
    callsPerMinute: number | null
    anchorAt: Date
    planSince: Date
  }
  actor: Actor
  key: { id: string; name: string; expiresAt: Date | null } | null
  scopes: readonly Scope[]
  /** Of a person, or of whoever acts for the whole organization; null: a key. */
  role: Role | null
  /** Null: all brands of the organization. */
  brandIds: string[] | null
}

/** A platform that this installation can ask. */
export type AvailablePlatform = {
  slug: string
  provider: string
  /** Served by the lab: its answers measure nothing real. */
  isSimulated: boolean
  /** US dollars an answer, from the dated price table; null where the price is a subscription's. */
  estimatedUsd: number | null
}

/** What operations need beside the database; made once in `app.ts`. */
export type Services = {
  database: Database
  now(): Date
  newId(kind: IdKind, at?: Date): string
  /** Signs cursors. */
  secret: string
  platforms: readonly AvailablePlatform[]
  /** How many of a brand's own domains are examined; 0: this installation examines none. */
  auditedDomains: number
  /** The canonical form of a cited address; null for what is no public web address. */
  readSource(url: string, title: string | null): FoundSource | null
  /** What is wrong with an address that is to receive webhooks, by its text; null: nothing. */
  checkTarget(url: string): string | null
  /** The same, and where its name leads at this moment: asks name servers, so never inside a transaction. */
  findTarget(url: string): Promise<string | null>
  /** Where people reach the web application; null: nobody said. */
  publicUrl: string | null
  /** Whether owners may move their organization to a larger plan themselves; otherwise the operator does. */
  ownersUpgrade: boolean
  /** Whether so little room is left on the database's disk that nothing is written. */
  isDiskFull(): boolean
  encryption: Encryption
  /** Organizations' own models. */
  asker: ModelClient
  /** Where texts of strangers are read. */
  /** Before the jobs of the same organization: somebody waits. */
  threads: TextReading
}

/** One call: its statements run as the caller's organization, in a transaction when it writes. */
export type Context = {
  db: Db
  caller: Caller
  now: Date
  services: Services
  /** Address of this call without its query, for `pagination.next`. */
  address: string
}
