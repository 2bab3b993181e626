import { extractJob } from '../../jobs/kinds.ts'
import { batched } from '../../base/batcher.ts'
import { insertAnswers, type NewAnswer } from '../../store/measuring/answers.ts'
import type { Database } from '../../base/db/database.ts'
import { isUnavailable } from '../../base/db/errors.ts'
import { enqueue, type JobSpec } from '../../base/queue/jobs.ts'
import { openSlots, settleSlots, type OpenSlot } from '../../store/measuring/slots.ts'

/** Where an organization's slots are opened and settled, several at a time: whatever waits while others are served is served together. */
export type AnswerWriter = {
  /** What a waiting slot asks; undefined when it is not waiting any more or its run has ended. */
  open(organizationId: string, slotId: string): Promise<OpenSlot | undefined>
  /**
   * Settles a slot, stores its answer and asks for its extraction: all of it, committed, or nothing.
   * @returns whether the answer was still wanted, and is stored
   */
  settle(organizationId: string, answer: NewAnswer): Promise<boolean>
}

export function createAnswerWriter(database: Database): AnswerWriter {
  const open = batched<string, OpenSlot | undefined>(async (organizationId, ids) => {
    const slots = await openSlots(database.reader(organizationId), organizationId, ids)
    return ids.map((id) => slots.get(id))
  })
  const settle = batched<NewAnswer, boolean>(async (organizationId, answers) => {
    try {
      return await settleTogether(database, organizationId, answers)
    } catch (error) {
      // One answer that cannot be stored is to fail its own job alone.
      if (answers.length === 1 || isUnavailable(error)) throw error
      return answers.map(async (answer) => (await settleTogether(database, organizationId, [answer]))[0] === true)
    }
  })
  return { open, settle }
}

async function settleTogether(
  database: Database,
  organizationId: string,
  answers: readonly NewAnswer[],
): Promise<boolean[]> {
  return database.transaction(organizationId, async (db) => {
    const wanted = new Set(await settleSlots(db, organizationId, answers))
    // A question that was asked twice has two answers here: one of them is wanted.
    const stored = answers.map(({ id }) => wanted.delete(id))
    const kept = answers.filter((_, index) => stored[index])
    await insertAnswers(db, organizationId, kept)
    await enqueue(db, extractJobs(organizationId, kept))
    return stored
  })
}

/** One a run, always in the same order, so that no two transactions wait for each other. */
function extractJobs(organizationId: string, answers: readonly NewAnswer[]): JobSpec[] {
  const brands = new Map(answers.map(({ runId, brandId }) => [runId, brandId]))
  return [...brands]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([runId, brandId]) => extractJob({ organizationId, runId }, brandId))
}
