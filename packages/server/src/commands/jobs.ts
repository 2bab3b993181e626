import { listPoisonedJobs, releasePoisonedJobs } from '../base/queue/poisoned.ts'
import { withApp, type Shell } from './with-app.ts'
import { table, UsageError } from './terminal.ts'

type Json = { json?: boolean }

/** Jobs that were set aside because every worker that claimed them died or hung. */
export async function jobsPoisoned(shell: Shell, options: Json): Promise<void> {
  const data = await withApp(shell, ({ app }) => listPoisonedJobs(app.database.systemDb))
  const rows = data.map(({ id, task, organizationId, payload, poisonedAt }) => [
    id,
    task,
    organizationId ?? '',
    poisonedAt.toISOString().slice(0, 16),
    JSON.stringify({ ...payload, organizationId: undefined }),
  ])
  const shown =
    rows.length > 0 ? table(['id', 'task', 'organization', 'set aside at', 'about'], rows) : 'No job is poisoned.'
  shell.terminal.out(options.json ? `${JSON.stringify({ data })}\n` : `${shown}\n`)
}

export type ReleaseOptions = Json & { all?: boolean }

/** Lets them be claimed again. */
export async function jobsRelease(shell: Shell, ids: readonly string[], options: ReleaseOptions): Promise<void> {
  if ((ids.length === 0) === (options.all !== true))
    throw new UsageError('Say which: one or more ids ("sightline jobs poisoned" lists them), or --all.')
  const strange = ids.find((id) => !/^\d{1,18}$/.test(id))
  if (strange !== undefined) throw new UsageError(`A job's id is a number; "${strange}" is none.`)
  const released = await withApp(shell, ({ app }) =>
    releasePoisonedJobs(app.database.systemDb, options.all ? undefined : ids),
  )
  if (released === 0 && ids.length > 0) throw new UsageError(`No poisoned job has the id ${ids.join(' or ')}.`)
  shell.terminal.out(
    options.json ? `${JSON.stringify({ released })}\n` : `Released ${released} ${released === 1 ? 'job' : 'jobs'}.\n`,
  )
}
