import { sql } from 'kysely'
import type { Db } from '../../base/db/db.ts'

export type NewSlot = { id: string; promptId: string; platform: string; repeat: number }
export type SlotState = 'waiting' | 'stored' | 'extracted' | 'cancelled'

/** Planning twice plans nothing new: a slot's place in its run is unique. @returns how many were new */
export async function insertSlots(db: Db, organizationId: string, runId: string, slots: NewSlot[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into slot (organization_id, id, run_id, prompt_id, platform, repeat)
    select ${organizationId}, id, ${runId}, prompt_id, platform, repeat
    from unnest(${column(slots, 'id')}::text[], ${column(slots, 'promptId')}::text[], ${column(slots, 'platform')}::text[],
                ${column(slots, 'repeat')}::smallint[]) as planned (id, prompt_id, platform, repeat)
    on conflict do nothing`.execute(db)
  return Number(numAffectedRows)
}

/**
 * Slots of answers that came with an import: there was nothing to ask. It returns something, as Citus would send the rows by
 * COPY otherwise, which row-level security refuses.
 */
export async function insertStoredSlots(
  db: Db,
  organizationId: string,
  runId: string,
  answers: { id: string; promptId: string; platform: string }[],
): Promise<void> {
  const repeats = new Map<string, number>()
  const slots = answers.map(({ id, promptId, platform }) => {
    const place = `${promptId} ${platform}`
    const repeat = (repeats.get(place) ?? 0) + 1
    repeats.set(place, repeat)
    return { id, promptId, platform, repeat }
  })
  await sql`
    insert into slot (organization_id, id, run_id, prompt_id, platform, repeat, state)
    select ${organizationId}, id, ${runId}, prompt_id, platform, repeat, 'stored'
    from unnest(${column(slots, 'id')}::text[], ${column(slots, 'promptId')}::text[], ${column(slots, 'platform')}::text[],
                ${column(slots, 'repeat')}::smallint[]) as stored (id, prompt_id, platform, repeat)
    returning id`.execute(db)
}

const column = <Name extends keyof NewSlot>(slots: NewSlot[], name: Name): NewSlot[Name][] =>
  slots.map((slot) => slot[name])

/** What a waiting slot asks. */
export type OpenSlot = {
  runId: string
  brandId: string
  promptId: string
  platform: string
  text: string
  country: string | null
  language: string | null
}

/** What some slots ask, by id: only of those that wait and whose run goes on. */
export async function openSlots(
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, OpenSlot>> {
  const { rows } = await sql<OpenSlot & { id: string }>`
    select slot.id, slot.run_id as "runId", run.brand_id as "brandId", slot.prompt_id as "promptId", slot.platform,
      prompt.text, prompt.country, prompt.language
    from slot
      join run on run.organization_id = slot.organization_id and run.id = slot.run_id
      join prompt on prompt.organization_id = slot.organization_id and prompt.id = slot.prompt_id
    where slot.organization_id = ${organizationId} and slot.id = any(${ids}) and slot.state = 'waiting' and run.status = 'running'`.execute(
    db,
  )
  return new Map(rows.map(({ id, ...slot }) => [id, slot]))
}

/** @returns how often the platform was too busy for this slot, this time included */
export async function countBusy(db: Db, organizationId: string, id: string): Promise<number> {
  const row = await db
    .updateTable('slot')
    .set((eb) => ({ busy: eb('busy', '+', 1) }))
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning('busy')
    .executeTakeFirst()
  return row?.busy ?? 0
}

/**
 * @returns the ids of the slots whose answers were still wanted: only they may be stored. A slot that was cancelled while
 * its question was under way keeps the answer, which is paid for.
 */
export async function settleSlots(
  db: Db,
  organizationId: string,
  slots: readonly { id: string; brandId: string }[],
): Promise<string[]> {
  const ids = slots.map(({ id }) => id).toSorted()
  const brandIds = [...new Set(slots.map(({ brandId }) => brandId))]
  // The brands before the slots, as in a deletion: no slot is touched before all of them are counted.
  const { rows } = await sql<{ id: string }>`
    with kept as (
      select id from brand where organization_id = ${organizationId} and id = any(${brandIds}) order by id for key share)
    update slot set state = 'stored'
    where organization_id = ${organizationId} and id = any(${ids}) and state in ('waiting', 'cancelled')
      and (select count(*) from kept) > 0 returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Gives a waiting slot another id, which becomes its answer's.
 * @returns whether it still waited
 */
export async function renameSlot(db: Db, organizationId: string, id: string, newId: string): Promise<boolean> {
  const rows = await db
    .updateTable('slot')
    .set({ id: newId })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .execute()
  return rows.length > 0
}

export async function markExtracted(db: Db, organizationId: string, ids: string[]): Promise<void> {
  await db
    .updateTable('slot')
    .set({ state: 'extracted' })
    .where('organization_id', '=', organizationId)
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
}

/** Slots of a run that were not asked yet; those being asked at this moment still store their answer. */
export async function cancelWaiting(db: Db, organizationId: string, runId: string): Promise<void> {
  await db
    .updateTable('slot')
    .set({ state: 'cancelled' })
    .where('organization_id', '=', organizationId)
    .where('run_id', '=', runId)
    .where('state', '=', 'waiting')
    .execute()
}

/** Stored, but not looked through yet, in the order of their ids. */
export async function unextractedIds(db: Db, organizationId: string, runId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('slot')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('run_id', '=', runId)
    .where('state', '=', 'stored')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

export async function countOpenSlots(db: Db, organizationId: string, runId: string): Promise<number> {
  const row = await db
    .selectFrom('slot')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('organization_id', '=', organizationId)
    .where('run_id', '=', runId)
    .where('state', 'in', ['waiting', 'stored'])
    .executeTakeFirstOrThrow()
  return row.open
}

/** Answers of some runs that could not be read. */
export async function unreadableOf(
  db: Db,
  organizationId: string,
  runIds: string[],
): Promise<{ runId: string; platform: string; answers: number }[]> {
  const { rows } = await sql<{ runId: string; platform: string; answers: number }>`
    select run_id as "runId", platform, count(*) as answers from observation
    where organization_id = ${organizationId} and run_id = any(${runIds}) and outcome = 'unreadable'
    group by 1, 2`.execute(db)
  return rows
}

export type RunProgress = {
  runId: string
  platform: string
  state: SlotState
  outcome: string | null
  errorCode: string | null
  slots: number
  usd: number
  withoutCost: number
}

/** Slots of some runs, counted by platform, state and what came back. */
export async function progressOf(db: Db, organizationId: string, runIds: string[]): Promise<RunProgress[]> {
  const { rows } = await sql<RunProgress>`
    with wanted as materialized (
      select id, run_id, platform, state from slot where organization_id = ${organizationId} and run_id = any(${runIds}))
    select wanted.run_id as "runId", wanted.platform, wanted.state, answer.outcome, answer.error_code as "errorCode", count(*) as slots,
           coalesce(sum(answer.cost_usd), 0)::float8 as usd,
           count(*) filter (where answer.id is not null and answer.cost_usd is null) as "withoutCost"
    from wanted left join answer on answer.organization_id = ${organizationId} and answer.id = wanted.id
      -- which months' parts they lie in
      and answer.id between (select min(id) from wanted) and (select max(id) from wanted)
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5`.execute(db)
  return rows
}
