import type { TestApp } from './test-app.ts'
import { asOwner } from './owner.ts'

/** The tables in which a text stands anywhere, the queue's included; bytes are looked through in hexadecimal. */
export async function placesOf(house: TestApp, text: string): Promise<string[]> {
  const tables = (await asOwner(
    house,
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  )) as { name: string }[]
  const searches = tables.map(
    ({ name }) => `(select '${name}' as name from ${name} as row where position($1 in row::text) > 0 limit 1)`,
  )
  const found = await asOwner(house, searches.join(' union all '), [text])
  return found.map((row) => (row as { name: string }).name)
}
