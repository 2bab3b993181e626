import { withClient } from './with-client.ts'

/** Months that have a part before anything is written in them. */
export const MONTHS_AHEAD = 2
/** Nobody's statement waits longer behind a part that is attached or dropped; the next round tries again. */
const LOCK_TIMEOUT = '2s'

/**
 * On Citus, what changes tables goes over one connection to each worker: a part is changed with its table, and what two
 * connections have changed neither could go on with. Elsewhere it says nothing to anybody.
 */
export const BY_ONE_CONNECTION = `set citus.multi_shard_modify_mode = 'sequential'`

/**
 * Makes the parts of the months to come and drops those of past months that hold nothing any more.
 * @param ownerUrl connection string of the owner of the tables: the application may not make any
 */
export async function keepMonths(ownerUrl: string): Promise<{ made: number; dropped: string[] }> {
  return withClient(ownerUrl, 'sightline months', async (client) => {
    await client.query(BY_ONE_CONNECTION)
    await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`)
    const { rows: made } = await client.query<{ made: number }>('select ensure_months($1) as made', [MONTHS_AHEAD])
    const { rows: dropped } = await client.query<{ dropped: string[] }>(
      `select drop_empty_months((now() at time zone 'UTC' - interval '2 months')::date) as dropped`,
    )
    return { made: made[0]?.made ?? 0, dropped: dropped[0]?.dropped ?? [] }
  })
}
