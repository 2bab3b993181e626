import { lowestId } from '@sightline/sdk'
import { sql } from 'kysely'
import type { Db } from '../../base/db/db.ts'

/** The first day of which every answer is kept; null: none was ever deleted. */
export async function answersSince(db: Db, organizationId: string): Promise<string | null> {
  const row = await db
    .selectFrom('organization')
    .select('answers_since')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row?.answers_since ?? null
}

/** Said before the first answer goes, so that nobody counts a day of which some are gone. It never moves back. */
export async function keepAnswersSince(db: Db, organizationId: string, day: string): Promise<void> {
  await db
    .updateTable('organization')
    .set({ answers_since: day })
    .where('organization_id', '=', organizationId)
    .where((eb) => eb.or([eb('answers_since', 'is', null), eb('answers_since', '<', day)]))
    .execute()
}

/**
 * Answers of days before one, with all that was found in them; what was counted and scored stays.
 * @returns how many, at most `limit`
 */
export async function deleteAnswersBefore(db: Db, organizationId: string, day: string, limit: number): Promise<number> {
  // An id is made when an answer is planned, so it is never younger than the answer.
  const before = lowestId('answer', Date.parse(day))
  const { rows } = await sql<{ count: number }>`
    with old as materialized (
      select answer_id as id from observation
      where organization_id = ${organizationId} and answer_id < ${before} and day < ${day}::date order by answer_id limit ${limit}
    ), used as (
      delete from source_use where organization_id = ${organizationId} and answer_id < ${before} and answer_id in (select id from old)
    ), observed as (
      delete from observation where organization_id = ${organizationId} and answer_id < ${before} and answer_id in (select id from old)
    ), answered as (
      delete from answer where organization_id = ${organizationId} and id < ${before} and id in (select id from old)
    )
    select count(*) as count from old`.execute(db)
  return rows[0]?.count ?? 0
}
