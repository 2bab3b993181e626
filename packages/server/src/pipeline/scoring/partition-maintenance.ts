import { enqueue } from '../../base/queue/jobs.ts'
import { tendMonthsJob } from '../../jobs/kinds.ts'
import type { Database } from '../../base/db/database.ts'
import { keepMonths } from '../../base/db/partitions.ts'
import { DAY_MS } from '../../engine/measuring/planning/day.ts'

/** The installation's daily round: tables have parts for the months to come, and none for those that are empty. */
export async function maintainPartitions(
  { systemDb }: Pick<Database, 'systemDb'>,
  ownerUrl: string | undefined,
): Promise<void> {
  if (ownerUrl !== undefined) await keepMonths(ownerUrl)
  await enqueue(systemDb, [tendMonthsJob(DAY_MS)])
}
