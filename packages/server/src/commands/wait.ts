import { setTimeout as sleep } from 'node:timers/promises'
import type { Run } from '@sightline/sdk'
import type { App } from '../app.ts'
import { runHandlers } from '../operations/measuring/runs.ts'
import { asCommandLine } from './with-app.ts'

const LOOK_EVERY_MS = 200

/** Waits until runs have ended. @param onProgress told of the run that is waited for */
export async function waitForRuns(
  app: App,
  organizationId: string,
  runIds: string[],
  onProgress: (run: Run) => void,
): Promise<void> {
  for (const id of runIds)
    for (;;) {
      const run = await asCommandLine(app, organizationId, (context) =>
        runHandlers.getRun(context, { params: { id }, query: {}, body: undefined }),
      )
      onProgress(run)
      if (run.status === 'completed' || run.status === 'cancelled') break
      await sleep(LOOK_EVERY_MS)
    }
}
