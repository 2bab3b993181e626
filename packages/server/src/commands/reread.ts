import { setTimeout as sleep } from 'node:timers/promises'
import { renewJob, scoreJob } from '../jobs/kinds.ts'
import { allBrandIds } from '../store/measuring/brands.ts'
import { countUnreadable, forgetUnreadable } from '../store/reading/extractions.ts'
import { listOrganizations } from '../store/accounts/operator.ts'
import { isQueued } from '../base/queue/jobs.ts'
import { withApp, type OpenApp, type Shell } from './with-app.ts'
import { chooseOrganization } from './in-organization.ts'

export type RereadCommand = { json?: boolean; org?: string }

const LOOK_EVERY_MS = 200

/** Reads all answers again that could not be read, of one organization or of all, and scores what that changes. */
export async function rereadCommand(shell: Shell, options: RereadCommand): Promise<void> {
  const { answers, unreadable } = await withApp(shell, (opened) => reread(opened, options.org))
  const read = answers - unreadable
  if (options.json) shell.terminal.out(`${JSON.stringify({ answers, read, unreadable })}\n`)
  else
    shell.terminal.out(
      answers === 0
        ? 'No answer is unreadable.\n'
        : `${answers} unreadable answers read again: ${read} could be read, ${unreadable} could not.\n`,
    )
}

async function reread(opened: OpenApp, named: string | undefined): Promise<{ answers: number; unreadable: number }> {
  const { app, installation } = opened
  const ids =
    named === undefined
      ? (await listOrganizations(installation.ownerUrl)).map(({ id }) => id)
      : [await chooseOrganization(opened, named)]
  let answers = 0
  for (const id of ids) answers += await app.database.transaction(id, (db) => forgetUnreadable(db, id))
  if (answers === 0) return { answers, unreadable: 0 }
  await app.renewAnswers(ids)
  // A service that runs beside this command does it as well.
  await app.startWork()
  for (const id of ids) await untilRenewed(opened, id)
  let unreadable = 0
  for (const id of ids) unreadable += await countUnreadable(app.database.reader(id), id)
  return { answers, unreadable }
}

/** Each job of a renewal is kept until the next one of it is. */
async function untilRenewed({ app }: OpenApp, organizationId: string): Promise<void> {
  const db = app.database.reader(organizationId)
  for (const brandId of await allBrandIds(db, organizationId))
    for (const job of [
      renewJob({ organizationId, brandId, version: 0 }),
      scoreJob({ organizationId, brandId, runId: null }),
    ])
      while (await isQueued(app.database.systemDb, job)) await sleep(LOOK_EVERY_MS)
}
