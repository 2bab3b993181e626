import type { Client } from 'pg'

/** A table with what a copy of it must know. */
export type CopiedTable = {
  /** `public.answer` */
  name: string
  /** Without those that the database computes. */
  columns: string[]
}

/** What the database itself keeps of its schema: stated in the manifest, never copied. */
const OF_THE_SCHEMA = ['public.schema_migration']

/** All tables, each behind those it points at; parts are their table's. Those of an older queue are there while one is restored. */
export async function copiedTables(client: Client): Promise<CopiedTable[]> {
  const { rows: tables } = await client.query<CopiedTable & { pointsAt: string[] }>(
    `select n.nspname || '.' || c.relname as name,
       array(select a.attname::text from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
       array(select distinct tn.nspname || '.' || t.relname from pg_constraint k join pg_class t on t.oid = k.confrelid
             join pg_namespace tn on tn.oid = t.relnamespace
             where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid and not t.relispartition) as "pointsAt"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p') and not c.relispartition
       and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
     order by 1`,
  )
  const waiting = tables.filter(({ name }) => !OF_THE_SCHEMA.includes(name))
  const sorted: CopiedTable[] = []
  while (waiting.length > 0) {
    const free = waiting.findIndex(({ pointsAt }) => !waiting.some(({ name }) => pointsAt.includes(name)))
    const [{ name, columns } = { name: '', columns: [] }] = waiting.splice(Math.max(0, free), 1)
    sorted.push({ name, columns })
  }
  return sorted
}

/** As SQL, whatever its letters. */
export const quotedTable = (client: Client, name: string): string =>
  name
    .split('.')
    .map((part) => client.escapeIdentifier(part))
    .join('.')

/**
 * Lets the owner of the tables read all rows where it says `app.backup`: the wall stands against it too, and takes a
 * superuser to look over. No right is given that an owner could not take.
 */
export async function letOwnerBackUp(client: Client): Promise<void> {
  await client.query(`
    do $$ declare walled text; begin
      if (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) then return; end if;
      for walled in
        select c.relname from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relforcerowsecurity and not c.relispartition
          and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'backup')
      loop
        execute format('create policy backup on %I for select to %I using (current_setting(''app.backup'', true) = ''on'')',
          walled, current_user);
      end loop;
    end $$`)
}

/** Takes the walls and triggers down for the transaction that fills an empty database. */
export async function openTables(client: Client, tables: readonly CopiedTable[]): Promise<void> {
  const names = tables.map(({ name }) => quotedTable(client, name))
  await client.query(`truncate ${names.join(', ')}`)
  await eachTable(client, names, 'no force row level security', 'disable trigger user')
}

export async function closeTables(
  client: Client,
  tables: readonly CopiedTable[],
  forced: ReadonlySet<string>,
): Promise<void> {
  for (const { name } of tables) {
    const table = quotedTable(client, name)
    await client.query(`alter table ${table} enable trigger user`)
    if (forced.has(name)) await client.query(`alter table ${table} force row level security`)
  }
}

async function eachTable(client: Client, names: readonly string[], ...changes: string[]): Promise<void> {
  for (const name of names) for (const change of changes) await client.query(`alter table ${name} ${change}`)
}

/** Tables whose wall stands against their owner too. */
export async function forcedTables(client: Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relforcerowsecurity`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** Numbers that the database hands out go on behind the highest one. */
export async function raiseSequences(client: Client, tables: readonly CopiedTable[]): Promise<void> {
  for (const { name, columns } of tables)
    for (const column of columns) {
      const table = quotedTable(client, name)
      const { rows } = await client.query<{ sequence: string | null }>(
        'select pg_get_serial_sequence($1, $2) as sequence',
        [table, column],
      )
      const sequence = rows[0]?.sequence
      if (!sequence) continue
      const highest = `(select max(${client.escapeIdentifier(column)}) from ${table})`
      await client.query(`select setval($1, coalesce(${highest}, 1), ${highest} is not null)`, [sequence])
    }
}
