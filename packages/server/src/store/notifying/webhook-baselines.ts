import { sql } from 'kysely'
import type { Db } from '../../base/db/db.ts'

/** What was told of a brand's score: the composite and each platform's score by slug, in points, not rounded. */
export type ReportedScore = { composite: number; platforms: Record<string, number> }

/** What the brand's last event told, or its first score; undefined before that. */
export async function scoreBaseline(
  db: Db,
  organizationId: string,
  brandId: string,
): Promise<ReportedScore | undefined> {
  return db
    .selectFrom('score_baseline')
    .select(['composite', 'platforms'])
    .where('organization_id', '=', organizationId)
    .where('brand_id', '=', brandId)
    .executeTakeFirst()
}

export async function saveScoreBaseline(
  db: Db,
  organizationId: string,
  brandId: string,
  { composite, platforms }: ReportedScore,
  at: Date,
): Promise<void> {
  const columns = { composite, platforms: JSON.stringify(platforms), reported_at: at }
  await db
    .insertInto('score_baseline')
    .values({ organization_id: organizationId, brand_id: brandId, ...columns })
    .onConflict((conflict) => conflict.columns(['organization_id', 'brand_id']).doUpdateSet(columns))
    .execute()
}

/** What each subscription was told of a brand last, by its id. */
export async function webhookBaselines(
  db: Db,
  organizationId: string,
  brandId: string,
): Promise<Map<string, ReportedScore>> {
  const rows = await db
    .selectFrom('webhook_baseline')
    .select(['webhook_id', 'composite', 'platforms'])
    .where('organization_id', '=', organizationId)
    .where('brand_id', '=', brandId)
    .execute()
  return new Map(rows.map(({ webhook_id, ...reported }) => [webhook_id, reported]))
}

/** The same for several subscriptions, which may have been deleted meanwhile. */
export async function saveWebhookBaselines(
  db: Db,
  organizationId: string,
  brandId: string,
  webhookIds: string[],
  { composite, platforms }: ReportedScore,
  at: Date,
): Promise<void> {
  if (webhookIds.length === 0) return
  await sql`
    insert into webhook_baseline (organization_id, webhook_id, brand_id, composite, platforms, reported_at)
    select organization_id, id, ${brandId}, ${composite}, ${JSON.stringify(platforms)}::jsonb, ${at} from webhook
    where organization_id = ${organizationId} and id = any(${webhookIds}::text[]) order by id for key share
    on conflict (organization_id, webhook_id, brand_id)
      do update set composite = excluded.composite, platforms = excluded.platforms, reported_at = excluded.reported_at`.execute(
    db,
  )
}

/** A new subscription begins where the brands' last events ended. Null: all brands. */
export async function startWebhookBaselines(
  db: Db,
  organizationId: string,
  webhookId: string,
  brandIds: string[] | null,
): Promise<void> {
  await sql`
    insert into webhook_baseline (organization_id, webhook_id, brand_id, composite, platforms, reported_at)
    select organization_id, ${webhookId}, brand_id, composite, platforms, reported_at from score_baseline
    where organization_id = ${organizationId} and (${brandIds}::text[] is null or brand_id = any(${brandIds}))
    on conflict do nothing`.execute(db)
}
