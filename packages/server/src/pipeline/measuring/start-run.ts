import { portionsOf } from '../../base/portions.ts'
import { plan } from '../../engine/measuring/planning/plan.ts'
import { scheduleAnswerRetention } from '../../jobs/schedule.ts'
import { collectJob, scoreJob, type Jobs } from '../../jobs/kinds.ts'
import { activePrompts } from '../../store/measuring/prompts.ts'
import { enqueue } from '../../base/queue/jobs.ts'
import { moveRun, runById } from '../../store/measuring/runs.ts'
import { insertSlots, type NewSlot } from '../../store/measuring/slots.ts'
import type { Pipeline } from '../context.ts'

/** Slots planned in one statement. */
const CHUNK = 5_000

/** Plans a run: a slot and a job for every answer wanted, all or nothing. */
export async function startRun(
  { database, now, newId }: Pipeline,
  { organizationId, runId }: Jobs['start-run'],
): Promise<void> {
  await database.transaction(organizationId, async (db) => {
    const run = await runById(db, organizationId, runId)
    if (run?.status !== 'planned') return
    const named = run.promptIds && new Set(run.promptIds)
    const prompts = (await activePrompts(db, organizationId, run.brandId)).filter(
      ({ id, isPaused }) => !isPaused && (named?.has(id) ?? true),
    )
    const places = plan({ prompts: prompts.map(({ id }) => id), platforms: run.platforms, repeats: run.repeats })
    const slots = places.map((place): NewSlot => ({ ...place, id: newId('answer', now()) }))
    // It was cancelled, or went with its brand, since it was read.
    if (!(await moveRun(db, organizationId, runId, ['planned'], { status: 'running', startedAt: now() }))) return
    // After the run's row, so that a run which has to wait for it holds up no other run of its organization.
    await scheduleAnswerRetention(db, organizationId)
    for (const chunk of portionsOf(slots, CHUNK)) {
      await insertSlots(db, organizationId, runId, chunk)
      await enqueue(
        db,
        chunk.map((slot) => collectJob({ organizationId, slotId: slot.id }, slot.platform)),
      )
    }
    // Prompts may have been archived since the run was asked for: a run without slots ends at once.
    if (slots.length === 0) await enqueue(db, [scoreJob({ organizationId, brandId: run.brandId, runId })])
  })
}
