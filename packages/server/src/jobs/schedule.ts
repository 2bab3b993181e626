import type { Db } from '../base/db/db.ts'
import { enqueue, isQueued } from '../base/queue/jobs.ts'
import { tendAnswersJob } from './kinds.ts'

const DAY_MS = 86_400_000

/** The first daily round over the answers of an organization that has none appointed. */
export async function scheduleAnswerRetention(db: Db, organizationId: string): Promise<void> {
  const job = tendAnswersJob({ organizationId }, DAY_MS)
  if (!(await isQueued(db, job))) await enqueue(db, [job])
}
