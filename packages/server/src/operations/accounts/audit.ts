import { listAuditEntries, type AuditPlace } from '../../store/accounts/audit.ts'
import type { SessionHandlers } from '../dispatcher.ts'
import { pageOf, toPage } from '../pages.ts'
import { organizationOf } from '../tenant.ts'
import { DAY_MS } from '../../engine/measuring/planning/day.ts'

type AuditHandlers = Pick<SessionHandlers, 'listAuditEntries'>

export const auditHandlers: AuditHandlers = {
  listAuditEntries: async (context, { query }) => {
    const { action, actor, subject, from, to } = query
    const read = await listAuditEntries(context.db, organizationOf(context), {
      ...pageOf<AuditPlace>(context, query),
      action,
      actor,
      subject,
      from: from === undefined ? undefined : new Date(from),
      before: to === undefined ? undefined : new Date(Date.parse(to) + DAY_MS),
    })
    return toPage(context, query, read, ({ place }) => place)
  },
}
