/** Places that organizations take turns at. */
export type FairSemaphore = {
  /** @returns null: it has a place now; otherwise what it waits for */
  take(organizationId: string): Waiting | null
  /** Gives a place back. */
  leave(organizationId: string): void
}
export type Waiting = {
  /** Resolves when it has a place. */
  begun: Promise<void>
  /** It waits no longer. */
  giveUp(): void
  /** When a place was given back last that it could have had, on the process's own clock; 0: never. */
  movedAtMs(): number
}

export type Places = { ofOne?: number; ofAll: number; keepsLast?: boolean }

type Line = { atWork: number; movedAtMs: number }
type Organization = Line & { waiting: Set<() => void> }

/**
 * Each organization waits in its own line, the first first. A place that becomes free is for whoever waits and has the
 * fewest, and of several for the one whose last turn was longest ago: an organization that asks for everything at once, and
 * any number of those, take none that a smaller one waits for (B13).
 * @param places.ofOne that one organization may have
 * @param places.ofAll that all may have together
 * @param places.keepsLast whether the last of them is for one that has none
 */
export function createFairSemaphore({ ofOne = Infinity, ofAll, keepsLast = false }: Places): FairSemaphore {
  const organizations = new Map<string, Organization>()
  const all: Line = { atWork: 0, movedAtMs: 0 }
  return {
    take: (organizationId) => {
      const organization = organizations.get(organizationId) ?? { atWork: 0, waiting: new Set(), movedAtMs: 0 }
      organizations.set(organizationId, organization)
      if (organization.atWork < mostOf() && all.atWork < ofAll) {
        begin(organizationId, organization)
        return null
      }
      const { promise, resolve } = Promise.withResolvers<void>()
      organization.waiting.add(resolve)
      return {
        begun: promise,
        giveUp: () => organization.waiting.delete(resolve),
        movedAtMs: () => (organization.atWork < ofOne ? all : organization).movedAtMs,
      }
    },
    leave: (organizationId) => {
      const organization = organizations.get(organizationId)
      if (!organization) return
      const nowMs = performance.now()
      for (const line of [organization, all]) {
        line.movedAtMs = nowMs
        line.atWork -= 1
      }
      goLast(organizationId, organization)
      giveNext()
      if (organization.atWork === 0 && organization.waiting.size === 0) organizations.delete(organizationId)
    },
  }

  /** Who has so many or more gets no place now. */
  function mostOf(): number {
    return keepsLast && all.atWork >= ofAll - 1 ? 1 : ofOne
  }

  function begin(organizationId: string, organization: Organization): void {
    organization.atWork += 1
    all.atWork += 1
    goLast(organizationId, organization)
  }

  /** The map's first is the one whose last turn was longest ago. */
  function goLast(organizationId: string, organization: Organization): void {
    organizations.delete(organizationId)
    organizations.set(organizationId, organization)
  }

  function giveNext(): void {
    let next: [string, Organization] | undefined
    for (const entry of organizations)
      if (entry[1].waiting.size > 0 && entry[1].atWork < (next?.[1].atWork ?? mostOf())) next = entry
    if (!next) return
    const [, { waiting }] = next
    begin(...next)
    const [first] = waiting
    if (!first) return
    waiting.delete(first)
    first()
  }
}
