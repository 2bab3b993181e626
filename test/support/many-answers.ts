import { Client } from 'pg'

/**
 * Puts so many answers beside the only one that a brand has: copies of it with all that is kept of them, each a moment older
 * than the one before, so that the brand's own stays the newest.
 * @param series tells the copies of one brand from those of another
 */
export async function copyAnswer(ownerUrl: string, brandId: string, count: number, series = 0): Promise<void> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    // The foreign keys hold by construction; looking each of them up would take most of the time.
    await client.query('set session_replication_role = replica')
    for (const [table, id] of [
      ['answer', 'id'],
      ['observation', 'answer_id'],
    ] as const) {
      const { rows } = await client.query<{ names: string }>(
        `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
         where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and column_name not in ($2, 'external_id')`,
        [table, id],
      )
      await client.query(
        `insert into ${table} (${id}, ${rows[0]?.names})
         select 'ans_00' || lpad((number * 10 + $3::int)::text, 24, '0'), ${rows[0]?.names}
         from ${table}, generate_series(1, $2::int) as number where brand_id = $1`,
        [brandId, count, series],
      )
    }
    await client.query('set session_replication_role = origin')
    await client.query('vacuum analyze answer, observation')
  } finally {
    await client.end()
  }
}

/** The id of a copy by its number from 1, the oldest, to their count. */
export const idOfCopy = (number: number, series = 0): string =>
  `ans_00${String(number * 10 + series).padStart(24, '0')}`
