import { tendMonthsJob } from '../jobs/kinds.ts'
import type { Database } from '../store/database.ts'
import { keepMonths } from '../store/months.ts'
import { dropSuperseded, enqueue } from '../store/queue.ts'
import { DAY_MS } from '../engine/planning/day.ts'

/** The installation's daily round: tables have parts for the months to come, none for those that are empty, and the queue no remains. */
export async function tendMonths(
  { directory }: Pick<Database, 'directory'>,
  ownerUrl: string | undefined,
): Promise<void> {
  if (ownerUrl !== undefined) await keepMonths(ownerUrl)
  await dropSuperseded(directory)
  await enqueue(directory, [tendMonthsJob(DAY_MS)])
}
