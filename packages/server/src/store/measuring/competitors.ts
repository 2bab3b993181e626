import { sql, type Selectable } from 'kysely'
import type { Competitor } from '@sightline/sdk'
import { changedColumns, namesColumns, type Names, type NamesChange, type PageOf } from './brands.ts'
import type { Db } from '../../base/db/db.ts'
import type { Tables } from '../../base/db/tables.ts'

export async function insertCompetitor(
  db: Db,
  organizationId: string,
  brandId: string,
  id: string,
  names: Names,
): Promise<Competitor> {
  const row = await db
    .insertInto('competitor')
    .values({ organization_id: organizationId, id, brand_id: brandId, ...namesColumns(names) })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toCompetitor(row)
}

/** Oldest first; one more than asked for. */
export async function listCompetitors(
  db: Db,
  organizationId: string,
  brandId: string,
  page: PageOf,
): Promise<Competitor[]> {
  let query = db
    .selectFrom('competitor')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('brand_id', '=', brandId)
  if (page.after) query = query.where('id', '>', page.after)
  const rows = await query
    .orderBy('id')
    .limit(page.limit + 1)
    .execute()
  return rows.map(toCompetitor)
}

export async function updateCompetitor(
  db: Db,
  organizationId: string,
  brandId: string,
  id: string,
  change: NamesChange,
): Promise<Competitor | undefined> {
  const row = await db
    .updateTable('competitor')
    .set({ ...changedColumns(change), updated_at: sql<Date>`now()` })
    .where('organization_id', '=', organizationId)
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && toCompetitor(row)
}

/** @returns what was deleted; undefined when there was no such competitor */
export async function deleteCompetitor(
  db: Db,
  organizationId: string,
  brandId: string,
  id: string,
): Promise<Competitor | undefined> {
  const row = await db
    .deleteFrom('competitor')
    .where('organization_id', '=', organizationId)
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && toCompetitor(row)
}

function toCompetitor(row: Selectable<Tables['competitor']>): Competitor {
  return {
    id: row.id,
    brandId: row.brand_id,
    name: row.name,
    aliases: row.aliases,
    excludedNames: row.excluded_names,
    domains: row.domains,
    caseSensitive: row.case_sensitive,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
