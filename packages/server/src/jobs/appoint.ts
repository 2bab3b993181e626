import type { Db } from '../store/database.ts'
import { enqueue, isJobKept } from '../store/queue.ts'
import { tendAnswersJob } from './kinds.ts'

const DAY_MS = 86_400_000

/** The first daily round over the answers of an organization that has none appointed. */
export async function appointTendAnswers(db: Db, organizationId: string): Promise<void> {
  const job = tendAnswersJob({ organizationId }, DAY_MS)
  if (!(await isJobKept(db, job))) await enqueue(db, [job])
}
