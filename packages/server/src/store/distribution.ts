import { Client } from 'pg'
import type { Tables } from './tables.ts'

/**
 * Where a table lives on Citus.
 *
 * - `distributed`: its rows lie by `organization_id`, all of one organization on one worker.
 * - `reference`: the same on every worker, because it is asked before any organization is known.
 * - `local`: on the coordinator alone.
 */
export type Placement = 'distributed' | 'reference' | 'local'

/** Every table of the schema, parents before those that point at them. A table that is missing here does not compile. */
export const placements: Record<keyof Tables, Placement> = {
  organization: 'distributed',
  api_key: 'distributed',
  // Whose key a hash is: the one question that comes without an organization, at every sign-in.
  credential: 'reference',
  // Belongs to no organization; its policy looks into membership, which Citus allows for local tables only.
  person: 'local',
  login: 'local',
  recovery_code: 'local',
  web_session: 'local',
  password_reset: 'local',
  provider_identity: 'local',
  sign_in_attempt: 'local',
  installation: 'local',
  membership: 'distributed',
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

/** Kept in the database itself, so that every process that connects knows it. */
export const DISTRIBUTED_SETTING = 'sightline.is_distributed'

/**
 * Turns the tables of a migrated database into distributed ones, all or nothing; run again, it distributes what a newer
 * migration brought. The queue and `person` stay on the coordinator.
 * @returns the tables distributed just now
 * @throws when the database is no Citus coordinator
 */
export async function distribute(ownerUrl: string): Promise<string[]> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'sightline distribute' })
  await client.connect()
  try {
    await refuseWithoutCitus(client)
    await client.query('begin')
    // Reference tables and foreign keys in one transaction ask for it (Citus: citus.multi_shard_modify_mode).
    await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
    const { rows } = await client.query<{ name: string }>(
      'select logicalrelid::regclass::text as name from pg_dist_partition',
    )
    const done = new Set(rows.map(({ name }) => name.replace(/^public\./, '')))
    const missing = Object.entries(placements).filter(([name, place]) => place !== 'local' && !done.has(name))
    await loosen(client)
    for (const [name, place] of missing) await placeTable(client, name, place)
    await remember(client)
    await client.query('commit')
    return missing.map(([name]) => name)
  } finally {
    await client.end()
  }
}

async function refuseWithoutCitus(client: Client): Promise<void> {
  const { rowCount } = await client.query(`select from pg_proc where proname = 'create_distributed_table' limit 1`)
  if (rowCount === 0)
    throw new Error(
      'This database is no Citus coordinator. Install Citus 12 or newer there, run "create extension citus", add the workers ' +
        'with citus_add_node, and run this command again (docs/scaling.md).',
    )
}

/**
 * What Citus refuses on distributed tables. A trigger would notify on a worker, where nobody listens: the statements that
 * change keys notify themselves. A reference table cannot point at a distributed one: deleting an organization deletes its
 * credentials by a statement of its own.
 */
async function loosen(client: Client): Promise<void> {
  await client.query('drop trigger if exists key_changed on api_key')
  await client.query('drop trigger if exists key_changed on organization')
  await client.query('alter table credential drop constraint if exists credential_organization_id_key_id_fkey')
}

async function placeTable(client: Client, name: string, place: Placement): Promise<void> {
  switch (place) {
    case 'distributed':
      await client.query('select create_distributed_table($1::regclass, $2, colocate_with => $3)', [
        name,
        'organization_id',
        name === 'organization' ? 'none' : 'organization',
      ])
      return
    case 'reference':
      await client.query('select create_reference_table($1::regclass)', [name])
      return
    case 'local':
      return
  }
}

/** The tenant that a transaction sets is told to the workers only when this says so. */
async function remember(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  const database = client.escapeIdentifier(rows[0]?.name ?? '')
  await client.query(`alter database ${database} set citus.propagate_set_commands = 'local'`)
  await client.query(`alter database ${database} set ${DISTRIBUTED_SETTING} = 'on'`)
}
