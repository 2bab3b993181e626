import { composeAnswers, type Market } from '@sightline/lab'
import { Client } from 'pg'
import { freshDatabase, type TestDatabase } from '../../test/support/cluster.ts'
import {
  seedBrand,
  openApp,
  runEnd,
  type TestAppOptions,
  type Tenant,
  type TestApp,
} from '../../test/support/product.ts'

export type MeasuredBrand = { house: TestApp; tenant: Tenant; brandId: string; key: string }

/** A house with one organization whose brand has a score, made from some days of the lab's answers; no limit stops it. */
export async function openMeasuredBrand(
  days = 14,
  options: TestAppOptions = {},
  database?: TestDatabase,
): Promise<MeasuredBrand> {
  return measuredBrandIn(await openApp(database ?? (await freshDatabase()), { lab: { seed: 3 }, ...options }), days)
}

/** The same in a house that somebody works for. */
export async function measuredBrandIn(house: TestApp, days: number, { competitors = 2 } = {}): Promise<MeasuredBrand> {
  const tenant = await house.tenant({ plan: 'agency' })
  await asOwner(house.database.ownerUrl, `update organization set calls_per_minute = 2000000000`)
  const { brandId } = await seedBrand(tenant.client, house.lab, 10, competitors)
  for (const part of parts(pastAnswers(house.lab?.market, days))) await importAll(tenant, brandId, part)
  return { house, tenant, brandId, key: await tenant.newKey(['scores:read']) }
}

export type ImportedEntry = { prompt: string; platform: string; text: string; collectedAt: string }

export function pastAnswers(market: Market | undefined, days: number): ImportedEntry[] {
  if (!market) return []
  const dayBack = (back: number): string => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
  const answers = composeAnswers(market, { from: dayBack(days), to: dayBack(1), prompts: market.prompts.slice(0, 10) })
  return [...answers].map(({ prompt, platform, text, collectedAt }) => ({ prompt, platform, text, collectedAt }))
}

/** Imports some answers by the API's door and waits until they are scored. */
export async function importAll(tenant: Tenant, brandId: string, answers: ImportedEntry[]): Promise<void> {
  const { runId } = await tenant.client.importAnswers({ params: { id: brandId }, body: { answers } })
  if (runId) await runEnd(tenant.client, runId)
}

export function parts<Item>(items: Item[], size = 1_000): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

/** Statements that no operation has: as the owner of the tables. */
export async function asOwner<Row extends object>(ownerUrl: string, ...statements: string[]): Promise<Row[]> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  let rows: Row[] = []
  for (const statement of statements) ({ rows } = await client.query<Row>(statement))
  await client.end()
  return rows
}

/** Makes ready what is not measured: nothing waits for the disk meanwhile, and nothing of that is left when it ends. */
export async function inHaste<Result>(ownerUrl: string, work: () => Promise<Result>): Promise<Result> {
  const reload = 'select pg_reload_conf()'
  await asOwner(ownerUrl, 'alter system set fsync = off', `alter system set max_wal_size = '8GB'`, reload)
  try {
    return await work()
  } finally {
    await asOwner(ownerUrl, 'alter system reset fsync', 'alter system reset max_wal_size', reload, 'checkpoint')
  }
}

/** What `copyAnswer` copies from: of a brand's answers, and what was found in them, the newest alone. */
export async function keepOneAnswer(ownerUrl: string, brandId: string): Promise<void> {
  for (const [table, id] of [
    ['observation', 'answer_id'],
    ['answer', 'id'],
  ])
    await asOwner(
      ownerUrl,
      `delete from ${table} where brand_id = '${brandId}' and ${id} <> (select max(id) from answer where brand_id = '${brandId}')`,
    )
}
