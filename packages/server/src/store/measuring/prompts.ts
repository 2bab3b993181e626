import { sql, type Selectable } from 'kysely'
import type { Prompt } from '@sightline/sdk'
import type { PageOf } from './brands.ts'
import type { Db } from '../../base/db/db.ts'
import type { Tables } from '../../base/db/tables.ts'

export type NewPrompt = {
  id: string
  text: string
  topic: string | null
  tags: string[]
  country: string | null
  language: string | null
  isBranded: boolean
  /** Takes the place of one that is. */
  isPaused?: boolean
  supersedesId?: string
}

/** Stores those that are not there yet; the others are simply not among the answers. */
export async function insertPrompts(
  db: Db,
  organizationId: string,
  brandId: string,
  prompts: NewPrompt[],
): Promise<Prompt[]> {
  if (prompts.length === 0) return []
  const rows = await db
    .insertInto('prompt')
    .values(
      prompts.map((prompt) => ({
        organization_id: organizationId,
        id: prompt.id,
        brand_id: brandId,
        text: prompt.text,
        topic: prompt.topic,
        tags: prompt.tags,
        country: prompt.country,
        language: prompt.language,
        is_branded: prompt.isBranded,
        is_paused: prompt.isPaused ?? false,
        supersedes_id: prompt.supersedesId ?? null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute()
  return rows.map(toPrompt)
}

export async function promptById(
  db: Db,
  organizationId: string,
  brandId: string,
  id: string,
): Promise<Prompt | undefined> {
  const row = await db
    .selectFrom('prompt')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toPrompt(row)
}

export type PromptFilter = PageOf & {
  status?: 'active' | 'archived' | undefined
  topic?: string | undefined
  tag?: string | undefined
}

/** Oldest first; one more than asked for. */
export async function listPrompts(
  db: Db,
  organizationId: string,
  brandId: string,
  filter: PromptFilter,
): Promise<Prompt[]> {
  let query = db
    .selectFrom('prompt')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('brand_id', '=', brandId)
  if (filter.status) query = query.where('status', '=', filter.status)
  if (filter.topic !== undefined) query = query.where('topic', '=', filter.topic)
  if (filter.tag !== undefined) query = query.where(sql<boolean>`${filter.tag} = any(tags)`)
  if (filter.after) query = query.where('id', '>', filter.after)
  const rows = await query
    .orderBy('id')
    .limit(filter.limit + 1)
    .execute()
  return rows.map(toPrompt)
}

export async function brandIdOfPrompt(db: Db, organizationId: string, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('prompt')
    .select('brand_id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.brand_id
}

/** All active prompts of a brand: what a score is made of, and a run asks as far as the plan does not pause them. */
export async function activePrompts(db: Db, organizationId: string, brandId: string): Promise<Prompt[]> {
  const rows = await db
    .selectFrom('prompt')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('brand_id', '=', brandId)
    .where('status', '=', 'active')
    .orderBy('id')
    .execute()
  return rows.map(toPrompt)
}

export async function promptTexts(db: Db, organizationId: string, ids: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('prompt')
    .select(['id', 'text'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  return new Map(rows.map((row) => [row.id, row.text]))
}

export type PromptSubject = { text: string; topic: string | null }

/** What prompts ask and to which topic they belong, by id. */
export async function promptSubjects(
  db: Db,
  organizationId: string,
  ids: string[],
): Promise<Map<string, PromptSubject>> {
  const rows = await db
    .selectFrom('prompt')
    .select(['id', 'text', 'topic'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  return new Map(rows.map(({ id, text, topic }) => [id, { text, topic }]))
}

export async function countActivePrompts(db: Db, organizationId: string): Promise<number> {
  const row = await db
    .selectFrom('prompt')
    .select((eb) => eb.fn.countAll<number>().as('prompts'))
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow()
  return row.prompts
}

export type PromptChange = {
  topic?: string | null | undefined
  tags?: string[] | undefined
  status?: 'active' | 'archived' | undefined
}

export async function updatePrompt(
  db: Db,
  organizationId: string,
  brandId: string,
  id: string,
  change: PromptChange,
): Promise<Prompt | undefined> {
  const row = await db
    .updateTable('prompt')
    .set({
      ...(change.topic !== undefined && { topic: change.topic }),
      ...(change.tags !== undefined && { tags: change.tags }),
      ...(change.status !== undefined && { status: change.status }),
      updated_at: sql<Date>`now()`,
    })
    .where('organization_id', '=', organizationId)
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && toPrompt(row)
}

/** Branded prompts are reported apart, so a change of the brand's names asks anew of each prompt whether it is one. */
export async function setBranded(db: Db, organizationId: string, ids: string[], isBranded: boolean): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('prompt')
    .set({ is_branded: isBranded })
    .where('organization_id', '=', organizationId)
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
}

function toPrompt(row: Selectable<Tables['prompt']>): Prompt {
  return {
    id: row.id,
    brandId: row.brand_id,
    text: row.text,
    topic: row.topic,
    tags: row.tags,
    country: row.country,
    language: row.language,
    branded: row.is_branded,
    status: row.status,
    isPaused: row.is_paused,
    supersedesId: row.supersedes_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
