import { Problem, scopes, type Actor } from '@sightline/sdk'
import type { Jobs } from '../../jobs/kinds.ts'
import type { Caller, Context, Services } from '../context.ts'
import { runOnSchedule } from './runs.ts'
import type { Db } from '../../base/db/db.ts'
import { organizationById } from '../../store/accounts/organizations.ts'

/** Something inside the service that acts for a whole organization: the command line, a schedule. */
export async function insideCaller(db: Db, organizationId: string, actor: Actor): Promise<Caller> {
  const organization = await organizationById(db, organizationId)
  if (!organization) throw new Problem('resource_not_found', { message: `There is no organization ${organizationId}.` })
  const { status: _status, platformWeights: _weights, createdAt: _createdAt, ...facts } = organization
  return { organization: facts, actor, key: null, scopes, role: 'owner', brandIds: null }
}

/** A schedule's turn, in one transaction with the appointment of the next. */
export async function runScheduled(
  services: Services,
  { organizationId, brandId }: Jobs['scheduled-run'],
): Promise<void> {
  await services.database.transaction(organizationId, async (db) => {
    // Deleted since the appointment: nobody is left to run for.
    if (!(await organizationById(db, organizationId))) return
    const caller = await insideCaller(db, organizationId, { kind: 'schedule' })
    const context: Context = { db, caller, now: services.now(), services, address: '' }
    await runOnSchedule(context, brandId)
  })
}
