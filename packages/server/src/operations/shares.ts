import { Problem } from '@sightline/sdk'

/**
 * Does a call's work on the database when its organization has a place for it.
 * @throws Problem service_unavailable when it had none for too long
 */
export type Shares = <Result>(organizationId: string, work: () => Promise<Result>) => Promise<Result>

type Organization = { atWork: number; waiting: Set<() => void> }

/** As long as a statement may take: when nothing of an organization ends, its callers are told. */
const LONGEST_WAIT_MS = 30_000

/**
 * So many calls of one organization work on the database at once, in this process; its others wait in its own line, the
 * first first. An organization that asks for everything at once has the places of one, and takes none of another's
 * (reliability.md B13).
 */
export function createShares(places: number): Shares {
  const organizations = new Map<string, Organization>()
  return async (organizationId, work) => {
    const organization = organizations.get(organizationId) ?? { atWork: 0, waiting: new Set() }
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
    const [next] = organization.waiting
    if (next) return next()
    organization.atWork -= 1
    if (organization.atWork === 0) organizations.delete(organizationId)
  }
}

function place({ waiting }: Organization): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = (): void => {
      clearTimeout(timer)
      waiting.delete(begin)
      resolve()
    }
    const giveUp = (): void => {
      waiting.delete(begin)
      reject(
        new Problem('service_unavailable', {
          message: 'Calls of this organization that came before have not ended. Try again.',
          retryAfterSeconds: 1,
        }),
      )
    }
    const timer = setTimeout(giveUp, LONGEST_WAIT_MS)
    waiting.add(begin)
  })
}
