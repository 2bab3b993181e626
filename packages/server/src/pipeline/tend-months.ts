import { tendMonthsJob } from '../jobs/kinds.ts'
import type { Database } from '../store/database.ts'
import { keepMonths } from '../store/months.ts'
import { enqueue } from '../store/queue.ts'

const DAY_MS = 86_400_000

/** The installation's daily round: tables have parts for the months to come, and none for those that are empty. */
export async function tendMonths(
  { directory }: Pick<Database, 'directory'>,
  ownerUrl: string | undefined,
): Promise<void> {
  if (ownerUrl !== undefined) await keepMonths(ownerUrl)
  await enqueue(directory, [tendMonthsJob(DAY_MS)])
}
