import { sql } from 'kysely'
import type { Db } from '../../base/db/db.ts'

/** What stopped and what goes on again. Of what is active the newest stops first, of what is paused the oldest goes on first. */
export type Moved = { paused: string[]; resumed: string[] }

/** The default brand goes first, then those that are active, then the oldest. Nothing but a plan pauses a brand. */
export async function fitBrands(db: Db, organizationId: string, limit: number): Promise<Moved> {
  const { rows } = await sql<{ id: string; isPaused: boolean }>`
    with ranked as (
      select id, row_number() over (order by is_default desc, status = 'paused', id) > ${limit} as is_over
      from brand where organization_id = ${organizationId}
    )
    update brand set status = case when is_over then 'paused' else 'active' end, updated_at = now()
    from ranked where brand.organization_id = ${organizationId} and brand.id = ranked.id and (brand.status = 'paused') <> is_over
    returning brand.id, is_over as "isPaused"`.execute(db)
  return split(rows)
}

/** Of active brands alone: those of a paused one are not asked, and take no place. */
export async function fitPrompts(db: Db, organizationId: string, limit: number): Promise<Moved> {
  const { rows } = await sql<{ id: string; isPaused: boolean }>`
    with ranked as (
      select prompt.id, row_number() over (order by prompt.is_paused, prompt.id) > ${limit} as is_over
      from prompt join brand on brand.organization_id = ${organizationId} and brand.id = prompt.brand_id
      where prompt.organization_id = ${organizationId} and prompt.status = 'active' and brand.status = 'active'
    )
    update prompt set is_paused = is_over
    from ranked where prompt.organization_id = ${organizationId} and prompt.id = ranked.id and prompt.is_paused <> is_over
    returning prompt.id, is_over as "isPaused"`.execute(db)
  return split(rows)
}

/** What its owner or its failures stopped is left alone and takes no place. */
export async function fitWebhooks(db: Db, organizationId: string, limit: number): Promise<Moved> {
  const { rows } = await sql<{ id: string; isPaused: boolean }>`
    with ranked as (
      select id, row_number() over (order by status = 'paused', id) > ${limit} as is_over
      from webhook where organization_id = ${organizationId} and (status = 'active' or status_reason = 'plan')
    )
    update webhook set updated_at = now(),
      status = case when is_over then 'paused' else 'active' end,
      status_reason = case when is_over then 'plan' end
    from ranked where webhook.organization_id = ${organizationId} and webhook.id = ranked.id and (webhook.status = 'paused') <> is_over
    returning webhook.id, is_over as "isPaused"`.execute(db)
  return split(rows)
}

const split = (rows: { id: string; isPaused: boolean }[]): Moved => ({
  paused: rows
    .filter(({ isPaused }) => isPaused)
    .map(({ id }) => id)
    .toSorted(),
  resumed: rows
    .filter(({ isPaused }) => !isPaused)
    .map(({ id }) => id)
    .toSorted(),
})
