import { asOwner } from './opened.ts'

/** Bytes on disk of a table with all its parts. */
export type TableBytes = { table: string; heap: number; toast: number; index: number }

/** The largest first; those that take less than a hundredth of all are left out. */
export async function bytesByTable(ownerUrl: string): Promise<TableBytes[]> {
  const rows = await asOwner<TableBytes>(
    ownerUrl,
    `select c.relname as table, sum(pg_relation_size(part.relid))::float8 as heap,
            sum(pg_table_size(part.relid) - pg_relation_size(part.relid))::float8 as toast, sum(pg_indexes_size(part.relid))::float8 as index
     from pg_class c cross join lateral pg_partition_tree(c.oid) as part
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition group by 1
     union all
     select c.relname, pg_relation_size(c.oid)::float8, (pg_table_size(c.oid) - pg_relation_size(c.oid))::float8, pg_indexes_size(c.oid)::float8
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition
       and not exists (select from pg_partition_tree(c.oid))`,
  )
  const all = rows.reduce((sum, row) => sum + row.heap + row.toast + row.index, 0)
  return rows
    .filter(({ heap, toast, index }) => heap + toast + index > all / 100)
    .toSorted((one, other) => other.heap + other.toast + other.index - (one.heap + one.toast + one.index))
}
