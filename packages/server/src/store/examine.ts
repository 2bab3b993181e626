import type { Client } from 'pg'
import { WORKER_CLASS } from './presence.ts'

// What `doctor` asks, as the owner of the tables, which sees over the walls where it says `app.backup`. Nothing stays written.

export async function lookOverWalls(client: Client): Promise<void> {
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
  const lacking = of
    ? await rowsOf<{ name: string }>(
        client,
        `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p') and not c.relispartition
           and (not has_table_privilege($1, c.oid, 'select')
             or c.relname <> 'schema_migration' and not has_table_privilege($1, c.oid, 'insert')) order by 1`,
        [role],
      )
    : []
  const names = (rows: { name: string }[]): string[] => rows.map(({ name }) => name)
  return {
    isThere: of !== undefined,
    isAboveWalls: of?.above ?? false,
    lacks: names(lacking),
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

export type QueueFacts = { waiting: number; due: number; oldestSeconds: number; stuck: string[]; workers: number }

/** @param stuckAttempts failures after which a job does not mend itself */
export async function queueFacts(client: Client, stuckAttempts: number): Promise<QueueFacts> {
  const [counts] = await rowsOf<Omit<QueueFacts, 'stuck' | 'workers'>>(
    client,
    `select count(*)::int as waiting, count(*) filter (where run_at <= now() and locked_at is null)::int as due,
       coalesce(extract(epoch from now() - min(run_at) filter (where run_at <= now() and locked_at is null)), 0)::float8 as "oldestSeconds"
     from graphile_worker._private_jobs`,
  )
  const stuck = await rowsOf<{ task: string; jobs: number }>(
    client,
    `select task.identifier as task, count(*)::int as jobs from graphile_worker._private_jobs job
     join graphile_worker._private_tasks task on task.id = job.task_id
     where job.attempts >= $1 and job.last_error is not null
       -- Not one whose place another has taken.
       and not (job.key is null and job.attempts >= job.max_attempts)
     group by 1 order by 1`,
    [stuckAttempts],
  )
  const [{ workers } = { workers: 0 }] = await rowsOf<{ workers: number }>(
    client,
    `select count(*)::int as workers from pg_locks
     where locktype = 'advisory' and classid = $1 and database = (select oid from pg_database where datname = current_database())`,
    [WORKER_CLASS],
  )
  const { waiting = 0, due = 0, oldestSeconds = 0 } = counts ?? {}
  return { waiting, due, oldestSeconds, stuck: stuck.map(({ task, jobs }) => `${task} (${jobs})`), workers }
}

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

export async function newestScored(client: Client, limit: number): Promise<NamedBrand[]> {
  return rowsOf<NamedBrand>(
    client,
    `select organization_id as "organizationId", brand_id as "brandId" from current_score
     group by 1, 2 order by max(computed_at) desc limit $1`,
    [limit],
  )
}

async function rowsOf<Row extends object>(client: Client, text: string, values: unknown[] = []): Promise<Row[]> {
  return (await client.query<Row>(text, values)).rows
}
