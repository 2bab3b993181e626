import { distributionFacts, unreachedNodes } from '../base/db/distribution.ts'
import type { Opened } from './database.ts'
import { fault, good, some, type Finding } from './finding.ts'

/** Of a database spread over several servers; nothing where it is one. */
export async function citus({ client }: Opened): Promise<Finding[]> {
  const facts = await distributionFacts(client)
  if (!facts) return []
  const { version, isTooOld, missing, tellsWorkers } = facts
  if (isTooOld)
    return [fault('citus', `${version} is too old.`, 'Update Citus to 13.0.3 or newer, on every server of it.')]
  if (missing.length > 0)
    return [
      fault(
        'citus',
        `On the coordinator alone, though they grow with organizations: ${some(missing)}.`,
        'Stop Sightline, run "sightline db distribute", start it again.',
      ),
    ]
  if (!tellsWorkers)
    return [
      fault(
        'citus',
        'Workers do not hear whose a transaction is: they would show no row to anybody.',
        `alter database … set citus.propagate_set_commands = 'local', or run "sightline db distribute" again; then restart Sightline.`,
      ),
    ]
  const unreached = await unreachedNodes(client)
  if (unreached.length > 0)
    return [
      fault(
        'citus',
        `Servers of it do not answer: ${some(unreached)}. Organizations whose rows lie there get 503.`,
        'Start PostgreSQL there, or mend the network to it; calls go on by themselves. For one that is lost: its standby, or a restored backup.',
      ),
    ]
  return [good('citus', version)]
}
