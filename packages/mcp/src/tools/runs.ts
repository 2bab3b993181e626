import { z } from 'zod'
import { operations, type Run } from '@sightline/sdk'
import * as take from '../parameters.ts'
import { read, write, type ToolContext } from '../tool.ts'

/** Hosts give a call a minute. */
const MAX_WAIT_SECONDS = 50
/** Each look is a call of the month: a wait of fifty seconds takes six. */
const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 20_000

export const getRun = read({
  name: 'get_run',
  title: 'State of a run',
  toolset: 'runs',
  operation: 'getRun',
  description:
    'The progress of a measuring run: status, answers planned, stored, waiting and failed per platform, and cost so far. With waitSeconds it waits for the end and reports progress, at up to six calls.',
  parameters: z.strictObject({
    runId: take.id('run', 'From start_run: run_…'),
    waitSeconds: z.int().min(0).max(MAX_WAIT_SECONDS).default(0).meta({ description: 'Wait so long for its end.' }),
  }),
  call: (context, { runId, waitSeconds }) => waitForEnd(context, runId, waitSeconds * 1_000),
})

async function waitForEnd({ api, progress, pause }: ToolContext, runId: string, waitMs: number): Promise<Run> {
  let leftMs = waitMs
  let told = -1
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const run = await api.getRun({ params: { id: runId } })
    // The protocol wants each notice to be of more than the one before; a run that is not planned yet has no total.
    if (run.planned > 0 && run.stored > told)
      await progress(run.stored, run.planned, `${run.stored} of ${run.planned} answers, ${run.failed} failed`)
    if (run.planned > 0) told = run.stored
    if (leftMs <= 0 || run.status === 'completed' || run.status === 'cancelled') return run
    await pause(Math.min(pauseMs, leftMs))
    leftMs -= pauseMs
  }
}

const body = operations.startRun.body.shape

export const startRun = write(
  { isDestructive: false, isIdempotent: false, isOpenWorld: true },
  {
    name: 'start_run',
    title: 'Measure now',
    toolset: 'runs',
    operation: 'startRun',
    description:
      'Asks the AI platforms a brand’s prompts now: a fresh measurement. Costs money at the platforms and answers of the plan: call it with dryRun first, tell the user what it would cost (answers, dollars), and start only when they agree. Returns the run; follow it with get_run. The score is new when the run has ended.',
    parameters: z.strictObject({
      brandId: take.brandId,
      platforms: take.platforms,
      promptIds: take.ids('prompt', 5_000, 'Prompt ids; all active ones when left out.').optional(),
      repeats: body.repeats.meta({ description: 'Answers per prompt and platform.' }),
      dryRun: take.dryRun.meta({ description: 'Only tell the number of answers and the cost.' }),
      idempotencyKey: z
        .string()
        .regex(/^[!-~]+$/, 'Must be visible ASCII characters.')
        .max(255)
        .optional()
        .meta({ description: 'Same key, same run: safe to retry.' }),
    }),
    call: async ({ api, brand }, { brandId, idempotencyKey, ...plan }) =>
      api.startRun(
        { params: { id: await brand(brandId) }, body: plan },
        idempotencyKey === undefined ? {} : { idempotencyKey },
      ),
  },
)
