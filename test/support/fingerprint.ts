import type { TestApp } from './test-app.ts'
import { asOwner } from './owner.ts'

/** Of each table how many rows it holds and a hash of them: two that are equal say that nothing was written between them. */
export type Fingerprint = Record<string, string>

/** What a refused call may leave: that it was made, counted or guessed. */
const COUNTED = ['usage_period', 'usage_detail', 'sign_in_attempt']

/**
 * Of the whole database, the queue included; when a key or a session was last used is left out.
 * @param organizationId of its rows only
 * @param except tables that the calls may change
 */
export async function fingerprintOf(
  house: TestApp,
  { organizationId, except = [] }: { organizationId?: string; except?: string[] } = {},
): Promise<Fingerprint> {
  const tables = (await asOwner(
    house,
    `select table_schema || '.' || table_name as name, quote_ident(table_schema) || '.' || quote_ident(table_name) as quoted,
       exists (select from information_schema.columns c where c.table_schema = t.table_schema and c.table_name = t.table_name
         and c.column_name = 'organization_id') as tenant
     from information_schema.tables t
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  )) as { name: string; quoted: string; tenant: boolean }[]
  const looked = tables.filter(
    ({ name, tenant }) =>
      (organizationId === undefined || tenant) && ![...COUNTED, ...except].includes(name.split('.')[1] ?? ''),
  )
  const own = organizationId === undefined ? '' : 'where organization_id = $1'
  const rows = (await asOwner(
    house,
    looked
      .map(
        ({ name, quoted }) =>
          `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(line, '' order by line)), '') as held
           from (select md5((to_jsonb(t) - 'last_used_at' - 'seen_at')::text) as line from ${quoted} as t ${own}) as lines`,
      )
      .join(' union all '),
    organizationId === undefined ? [] : [organizationId],
  )) as { name: string; held: string }[]
  return Object.fromEntries(rows.map(({ name, held }) => [name, held]))
}
