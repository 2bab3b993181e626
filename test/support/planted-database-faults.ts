import { placements } from '../../packages/server/src/base/db/distribution.ts'
import { openFaultProxy } from './fault-proxy.ts'
import { placed, type Fault, type Ground, type Planted } from './planted-machine-faults.ts'

export type DatabaseGround = Ground & {
  ownerUrl: string
  /** The application's. */
  role: string
  /** As the owner. */
  sql(statement: string, values?: unknown[]): Promise<unknown[]>
}

const NOW = '0042_of_tomorrow.sql'

/** What doctor sees of a Citus, with these tables distributed. */
const citus = (version: string, tables: readonly string[], role: string): string => `
  create table pg_dist_partition (logicalrelid regclass);
  grant all on pg_dist_partition to ${role};
  insert into pg_dist_partition select name::regclass from unnest('{${tables.join(',')}}'::text[]) as name;
  create function citus_version() returns text language sql as $$ select 'Citus ${version} on x86_64' $$`
const NO_CITUS = 'drop table pg_dist_partition; drop function citus_version'
const DISTRIBUTED = Object.entries(placements).flatMap(([name, place]) => (place === 'distributed' ? name : []))

/** What can be wrong with a database and what is kept in it. */
export function databaseFaults(ground: DatabaseGround): Fault[] {
  const { folderWithSecret } = placed(ground)
  const changed = changing(ground)

  /** The last answers of a platform, as if it had refused them. */
  const failing = (code: string): Promise<Planted> =>
    changed(
      `update answer set outcome = 'failed', error_code = '${code}' where platform = 'claude'`,
      `update answer set outcome = 'ok', error_code = null where platform = 'claude'`,
    )

  const job = (name: string, facts: string): Promise<Planted> =>
    changed(
      `insert into job (task, payload, key, run_at) values ('recommend', '{}', '${name}', now() + interval '1 day'); update job set ${facts} where key = '${name}'`,
      `delete from job where key = '${name}'`,
    )
  return [
    {
      fault: 'no database',
      plant: () => ({ environment: { DATABASE_URL: 'postgres://nobody:hidden@127.0.0.1:1/none' } }),
      check: 'database',
      says: /cannot be used: .*ECONNREFUSED/,
    },
    {
      fault: 'a database that has not all letters',
      plant: async () => {
        const name = `doctor_${process.pid}`
        await ground.sql(`create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`)
        const { href } = Object.assign(new URL(ground.ownerUrl), { pathname: `/${name}` })
        return { environment: { DATABASE_URL: href }, undo: () => ground.sql(`drop database ${name} with (force)`) }
      },
      check: 'database',
      says: /keeps text as SQL_ASCII/,
    },
    {
      fault: 'a clock that is wrong',
      plant: () => ({ machine: { nowMs: () => Date.now() + 400_000 } }),
      check: 'clock',
      says: /400 s ahead of the database’s/,
    },
    {
      fault: 'a migration that was not applied',
      plant: async () => {
        const [row] = (await ground.sql(
          `delete from schema_migration where name = (select max(name) from schema_migration) returning name, checksum`,
        )) as { name: string; checksum: string }[]
        return {
          undo: () =>
            ground.sql('insert into schema_migration (name, checksum) values ($1, $2)', [row!.name, row!.checksum]),
        }
      },
      check: 'schema',
      says: /Not applied yet: \d{4}_/,
    },
    {
      fault: 'a migration that was changed',
      plant: async () => {
        const [row] = (await ground.sql(
          `select checksum from schema_migration where name = '0001_foundation.sql'`,
        )) as {
          checksum: string
        }[]
        return changed(
          `update schema_migration set checksum = 'other' where name = '0001_foundation.sql'`,
          `update schema_migration set checksum = '${row!.checksum}' where name = '0001_foundation.sql'`,
        )
      },
      check: 'schema',
      says: /in another form than this program has it: 0001_foundation\.sql/,
    },
    {
      fault: 'a schema that is newer than the program',
      plant: () =>
        changed(
          `insert into schema_migration (name, checksum) values ('${NOW}', 'x')`,
          `delete from schema_migration where name = '${NOW}'`,
        ),
      check: 'schema',
      says: /newer than this program: 0042_of_tomorrow\.sql/,
    },
    {
      fault: 'a right that the application lacks',
      plant: () => changed(`revoke select on brand from ${ground.role}`, `grant select on brand to ${ground.role}`),
      check: 'role',
      says: /lacks rights: select on brand\./,
    },
    {
      fault: 'another SIGHTLINE_SECRET than the service’s',
      plant: () => ({ environment: { SIGHTLINE_SECRET: 'quite another secret than that' } }),
      check: 'role',
      says: /cannot log in as .*password authentication failed/,
      beside: ['listener', 'secrets', 'counts'],
    },
    {
      fault: 'a SIGHTLINE_SECRET that was never set',
      plant: async () => ({
        environment: { SIGHTLINE_SECRET: undefined, SIGHTLINE_DATA_DIR: await folderWithSecret('kept') },
      }),
      check: 'role',
      status: 'warning',
      says: /SIGHTLINE_SECRET is not set/,
    },
    {
      fault: 'a table without its wall',
      plant: () =>
        changed(
          'alter table prompt disable row level security',
          'alter table prompt enable row level security; alter table prompt force row level security',
        ),
      check: 'tenants',
      says: /Row-level security is off on prompt\./,
    },
    {
      fault: 'an application that looks over the walls',
      plant: () => changed(`alter role ${ground.role} bypassrls`, `alter role ${ground.role} nobypassrls`),
      check: 'tenants',
      says: /looks over row-level security/,
    },
    {
      fault: 'a Citus that is too old',
      plant: () => changed(citus('12.1.10', DISTRIBUTED, ground.role), NO_CITUS),
      check: 'citus',
      says: /Citus 12\.1\.10 on x86_64 is too old/,
    },
    {
      fault: 'tables that lie on the coordinator alone',
      plant: () => changed(citus('13.0.3', DISTRIBUTED.slice(0, -1), ground.role), NO_CITUS),
      check: 'citus',
      says: /On the coordinator alone.*: judgement\./,
    },
    {
      fault: 'workers that hear of no tenant',
      plant: () => changed(citus('14.0.0', DISTRIBUTED, ground.role), NO_CITUS),
      check: 'citus',
      says: /do not hear whose a transaction is/,
    },
    {
      fault: 'a server of Citus that does not answer',
      plant: async () => {
        const health = `create function citus_check_cluster_node_health()
            returns table (from_nodename text, from_nodeport int, to_nodename text, to_nodeport int, result bool) language sql
          as $$ values ('main', 5432, 'main', 5432, true), ('main', 5432, 'one', 5432, true), ('main', 5432, 'two', 5432, false),
            ('one', 5432, 'main', 5432, true), ('one', 5432, 'one', 5432, true), ('one', 5432, 'two', 5432, false),
            ('two', 5432, 'main', 5432, null), ('two', 5432, 'one', 5432, null), ('two', 5432, 'two', 5432, null) $$;
          create table pg_dist_node (nodename text, nodeport int, noderole text, isactive bool);
          insert into pg_dist_node values ('main', 5432, 'primary', true), ('one', 5432, 'primary', true), ('two', 5432, 'primary', true);`
        const url = new URL(ground.ownerUrl)
        url.searchParams.set('options', '-c citus.propagate_set_commands=local')
        await ground.sql(`${citus('14.0.0', DISTRIBUTED, ground.role)}; ${health}`)
        return {
          environment: { DATABASE_URL: url.href },
          undo: () => ground.sql(`${NO_CITUS}; drop table pg_dist_node; drop function citus_check_cluster_node_health`),
        }
      },
      check: 'citus',
      says: /Servers of it do not answer: two:5432\. /,
    },
    {
      fault: 'a database that takes no writes',
      plant: () => {
        const url = new URL(ground.ownerUrl)
        url.searchParams.set('options', '-c default_transaction_read_only=on')
        return { environment: { DATABASE_URL: url.href } }
      },
      check: 'writing',
      says: /refuses to write: .*read-only/,
    },
    {
      fault: 'too few connections',
      plant: async () => {
        const present = await ground.sql('select from pg_stat_activity where usename = $1', [ground.role])
        return changed(
          `alter role ${ground.role} connection limit ${present.length + 25}`,
          `alter role ${ground.role} connection limit -1`,
        )
      },
      check: 'connections',
      says: /Only -?\d+ are free/,
    },
    {
      fault: 'a listener that hears nothing',
      plant: async () => {
        const url = new URL(ground.ownerUrl)
        const proxy = await openFaultProxy('127.0.0.1', Number(url.port))
        // As a pooler does that lends connections for a transaction: LISTEN is answered, and nothing is ever heard.
        proxy.afflict('sightline doctor', { kind: 'blackHole', from: 'client', at: 'listen sightline_doctor' })
        url.port = String(proxy.port)
        return { environment: { DATABASE_URL: url.href }, undo: () => proxy.close() }
      },
      check: 'listener',
      says: /Notifications do not pass/,
    },
    {
      fault: 'jobs that keep failing',
      plant: () => job('stuck', `attempts = 12, last_error = 'x'`),
      check: 'stuck jobs',
      says: /These keep failing: recommend \(1\)/,
    },
    {
      fault: 'jobs that every worker died of',
      plant: () => job('poisoned', 'poisoned_at = now(), losses = 5'),
      check: 'poisoned jobs',
      says: /set aside: recommend \(1\)/,
    },
    {
      fault: 'jobs that wait too long for busy workers',
      // Of a task that none of them does.
      plant: () =>
        changed(
          `insert into job (task, payload, key, run_at) values ('of-tomorrow', '{}', 'late', now() - interval '20 minutes')`,
          `delete from job where key = 'late'`,
        ),
      check: 'queue',
      status: 'warning',
      says: /1 jobs are due, the oldest for 20 minutes, though workers are alive/,
    },
    {
      fault: 'a platform that refuses its key',
      plant: () => failing('invalid_key'),
      check: 'platform key',
      says: /The last 3 answers of claude all failed: invalid_key/,
    },
    {
      fault: 'a platform without credit',
      plant: () => failing('out_of_credit'),
      check: 'platform credit',
      says: /all failed: out_of_credit/,
    },
    {
      fault: 'a platform that is asked for and has no key',
      plant: () => failing('not_set_up'),
      check: 'platform missing',
      says: /all failed: not_set_up/,
    },
    {
      fault: 'a platform that does not answer',
      plant: () => failing('overloaded'),
      check: 'platform silent',
      status: 'warning',
      says: /all failed: overloaded/,
    },
    {
      fault: 'a webhook whose receiver is dead',
      plant: () =>
        changed(
          `update webhook set status = 'disabled', status_reason = 'failing'`,
          `update webhook set status = 'active', status_reason = null`,
        ),
      check: 'webhooks',
      status: 'warning',
      says: /Their receivers take nothing: whk_\w+ \(failing\)/,
    },
    {
      fault: 'secrets that another secret sealed',
      plant: async () => {
        const [row] = (await ground.sql('select sealed from webhook_secret')) as { sealed: Buffer }[]
        await ground.sql('update webhook_secret set sealed = $1', [
          Buffer.concat([row!.sealed.subarray(0, -1), Buffer.of(0)]),
        ])
        return { undo: () => ground.sql('update webhook_secret set sealed = $1', [row!.sealed]) }
      },
      check: 'secrets',
      says: /1 of 1 webhook secrets cannot be opened/,
    },
    {
      fault: 'answers that an older detector looked through',
      plant: () =>
        changed(
          'update observation set extraction_version = extraction_version - 1',
          'update observation set extraction_version = extraction_version + 1',
        ),
      check: 'detector',
      status: 'warning',
      says: /An older version looked through answers of brd_/,
    },
    {
      fault: 'counts that do not agree with the answers',
      plant: () => changed('update rollup set ok = ok + 1', 'update rollup set ok = ok - 1'),
      check: 'counts',
      says: /Counts of brd_\w+ \(.*\) do not agree/,
    },
  ]
}

/** A change of the database, and the one that takes it back. */
export const changing =
  (ground: DatabaseGround) =>
  async (statement: string, back: string): Promise<Planted> => {
    await ground.sql(statement)
    return { undo: () => ground.sql(back) }
  }
