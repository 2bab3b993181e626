import { sql, type RawBuilder } from 'kysely'

/**
 * From the first to the last of some ids: says which months' parts they can lie in. Of a list alone PostgreSQL cannot tell once
 * a statement is prepared, and would look into each part for each id.
 */
export function withinIds(column: string, ids: readonly string[]): RawBuilder<boolean> {
  let [first = '', last = ''] = [ids[0], ids[0]]
  for (const id of ids) {
    if (id < first) first = id
    if (id > last) last = id
  }
  return sql<boolean>`${sql.ref(column)} between ${first} and ${last}`
}
