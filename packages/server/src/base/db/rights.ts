import type { Client } from 'pg'
import { placements } from './distribution.ts'
import { migrationFiles } from './migrate-files.ts'

/**
 * What the application has no right to, of tables to which it has all others: which migrations there were is the owner's, and
 * what was done stays told (an entry goes with its organization only, as a cascade has its owner's rights).
 */
const WITHHELD = {
  schema_migration: ['insert', 'update', 'delete'],
  audit_entry: ['update', 'delete'],
}
/** The functions that our migrations make, by name. */
async function ownFunctions(): Promise<string[]> {
  const texts = (await migrationFiles()).map(({ text }) => text)
  const names = texts.flatMap((text) => [...text.matchAll(/^create (?:or replace )?function (\w+)/gm)])
  return [...new Set(names.flatMap(([, name]) => name ?? []))]
}

/** Rights are stated anew each time, so that a table of a newer migration is never forgotten. */
export async function grantRights(client: Client, database: string, roleName: string): Promise<void> {
  const role = client.escapeIdentifier(roleName)
  const withheld = Object.entries(WITHHELD).map(
    ([table, rights]) => `revoke ${rights.join(', ')} on ${table} from ${role};`,
  )
  await client.query(`
    grant connect on database ${client.escapeIdentifier(database)} to ${role};
    grant usage on schema public to ${role};
    grant select, insert, update, delete on all tables in schema public to ${role};
    ${withheld.join('\n')}
    grant usage on all sequences in schema public to ${role}`)
  const { rows } = await client.query<{ signature: string }>(
    `select p.oid::regprocedure::text as signature from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.proname = any($1)
       and not has_function_privilege($2, p.oid, 'execute')`,
    [await ownFunctions(), roleName],
  )
  // As everybody may execute what is made, these are none, unless an administrator took that back.
  for (const { signature } of rows) await client.query(`grant execute on function ${signature} to ${role}`)
}

/** What of the rights above the application's role has not, as `update on brand`. */
export async function lackingRights(client: Client, role: string): Promise<string[]> {
  const withheld = Object.entries(WITHHELD).flatMap(([table, rights]) => rights.map((right) => `${right} ${table}`))
  const { rows } = await client.query<{ lack: string }>(
    `select lack from (
       select 1 as kind, 'usage on schema ' || nspname as lack, has_schema_privilege($1, oid, 'usage') as may
       from pg_namespace where nspname = 'public'
       union all
       select 2, wanted || ' on ' || c.oid::regclass, has_table_privilege($1, c.oid, wanted)
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
         cross join unnest('{select,insert,update,delete}'::text[]) as wanted
       where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
         and c.relname = any($4) and wanted || ' ' || c.relname <> all($2)
       union all
       -- Asked of sequences alone, in whatever order the planner takes the conditions.
       select 3, 'usage on sequence ' || c.oid::regclass, case when c.relkind = 'S' then has_sequence_privilege($1, c.oid, 'usage') end
       from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
         and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
       union all
       select 4, 'execute on function ' || p.oid::regprocedure, has_function_privilege($1, p.oid, 'execute')
       from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.proname = any($3)
     ) as rights where not may order by kind, lack`,
    [role, withheld, await ownFunctions(), [...Object.keys(placements), 'schema_migration']],
  )
  return rows.map(({ lack }) => lack)
}
