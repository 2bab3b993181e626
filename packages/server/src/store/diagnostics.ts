import type { Client } from 'pg'
import { HEARTBEAT_CLASS } from '../base/queue/heartbeat.ts'
import { lackingRights } from '../base/db/rights.ts'

// What `doctor` asks, as the owner of the tables, which sees over the walls where it says `app.backup`. Nothing stays written.

export async function bypassRowSecurity(client: Client): Promise<void> {
  await client.query(`select set_config('app.backup', 'on', false)`)
}

export type Server = { version: string; number: number; encoding: string; nowMs: number }

export async function serverFacts(client: Client): Promise<Server> {
  const [facts] = await rowsOf<Server>(
    client,
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
       current_setting('server_encoding') as encoding, (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"`,
  )
  if (!facts) throw new Error('The server said nothing of itself.')
  return facts
}

export type RoleFacts = { isThere: boolean; isAboveWalls: boolean; lacks: string[]; openTables: string[] }

/** What the application's role may, and where there is no wall. */
export async function roleFacts(client: Client, role: string): Promise<RoleFacts> {
  const [of] = await rowsOf<{ above: boolean }>(
    client,
    'select rolsuper or rolbypassrls as above from pg_roles where rolname = $1',
    [role],
  )
  const open = await rowsOf<{ name: string }>(
    client,
    `select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'credential'
       and not (c.relrowsecurity and c.relforcerowsecurity) order by 1`,
  )
  const names = (rows: { name: string }[]): string[] => rows.map(({ name }) => name)
  return {
    isThere: of !== undefined,
    isAboveWalls: of?.above ?? false,
    lacks: of ? await lackingRights(client, role) : [],
    openTables: names(open),
  }
}

/** Connections that the application's role could still open. */
export async function freeConnections(client: Client, role: string): Promise<number> {
  const [row] = await rowsOf<{ free: number }>(
    client,
    `select least(
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - (select count(*) from pg_stat_activity where backend_type = 'client backend'),
       coalesce((select nullif(rolconnlimit, -1) from pg_roles where rolname = $1), 1000000)
         - (select count(*) from pg_stat_activity where usename = $1),
       coalesce((select nullif(datconnlimit, -1) from pg_database where datname = current_database()), 1000000)
         - (select count(*) from pg_stat_activity where datname = current_database()))::int as free`,
    [role],
  )
  return row?.free ?? 0
}

/** Bytes that no page of a table has room for by chance. */
const TRIED_BYTES = 1_000_000

/**
 * Writes rows of its own and takes them back.
 * @throws what the database refuses them with: no room, read-only
 */
export async function tryToWrite(client: Client): Promise<void> {
  await client.query('begin')
  try {
    await client.query('create temporary table sightline_doctor (filling text) on commit drop')
    await client.query(
      `insert into sightline_doctor select md5(number::text) from generate_series(1, ${TRIED_BYTES / 64}) as number`,
    )
  } finally {
    await client.query('rollback')
  }
}

export type QueueFacts = {
  waiting: number
  due: number
  oldestSeconds: number
  stuck: string[]
  poisoned: string[]
  workers: number
}

/** @param stuckAttempts failures after which a job does not mend itself */
export async function queueFacts(client: Client, stuckAttempts: number): Promise<QueueFacts> {
  const [counts] = await rowsOf<{ waiting: number; due: number; oldestSeconds: number }>(
    client,
    `select (count(*) filter (where poisoned_at is null))::int as waiting,
       (count(*) filter (where ${IS_DUE}))::int as due,
       coalesce(extract(epoch from now() - min(run_at) filter (where ${IS_DUE})), 0)::float8 as "oldestSeconds"
     from job`,
  )
  const byTask = (condition: string, values: unknown[] = []): Promise<{ task: string; jobs: number }[]> =>
    rowsOf(client, `select task, count(*)::int as jobs from job where ${condition} group by 1 order by 1`, values)
  const shown = (rows: { task: string; jobs: number }[]): string[] => rows.map(({ task, jobs }) => `${task} (${jobs})`)
  const stuck = await byTask('attempts >= $1 and last_error is not null', [stuckAttempts])
  const poisoned = await byTask('poisoned_at is not null')
  const [{ workers } = { workers: 0 }] = await rowsOf<{ workers: number }>(
    client,
    `select count(*)::int as workers from pg_locks
     where locktype = 'advisory' and classid = $1 and database = (select oid from pg_database where datname = current_database())`,
    [HEARTBEAT_CLASS],
  )
  const { waiting = 0, due = 0, oldestSeconds = 0 } = counts ?? {}
  return { waiting, due, oldestSeconds, stuck: shown(stuck), poisoned: shown(poisoned), workers }
}

const IS_DUE = 'claimed_by is null and poisoned_at is null and run_at <= now()'

/** Endpoints that are not sent to any more, or that took nothing for a day. */
export async function deadEndpoints(client: Client): Promise<string[]> {
  const rows = await rowsOf<{ id: string; reason: string }>(
    client,
    `select id, case when status = 'disabled' then coalesce(status_reason, 'disabled') else 'failing' end as reason from webhook
     where status = 'disabled' and status_reason in ('failing', 'gone')
        or status = 'active' and failing_since < now() - interval '1 day'
     order by updated_at desc limit 100`,
  )
  return rows.map(({ id, reason }) => `${id} (${reason})`)
}

export type PlatformFacts = { platform: string; answers: number; failed: number; code: string | null }

/** How the last twenty answers of each platform went, of the newest runs of a day. */
export async function lastAnswers(client: Client): Promise<PlatformFacts[]> {
  return rowsOf<PlatformFacts>(
    client,
    `with newest as (
       select organization_id, id from run where kind = 'measure' and created_at > now() - interval '1 day' order by created_at desc limit 50
     ), last as (
       select answer.platform, answer.outcome, answer.error_code,
         row_number() over (partition by answer.platform order by answer.collected_at desc, answer.id desc) as place
       from newest join slot on slot.organization_id = newest.organization_id and slot.run_id = newest.id
       join answer on answer.organization_id = slot.organization_id and answer.id = slot.id
     )
     select platform, count(*)::int as answers, (count(*) filter (where outcome = 'failed'))::int as failed,
       mode() within group (order by error_code) as code
     from last where place <= 20 group by platform order by platform`,
  )
}

export type SealedSecret = { organizationId: string; webhookId: string; number: number; sealed: Buffer }

/** The newest sealed secrets: one that does not open tells of all. */
export async function newestSealed(client: Client): Promise<SealedSecret[]> {
  return rowsOf<SealedSecret>(
    client,
    `select organization_id as "organizationId", webhook_id as "webhookId", number, sealed from webhook_secret
     order by created_at desc limit 20`,
  )
}

export type NamedBrand = { organizationId: string; brandId: string }

/** Brands with answers that an older detector looked through, and how many. */
export async function brandsBehind(
  client: Client,
  extractionVersion: number,
): Promise<(NamedBrand & { answers: number })[]> {
  return rowsOf<NamedBrand & { answers: number }>(
    client,
    `select organization_id as "organizationId", brand_id as "brandId", count(*)::int as answers from observation
     where extraction_version < $1
     group by 1, 2 order by 1, 2 limit 100`,
    [extractionVersion],
  )
}

/** How many answers could not be read, by reason, the most frequent first. */
export async function unreadableAnswers(client: Client): Promise<{ reason: string; answers: number }[]> {
  return rowsOf<{ reason: string; answers: number }>(
    client,
    `select unreadable as reason, count(*)::int as answers from observation
     where unreadable is not null
     group by 1 order by 2 desc, 1`,
  )
}

/** Those scored last, and some of all others by chance. */
export async function sampledBrands(client: Client, newest: number, others: number): Promise<NamedBrand[]> {
  return rowsOf<NamedBrand>(
    client,
    `with newest as (
       select organization_id, brand_id from current_score group by 1, 2 order by max(computed_at) desc limit $1
     ), others as (
       select organization_id, id as brand_id from brand
       where (organization_id, id) not in (select organization_id, brand_id from newest) order by random() limit $2
     )
     select organization_id as "organizationId", brand_id as "brandId" from (select * from newest union all select * from others) as sampled`,
    [newest, others],
  )
}

async function rowsOf<Row extends object>(client: Client, text: string, values: unknown[] = []): Promise<Row[]> {
  return (await client.query<Row>(text, values)).rows
}
