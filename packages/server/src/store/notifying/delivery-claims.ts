import { sql } from 'kysely'
import type { Db } from '../../base/db/db.ts'
import type { WebhookRow } from './webhooks.ts'

/** An endpoint as its sender needs it. */
export type Endpoint = {
  url: string
  status: WebhookRow['status']
  failingSince: Date | null
  failures: number
  warnedAt: Date | null
  lastSuccessAt: Date | null
  /** The database's own clock. */
  databaseNow: Date
}

/**
 * Locks a subscription until the transaction ends: of those who send to it, one after another takes and reports.
 * @returns undefined when it was deleted
 */
export async function lockEndpoint(db: Db, organizationId: string, webhookId: string): Promise<Endpoint | undefined> {
  const row = await db
    .selectFrom('webhook')
    .select([
      'url',
      'status',
      'failing_since',
      'failures',
      'warned_at',
      'last_success_at',
      sql<Date>`clock_timestamp()`.as('database_now'),
    ])
    .where('organization_id', '=', organizationId)
    .where('id', '=', webhookId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return (
    row && {
      url: row.url,
      status: row.status,
      failingSince: row.failing_since,
      failures: row.failures,
      warnedAt: row.warned_at,
      lastSuccessAt: row.last_success_at,
      databaseNow: row.database_now,
    }
  )
}

/** A delivery that this sender, and no other, sends now. */
export type Claim = {
  id: string
  eventId: string
  isTest: boolean
  body: string
  /** Those before this one. */
  attempts: number
  createdAt: Date
  /** Names this claim: a result under another number is not believed. */
  fence: number
  /** When it is due again should its sender never report. */
  leaseEndsAt: Date
}

export type ClaimOptions = {
  now: Date
  /** Names the sender. While it lives it holds its lock (`base/queue/heartbeat.ts`). */
  senderId: string
  leaseMs: number
  /** Sent to the endpoint at once, by whomever. */
  atOnce: number
  /** Claimed at most, and of those that were tried before. */
  limit: number
  retried: number
}

/**
 * Takes what is due, oldest first. A claim is an appointment: it moves the delivery's next attempt to the lease's end, so
 * that what a dead sender left is due again by itself. By the database's clock as well, should this process's be wrong: the
 * instant of the statement, as Citus refuses a clock that goes on inside a change.
 */
export async function claimDeliveries(
  db: Db,
  organizationId: string,
  webhookId: string,
  { now, senderId, leaseMs, atOnce, limit, retried }: ClaimOptions,
): Promise<Claim[]> {
  const leaseEndsAt = new Date(now.getTime() + leaseMs)
  const { rows } = await sql<Omit<Claim, 'leaseEndsAt'>>`
    with under_way as (
      select count(*) as count from delivery
      where organization_id = ${organizationId} and webhook_id = ${webhookId} and status = 'pending'
        and next_attempt_at > ${now} and next_attempt_at <= ${leaseEndsAt} and claimed_until > statement_timestamp()
    ), fresh as (
      select id, next_attempt_at, attempts from delivery
      where organization_id = ${organizationId} and webhook_id = ${webhookId} and status = 'pending'
        and next_attempt_at <= ${now} and (claimed_until is null or claimed_until <= statement_timestamp()) and attempts = 0
      order by next_attempt_at, id limit ${limit}::int for no key update skip locked
    ), tried as (
      select id, next_attempt_at, attempts from delivery
      where organization_id = ${organizationId} and webhook_id = ${webhookId} and status = 'pending'
        and next_attempt_at <= ${now} and (claimed_until is null or claimed_until <= statement_timestamp()) and attempts > 0
      order by next_attempt_at, id limit least(${limit}::int, ${retried}::int) for no key update skip locked
    ), due as (
      select id from (select * from fresh union all select * from tried) as either
      order by next_attempt_at, id limit (select greatest(0, least(${limit}::int, ${atOnce}::int - count)) from under_way)
    )
    update delivery set fence = fence + 1, next_attempt_at = ${leaseEndsAt}, claimed_by = ${senderId},
      claimed_until = statement_timestamp() + ${leaseMs}::int * interval '1 millisecond'
    where organization_id = ${organizationId} and id in (select id from due)
    returning id, event_id as "eventId", is_test as "isTest", body, attempts, created_at as "createdAt", fence`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, leaseEndsAt }))
}

/** Senders, apart from the one that asks, who took deliveries to an endpoint and have not reported yet. */
export async function otherSenders(
  db: Db,
  organizationId: string,
  webhookId: string,
  { now, senderId, leaseMs }: Pick<ClaimOptions, 'now' | 'senderId' | 'leaseMs'>,
): Promise<string[]> {
  const leaseEndsAt = new Date(now.getTime() + leaseMs)
  const { rows } = await sql<{ sender: string }>`
    select distinct claimed_by as sender from delivery
    where organization_id = ${organizationId} and webhook_id = ${webhookId} and status = 'pending'
      and next_attempt_at > ${now} and next_attempt_at <= ${leaseEndsAt} and claimed_until > statement_timestamp()
      and claimed_by <> ${senderId}`.execute(db)
  return rows.map(({ sender }) => sender)
}

/** What senders took that have died since: it is due at once. One that is frozen keeps what it took until the lease ends. */
export async function freeClaimsOf(
  db: Db,
  organizationId: string,
  webhookId: string,
  dead: readonly string[],
  { now, leaseMs }: Pick<ClaimOptions, 'now' | 'leaseMs'>,
): Promise<void> {
  const leaseEndsAt = new Date(now.getTime() + leaseMs)
  await sql`
    update delivery set claimed_until = null, claimed_by = null, next_attempt_at = ${now}
    where organization_id = ${organizationId} and webhook_id = ${webhookId} and status = 'pending'
      and next_attempt_at > ${now} and next_attempt_at <= ${leaseEndsAt} and claimed_until > statement_timestamp()
      and claimed_by = any(${dead})`.execute(db)
}

/** Appointments of what waits or is under way: the first one, and the first after an instant; null: there is none. */
export async function appointments(
  db: Db,
  organizationId: string,
  webhookId: string,
  after: Date,
): Promise<{ first: Date | null; later: Date | null }> {
  const { rows } = await sql<{ first: Date | null; later: Date | null }>`
    select min(next_attempt_at) as first, min(next_attempt_at) filter (where next_attempt_at > ${after}) as later
    from (
      (select next_attempt_at from delivery
       where organization_id = ${organizationId} and webhook_id = ${webhookId} and status = 'pending'
       order by next_attempt_at limit 1)
      union all
      (select next_attempt_at from delivery
       where organization_id = ${organizationId} and webhook_id = ${webhookId} and status = 'pending' and next_attempt_at > ${after}
       order by next_attempt_at limit 1)
    ) as appointed`.execute(db)
  return rows[0] ?? { first: null, later: null }
}

/**
 * After an outage what waits for its next attempt goes at once, in the order it was made, and in portions. Added to in UTC, as
 * adding to an instant depends on the session's zone, which Citus refuses beside a column.
 * @param perSecond so many that a receiver that has just come back is not flooded
 */
export async function pullForward(
  db: Db,
  organizationId: string,
  webhookId: string,
  { now, perSecond }: { now: Date; perSecond: number },
): Promise<void> {
  await sql`
    update delivery set next_attempt_at =
      (${now}::timestamptz at time zone 'UTC' + floor((turn.number - 1) / ${perSecond}::float8) * interval '1 second') at time zone 'UTC'
    from (
      select id, row_number() over (order by id) as number from delivery
      where organization_id = ${organizationId} and webhook_id = ${webhookId} and status = 'pending' and attempts > 0
        and (claimed_until is null or claimed_until <= statement_timestamp())
    ) as turn
    where delivery.organization_id = ${organizationId} and delivery.id = turn.id`.execute(db)
}
