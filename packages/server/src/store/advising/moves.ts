import { sql } from 'kysely'
import type { Db } from '../../base/db/db.ts'

/** On which side of its brand a competitor stands. */
export type StandingRow = { competitorId: string; order: 'above' | 'below'; since: string; panel: string }

/** A move of score or share of voice that was told. */
export type SituationRow = {
  fingerprint: string
  move: 'score_moved' | 'sov_moved'
  competitorId: string
  direction: 'up' | 'down'
  began: string
  lastSeen: string
}

export async function standingsOf(db: Db, organizationId: string, brandId: string): Promise<StandingRow[]> {
  const rows = await db
    .selectFrom('competitor_standing')
    .select(['competitor_id', 'standing', 'since', 'panel'])
    .where('organization_id', '=', organizationId)
    .where('brand_id', '=', brandId)
    .orderBy('competitor_id')
    .execute()
  return rows.map(({ competitor_id, standing, ...row }) => ({ ...row, competitorId: competitor_id, order: standing }))
}

export async function saveStandings(
  db: Db,
  organizationId: string,
  brandId: string,
  standings: StandingRow[],
): Promise<void> {
  if (standings.length === 0) return
  await db
    .insertInto('competitor_standing')
    .values(
      standings.map(({ competitorId, order, since, panel }) => ({
        organization_id: organizationId,
        brand_id: brandId,
        competitor_id: competitorId,
        standing: order,
        since,
        panel,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'brand_id', 'competitor_id']).doUpdateSet((eb) => ({
        standing: eb.ref('excluded.standing'),
        since: eb.ref('excluded.since'),
        panel: eb.ref('excluded.panel'),
      })),
    )
    .execute()
}

/** Those that were seen on this day or later. */
export async function situationsSince(
  db: Db,
  organizationId: string,
  brandId: string,
  day: string,
): Promise<SituationRow[]> {
  const rows = await db
    .selectFrom('competitor_situation')
    .select(['fingerprint', 'move', 'competitor_id', 'direction', 'began', 'last_seen'])
    .where('organization_id', '=', organizationId)
    .where('brand_id', '=', brandId)
    .where('last_seen', '>=', day)
    .orderBy('fingerprint')
    .execute()
  return rows.map(({ competitor_id, last_seen, ...row }) => ({
    ...row,
    competitorId: competitor_id,
    lastSeen: last_seen,
  }))
}

export async function saveSituations(
  db: Db,
  organizationId: string,
  brandId: string,
  situations: SituationRow[],
): Promise<void> {
  if (situations.length === 0) return
  await db
    .insertInto('competitor_situation')
    .values(
      situations.map(({ competitorId, lastSeen, ...situation }) => ({
        organization_id: organizationId,
        brand_id: brandId,
        ...situation,
        competitor_id: competitorId,
        last_seen: lastSeen,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'brand_id', 'fingerprint'])
        .doUpdateSet((eb) => ({ last_seen: eb.ref('excluded.last_seen') })),
    )
    .execute()
}

/** Of these names, those that are no news. */
export async function knownNames(db: Db, organizationId: string, brandId: string, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await db
    .selectFrom('known_name')
    .select('name_key')
    .where('organization_id', '=', organizationId)
    .where('brand_id', '=', brandId)
    .where('name_key', 'in', keys)
    .orderBy('name_key')
    .execute()
  return rows.map(({ name_key }) => name_key)
}

/** @returns those that were not known before */
export async function addKnownNames(
  db: Db,
  organizationId: string,
  brandId: string,
  keys: string[],
  since: string,
): Promise<string[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<{ name_key: string }>`
    insert into known_name (organization_id, brand_id, name_key, since)
    select ${organizationId}, ${brandId}, key, ${since}::date from unnest(${keys}::text[]) as key group by key
    on conflict do nothing returning name_key`.execute(db)
  return rows.map(({ name_key }) => name_key)
}
