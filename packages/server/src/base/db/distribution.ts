import type { Client } from 'pg'
import { BY_ONE_CONNECTION } from './partitions.ts'
import type { Tables } from './tables.ts'
import { IS_DISTRIBUTED } from './tenant-setting.ts'
import { withClient } from './with-client.ts'

/**
 * Where a table lives on Citus.
 *
 * - `distributed`: its rows lie by `organization_id`, all of one organization on one worker.
 * - `local`: on the coordinator alone. No statement may join it with a distributed one.
 */
export type Placement = 'distributed' | 'local'

/** Every table of the schema, parents before those that point at them. A table that is missing here does not compile. */
export const placements: Record<keyof Tables, Placement> = {
  organization: 'distributed',
  api_key: 'distributed',
  // Asked before an organization is known, by every call with a key that its process does not remember.
  credential: 'local',
  // Belongs to no organization; its policy looks into membership, which Citus allows for local tables only.
  person: 'local',
  login: 'local',
  recovery_code: 'local',
  web_session: 'local',
  password_reset: 'local',
  provider_identity: 'local',
  sign_in_attempt: 'local',
  installation: 'local',
  // Asked for the jobs of all organizations at once.
  job: 'local',
  // Where does somebody work, asked before an organization is chosen; beside person, as it is read with it.
  membership: 'local',
  invitation: 'distributed',
  notice: 'distributed',
  brand: 'distributed',
  competitor: 'distributed',
  prompt: 'distributed',
  schedule: 'distributed',
  run: 'distributed',
  slot: 'distributed',
  answer: 'distributed',
  observation: 'distributed',
  rollup: 'distributed',
  current_score: 'distributed',
  usage_period: 'distributed',
  usage_detail: 'distributed',
  audit_entry: 'distributed',
  change_clock: 'distributed',
  source_page: 'distributed',
  source_use: 'distributed',
  idempotency_key: 'distributed',
  daily_result: 'distributed',
  stale_day: 'distributed',
  daily_panel: 'distributed',
  event: 'distributed',
  webhook: 'distributed',
  webhook_secret: 'distributed',
  webhook_baseline: 'distributed',
  score_baseline: 'distributed',
  delivery: 'distributed',
  delivery_attempt: 'distributed',
  recommendation: 'distributed',
  competitor_standing: 'distributed',
  competitor_situation: 'distributed',
  known_name: 'distributed',
  site_audit: 'distributed',
  model_key: 'distributed',
  model_use: 'distributed',
  judgement: 'distributed',
}

/**
 * Turns the tables of a migrated database into distributed ones, all or nothing; run again, it distributes what a newer
 * migration brought.
 * @returns the tables distributed just now
 * @throws when the database is no Citus coordinator or one too old, or while Sightline works on it
 */
export async function distribute(ownerUrl: string): Promise<string[]> {
  return withClient(ownerUrl, 'sightline distribute', async (client) => {
    await refuseWithoutCitus(client)
    await refuseWhileInUse(client)
    await client.query('begin')
    await client.query(BY_ONE_CONNECTION)
    const missing = await missingTables(client)
    await loosen(client)
    const walled = await forcedAmong(client, missing)
    for (const table of walled) await client.query(`alter table ${table} no force row level security`)
    for (const name of missing) await distributeTable(client, name)
    for (const table of walled) await client.query(`alter table ${table} force row level security`)
    await tellWorkersOfTenants(client)
    await client.query('commit')
    return missing
  })
}

/**
 * @throws where a newer version brought tables that are not distributed yet, beside those that are: what joins them would
 *   be refused, or carried out by sending tables around
 */
export async function refuseHalfDistributed(ownerUrl: string): Promise<void> {
  await withClient(ownerUrl, 'sightline start', async (client) => {
    const missing = (await distributionFacts(client))?.missing ?? []
    // None at all is a database that has Citus and was not distributed.
    if (missing.length > 0 && !missing.includes('organization'))
      throw new Error(
        `This version brought tables that are not distributed yet: ${missing.join(', ')}. Run "sightline db distribute", then start again.`,
      )
  })
}

export type DistributionFacts = {
  /** As Citus calls itself. */
  version: string
  isTooOld: boolean
  /** Tables that should be distributed and are not. */
  missing: string[]
  /** Whether a tenant that a transaction sets reaches the workers. */
  tellsWorkers: boolean
}

/** Null where there is no Citus. */
export async function distributionFacts(client: Client): Promise<DistributionFacts | null> {
  const { rows: found } = await client.query<{ isDistributed: boolean }>(IS_DISTRIBUTED)
  if (!found[0]?.isDistributed) return null
  const { rows } = await client.query<{ version: string; tellsWorkers: boolean | null }>(
    `select citus_version() as version, current_setting('citus.propagate_set_commands', true) = 'local' as "tellsWorkers"`,
  )
  const version = rows[0]?.version ?? ''
  return {
    version,
    isTooOld: isTooOld(version),
    missing: await missingTables(client),
    tellsWorkers: rows[0]?.tellsWorkers === true,
  }
}

/**
 * Servers of it that are switched off, or that another one cannot reach, each as `host:port` and why. It is the servers
 * themselves that try: the coordinator may reach what a worker does not.
 */
export async function unreachedNodes(client: Client): Promise<string[]> {
  const { rows: inactive } = await client.query<{ node: string }>(
    `select nodename || ':' || nodeport as node from pg_dist_node where noderole = 'primary' and not isactive order by 1`,
  )
  const { rows: health } = await client.query<{ from: string; to: string; result: boolean | null }>(
    `select from_nodename || ':' || from_nodeport as from, to_nodename || ':' || to_nodeport as to, result
     from citus_check_cluster_node_health() order by 1, 2`,
  )
  const nodes = [...new Set(health.map(({ to }) => to))]
  const dead = nodes.filter((node) => health.every(({ to, result }) => to !== node || result !== true))
  // What a dead one reaches, nobody knows; and that it is not reached was said.
  const apart = health.filter(({ from, to, result }) => result !== true && !dead.includes(from) && !dead.includes(to))
  return [
    ...inactive.map(({ node }) => `${node} (switched off)`),
    ...dead,
    ...apart.map(({ from, to }) => `${to} (from ${from})`),
  ]
}

async function missingTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select logicalrelid::regclass::text as name from pg_dist_partition',
  )
  const done = new Set(rows.map(({ name }) => name.replace(/^public\./, '')))
  const missing = Object.entries(placements).filter(([name, place]) => place === 'distributed' && !done.has(name))
  return missing.map(([name]) => name)
}

/** The first in which rows can be inserted beside GENERATED ALWAYS AS IDENTITY, as the audit log's have (citus #7920). */
const OLDEST_CITUS = [13, 0, 3] as const

async function refuseWithoutCitus(client: Client): Promise<void> {
  const { rowCount } = await client.query(`select from pg_proc where proname = 'create_distributed_table' limit 1`)
  const wanted = `Citus ${OLDEST_CITUS.join('.')} or newer`
  if (rowCount === 0)
    throw new Error(
      `This database is no Citus coordinator. Install ${wanted} there, run "create extension citus", add the workers ` +
        'with citus_add_node, and run this command again (docs/scaling.md).',
    )
  const { rows } = await client.query<{ shown: string }>('select citus_version() as shown')
  const shown = rows[0]?.shown ?? ''
  if (isTooOld(shown))
    throw new Error(`Sightline needs ${wanted}; this is ${shown}. Update it on the coordinator and on every worker.`)
}

/** @param shown as `Citus 13.0.3 on …`, or `Citus 14.1devel on …` */
function isTooOld(shown: string): boolean {
  const [, ...numbers] = /^Citus (\d+)\.(\d+)(?:\.(\d+))?/.exec(shown) ?? []
  const version = OLDEST_CITUS.map((_, index) => Number(numbers[index] ?? 0))
  const place = OLDEST_CITUS.findIndex((number, index) => version[index] !== number)
  return place >= 0 && (version[place] ?? 0) < (OLDEST_CITUS[place] ?? 0)
}

/** A process that is connected would go on setting its tenants where no worker hears of them, and find nothing. */
async function refuseWhileInUse(client: Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'sightline'`,
  )
  if (rowCount)
    throw new Error(
      `Sightline works on this database (${rowCount} connections). Stop every process of it, and run this command again.`,
    )
}

/**
 * What Citus refuses on distributed tables. A trigger would notify on a worker, where nobody listens: the statements that
 * change keys notify themselves. A table of the coordinator cannot point at a distributed one: deleting an organization
 * deletes its credentials and memberships by statements of their own.
 */
async function loosen(client: Client): Promise<void> {
  await client.query('drop trigger if exists key_changed on api_key')
  await client.query('drop trigger if exists key_changed on organization')
  await client.query('alter table credential drop constraint if exists credential_organization_id_key_id_fkey')
  await client.query('alter table membership drop constraint if exists membership_organization_id_fkey')
}

/**
 * Of some tables and their parts those whose wall stands against their owner too. It is taken down while they are
 * distributed: Citus sends their rows to the workers by COPY, which PostgreSQL refuses to whom row-level security holds.
 */
async function forcedAmong(client: Client, names: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     left join pg_inherits i on i.inhrelid = c.oid
     where c.relforcerowsecurity and coalesce(i.inhparent, c.oid) = any($1::regclass[]) order by 1`,
    [names],
  )
  return rows.map(({ name }) => name)
}

async function distributeTable(client: Client, name: string): Promise<void> {
  await client.query('select create_distributed_table($1::regclass, $2, colocate_with => $3)', [
    name,
    'organization_id',
    name === 'organization' ? 'none' : 'organization',
  ])
}

/** The tenant that a transaction sets is told to the workers only when this says so. */
async function tellWorkersOfTenants(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  const database = client.escapeIdentifier(rows[0]?.name ?? '')
  await client.query(`alter database ${database} set citus.propagate_set_commands = 'local'`)
}
