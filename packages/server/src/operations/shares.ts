import { Problem } from '@sightline/sdk'

/**
 * Does a call's work on the database when its organization has a place for it.
 * @throws Problem service_unavailable when it had none for too long
 */
export type Shares = <Result>(organizationId: string, work: () => Promise<Result>) => Promise<Result>

type Organization = { atWork: number; waiting: Set<() => void>; movedAtMs: number }

/** A line in which nothing has ended for so long is stuck: who waits in it is told instead of kept (reliability.md R8). */
const STUCK_MS = 2_000
/** As long as a statement may take: nobody waits longer, in a line that moves either. */
const LONGEST_WAIT_MS = 30_000

/**
 * So many calls of one organization work on the database at once, in this process; its others wait in its own line, the
 * first first. An organization that asks for everything at once has the places of one, and takes none of another's
 * (reliability.md B13).
 */
export function createShares(places: number): Shares {
  const organizations = new Map<string, Organization>()
  return async (organizationId, work) => {
    const organization = organizations.get(organizationId) ?? { atWork: 0, waiting: new Set(), movedAtMs: 0 }
    organizations.set(organizationId, organization)
    if (organization.atWork < places) organization.atWork += 1
    // Whoever ends hands its place on.
    else await place(organization)
    try {
      return await work()
    } finally {
      leave(organizationId, organization)
    }
  }

  function leave(organizationId: string, organization: Organization): void {
    organization.movedAtMs = performance.now()
    const [next] = organization.waiting
    if (next) return next()
    organization.atWork -= 1
    if (organization.atWork === 0) organizations.delete(organizationId)
  }
}

function place(organization: Organization): Promise<void> {
  const { waiting } = organization
  const beganAtMs = performance.now()
  return new Promise((resolve, reject) => {
    const begin = (): void => {
      clearTimeout(timer)
      waiting.delete(begin)
      resolve()
    }
    const look = (): void => {
      const nowMs = performance.now()
      const leftMs = Math.min(
        Math.max(beganAtMs, organization.movedAtMs) + STUCK_MS - nowMs,
        beganAtMs + LONGEST_WAIT_MS - nowMs,
      )
      if (leftMs > 0) return void (timer = setTimeout(look, leftMs))
      waiting.delete(begin)
      reject(
        new Problem('service_unavailable', {
          message: 'Calls that came before have not ended. Try again.',
          retryAfterSeconds: 1,
        }),
      )
    }
    let timer = setTimeout(look, STUCK_MS)
    waiting.add(begin)
  })
}
