import { sql, type Selectable } from 'kysely'
import type { Brand } from '@sightline/sdk'
import type { Db } from '../../base/db/db.ts'
import type { Tables } from '../../base/db/tables.ts'

export type Names = {
  name: string
  aliases: string[]
  excludedNames: string[]
  domains: string[]
  caseSensitive: boolean
}
/** Only what changes. */
export type NamesChange = { [Name in keyof Names]?: Names[Name] | undefined }
export type PageOf = { limit: number; after: string | null }

export async function insertBrand(
  db: Db,
  organizationId: string,
  id: string,
  names: Names,
  isDefault: boolean,
): Promise<Brand> {
  const row = await db
    .insertInto('brand')
    .values({ organization_id: organizationId, id, ...namesColumns(names), is_default: isDefault })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toBrand(row)
}

const oneBrand = (db: Db, organizationId: string, id: string) =>
  db.selectFrom('brand').selectAll().where('organization_id', '=', organizationId).where('id', '=', id)

export async function brandById(db: Db, organizationId: string, id: string): Promise<Brand | undefined> {
  const row = await oneBrand(db, organizationId, id).executeTakeFirst()
  return row && toBrand(row)
}

/**
 * The same for who writes below the brand: it is not deleted until the transaction ends. Taken before any row below it, as a
 * deletion takes the brand first; taken after one, each of both would wait for the other.
 */
export async function keptBrand(db: Db, organizationId: string, id: string): Promise<Brand | undefined> {
  const row = await oneBrand(db, organizationId, id).forKeyShare().executeTakeFirst()
  return row && toBrand(row)
}

export async function defaultBrand(db: Db, organizationId: string): Promise<Brand | undefined> {
  const row = await db
    .selectFrom('brand')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('is_default', '=', true)
    .executeTakeFirst()
  return row && toBrand(row)
}

/** Oldest first; one more than asked for, so that the caller sees whether there is a next page. */
export async function listBrands(
  db: Db,
  organizationId: string,
  filter: PageOf & { status?: 'active' | 'paused' | undefined; ids: string[] | null },
): Promise<Brand[]> {
  let query = db.selectFrom('brand').selectAll().where('organization_id', '=', organizationId)
  if (filter.status) query = query.where('status', '=', filter.status)
  if (filter.ids) query = query.where('id', '=', sql<string>`any(${filter.ids})`)
  if (filter.after) query = query.where('id', '>', filter.after)
  const rows = await query
    .orderBy('id')
    .limit(filter.limit + 1)
    .execute()
  return rows.map(toBrand)
}

export async function allBrandIds(db: Db, organizationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('brand')
    .select('id')
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function countBrands(db: Db, organizationId: string): Promise<number> {
  const row = await db
    .selectFrom('brand')
    .select((eb) => eb.fn.countAll<number>().as('brands'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return row.brands
}

export async function updateBrand(
  db: Db,
  organizationId: string,
  id: string,
  change: NamesChange,
): Promise<Brand | undefined> {
  const row = await db
    .updateTable('brand')
    .set({ ...changedColumns(change), updated_at: sql<Date>`now()` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && toBrand(row)
}

/** The one default moves; in this order, because there is never more than one. */
export async function makeDefault(db: Db, organizationId: string, id: string): Promise<void> {
  await db
    .updateTable('brand')
    .set({ is_default: false })
    .where('organization_id', '=', organizationId)
    .where('is_default', '=', true)
    .execute()
  await db
    .updateTable('brand')
    .set({ is_default: true })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Held until the transaction ends; it keeps nobody from inserting rows that point at the brand. */
export async function lockBrand(db: Db, organizationId: string, id: string): Promise<void> {
  await sql`select from brand where organization_id = ${organizationId} and id = ${id} for no key update`.execute(db)
}

/** All of an organization's, before what deletes them. In order, as who stores answers of several brands takes them. */
export async function lockBrandsToDelete(db: Db, organizationId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from brand where organization_id = ${organizationId} order by id for update`.execute(db)
  return rows.map(({ id }) => id)
}

/** @returns whether the deleted brand was the default one; undefined when there is no such brand */
export async function deleteBrand(db: Db, organizationId: string, id: string): Promise<boolean | undefined> {
  const row = await db
    .deleteFrom('brand')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning('is_default')
    .executeTakeFirst()
  return row?.is_default
}

export function namesColumns(names: Names) {
  return {
    name: names.name,
    aliases: names.aliases,
    excluded_names: names.excludedNames,
    domains: names.domains,
    case_sensitive: names.caseSensitive,
  }
}

export function changedColumns(change: NamesChange) {
  return {
    ...(change.name !== undefined && { name: change.name }),
    ...(change.aliases !== undefined && { aliases: change.aliases }),
    ...(change.excludedNames !== undefined && { excluded_names: change.excludedNames }),
    ...(change.domains !== undefined && { domains: change.domains }),
    ...(change.caseSensitive !== undefined && { case_sensitive: change.caseSensitive }),
  }
}

function toBrand(row: Selectable<Tables['brand']>): Brand {
  return {
    id: row.id,
    name: row.name,
    aliases: row.aliases,
    excludedNames: row.excluded_names,
    domains: row.domains,
    caseSensitive: row.case_sensitive,
    status: row.status,
    isDefault: row.is_default,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
