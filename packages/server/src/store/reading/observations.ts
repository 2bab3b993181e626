import { sql, type Selectable } from 'kysely'
import type { ListingRule, UnreadableReason } from '@sightline/sdk'
import type { PageOf } from '../measuring/brands.ts'
import { mapInSlices } from '../../base/event-loop.ts'
import { packText, unpackText } from '../../base/db/compression.ts'
import type { Db } from '../../base/db/db.ts'
import { withinDays, withinIds } from '../../base/db/id-span.ts'
import { matches, type ObservationFilter } from './observation-filter.ts'
import type { Tables } from '../../base/db/tables.ts'

export type ObservedEntityRow = {
  entityId: string
  isNamed: boolean
  isAcknowledgedAbsent: boolean
  place: number | null
  isListed: boolean
  isCited: boolean
  sentiment: 'positive' | 'neutral' | 'negative' | 'mixed' | null
}

export type MentionRow = {
  entityId: string
  surface: string
  start: number
  end: number
  isListed: boolean
  /** By which rule it is listed or not, and the praise and blame behind the sentiment; not with what detectors up to 3 found. */
  listingRule?: ListingRule
  sentiment: ObservedEntityRow['sentiment']
  weight?: { praise: number; blame: number }
  evidence: string[]
}

/** Whose page a source is, by its canonical address; third-party pages are left out. */
export type OwnerRow = { url: string; owner: 'own' | 'competitor'; entityId: string }

/** How many occurrences of an entity's names were found beyond those that are judged. */
export type UnjudgedRow = { entityId: string; occurrences: number }

export type ObservationRow = {
  answerId: string
  brandId: string
  runId: string
  promptId: string
  platform: string
  /** UTC day of the answer, YYYY-MM-DD. */
  day: string
  surface: string
  /** The answer's own, or `unreadable`. */
  outcome: string
  /** Why it could not be read; null: it was. */
  unreadable: UnreadableReason | null
  entities: ObservedEntityRow[]
  mentions: MentionRow[]
  unjudged: UnjudgedRow[]
  owners: OwnerRow[]
  extractionVersion: number
}

/** A row whose large part is unpacked where it is asked for: of a page that ends early most are not. */
export type PackedObservation = Pick<ObservationRow, 'answerId' | 'promptId'> & { unpack: () => ObservationRow }

/** The newest extraction of an answer replaces the one before. */
export async function saveObservations(db: Db, organizationId: string, observations: ObservationRow[]): Promise<void> {
  if (observations.length === 0) return
  await db
    .insertInto('observation')
    .values(await mapInSlices(observations, (observation) => toRow(organizationId, observation)))
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'answer_id']).doUpdateSet((eb) => ({
        outcome: eb.ref('excluded.outcome'),
        unreadable: eb.ref('excluded.unreadable'),
        named: eb.ref('excluded.named'),
        entities: eb.ref('excluded.entities'),
        places: eb.ref('excluded.places'),
        extraction_version: eb.ref('excluded.extraction_version'),
      })),
    )
    .execute()
}

export type CellKey = { day: string; platform: string; promptId: string }

/** What a cell is counted from. */
export type CountedObservation = CellKey & { outcome: string; surface: string; entities: ObservedEntityRow[] }

/** All observations of some cells of a brand: what their rollup is counted from. */
export async function observationsOfCells(
  db: Db,
  organizationId: string,
  brandId: string,
  cells: CellKey[],
): Promise<CountedObservation[]> {
  const days = cells.map(({ day }) => day).toSorted()
  const { rows } = await sql<CountedObservation>`
    select observation.day::text as day, observation.platform, observation.prompt_id as "promptId", observation.outcome,
           observation.surface, observation.entities
    from unnest(${cells.map((cell) => cell.day)}::date[], ${cells.map((cell) => cell.platform)}::text[],
                ${cells.map((cell) => cell.promptId)}::text[]) as wanted (day, platform, prompt_id)
    join observation using (day, platform, prompt_id)
    where observation.organization_id = ${organizationId} and observation.brand_id = ${brandId}
      and ${withinDays('observation.answer_id', { from: days[0], to: days.at(-1) })}
    order by observation.answer_id`.execute(db)
  return rows
}

/** Where the answers of a day lie. */
export async function cellsOfDay(db: Db, organizationId: string, brandId: string, day: string): Promise<CellKey[]> {
  const { rows } = await sql<CellKey>`
    select distinct day::text as day, platform, prompt_id as "promptId" from observation
    where organization_id = ${organizationId} and brand_id = ${brandId} and day = ${day}
      and ${withinDays('answer_id', { from: day, to: day })}`.execute(db)
  return rows
}

/**
 * Newest first; one more than asked for.
 * @param since only those with this id or a later one; null: all there are
 */
export async function listObservations(
  db: Db,
  organizationId: string,
  brandId: string,
  { limit, after, since, ...filter }: ObservationFilter & PageOf & { since: string | null },
): Promise<PackedObservation[]> {
  let query = db
    .selectFrom('observation')
    .selectAll()
    .where(matches(organizationId, brandId, filter))
  if (after) query = query.where('answer_id', '<', after)
  if (since) query = query.where('answer_id', '>=', since)
  const rows = await query
    .orderBy('answer_id', 'desc')
    .limit(limit + 1)
    .execute()
  return rows.map((row) => ({ answerId: row.answer_id, promptId: row.prompt_id, unpack: () => fromRow(row) }))
}

/** How many there are; counting stops one beyond `most`. */
export async function countObservations(
  db: Db,
  organizationId: string,
  brandId: string,
  filter: ObservationFilter,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from (
      select from observation where ${matches(organizationId, brandId, filter)} limit ${most + 1}) as matching`.execute(
    db,
  )
  return rows[0]?.found ?? 0
}

export async function observationsByIds(
  db: Db,
  organizationId: string,
  answerIds: string[],
): Promise<ObservationRow[]> {
  const rows = await db
    .selectFrom('observation')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('answer_id', '=', sql<string>`any(${answerIds})`)
    .where(withinIds('answer_id', answerIds))
    .execute()
  return mapInSlices(rows, fromRow)
}

/**
 * Some answers of a brand without an observation, in the order of their ids, except those that wait for one.
 * @param extracting runs whose stored answers somebody is going to look through
 */
export async function missingObservations(
  db: Db,
  organizationId: string,
  brandId: string,
  { extracting, after, most }: { extracting: string[]; after: string; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select answer.id from answer
    left join observation on observation.organization_id = answer.organization_id and observation.answer_id = answer.id
    left join slot on slot.organization_id = answer.organization_id and slot.id = answer.id
    where answer.organization_id = ${organizationId} and answer.brand_id = ${brandId} and observation.answer_id is null
      and answer.id > ${after} and (slot.state is distinct from 'stored' or slot.run_id <> all(${extracting}))
    order by 1 limit ${most}`.execute(db)
  return rows.map((row) => row.id)
}

function toRow(organizationId: string, observation: ObservationRow) {
  return {
    organization_id: organizationId,
    answer_id: observation.answerId,
    brand_id: observation.brandId,
    run_id: observation.runId,
    prompt_id: observation.promptId,
    platform: observation.platform,
    day: observation.day,
    surface: observation.surface,
    outcome: observation.outcome,
    unreadable: observation.unreadable,
    named: observation.entities.filter((entity) => entity.isNamed).map((entity) => entity.entityId),
    entities: JSON.stringify(observation.entities),
    places: packText(JSON.stringify(placesOf(observation))),
    extraction_version: observation.extractionVersion,
  }
}

/** As they are packed: without `unjudged` where there is none, as in all that detectors up to 4 found. */
type Places = [mentions: MentionRow[], owners: OwnerRow[], unjudged?: UnjudgedRow[]]

function placesOf({ mentions, owners, unjudged }: ObservationRow): Places {
  return unjudged.length === 0 ? [mentions, owners] : [mentions, owners, unjudged]
}

function fromRow(row: Selectable<Tables['observation']>): ObservationRow {
  // Written by toRow above, so the shapes are ours.
  const [mentions, owners, unjudged = []] = JSON.parse(unpackText(row.places)) as Places
  return {
    answerId: row.answer_id,
    brandId: row.brand_id,
    runId: row.run_id,
    promptId: row.prompt_id,
    platform: row.platform,
    day: row.day,
    surface: row.surface,
    outcome: row.outcome,
    // Written by toRow above.
    unreadable: row.unreadable as UnreadableReason | null,
    entities: row.entities as ObservedEntityRow[],
    mentions,
    unjudged,
    owners,
    extractionVersion: row.extraction_version,
  }
}
