/** Keeps organizations from taking the places of a lane from each other. */
export type TenantCap = {
  /** @returns null: the organization has its share */
  enter(organizationId: string): Admission | null
}
export type Admission = {
  /** Whether the organization has no more than its share by now: others may have come since. */
  isWithinCap(): boolean
  leave(): void
}

/** Of a lane's places, for those who have none yet. */
const KEPT_FREE = 0.25

/**
 * An organization has a quarter of a lane's places at most, and where many are there they divide three quarters of them:
 * so somebody who comes finds one, however many send all they can. Who had more before the others came gives places back.
 * @param places of the lane, in this process
 */
export function createTenantCap(places: number): TenantCap {
  const taken = new Map<string, number>()
  const share = (organizations: number): number =>
    Math.max(1, Math.floor(Math.min(places * KEPT_FREE, (places * (1 - KEPT_FREE)) / organizations)))
  return {
    enter: (organizationId) => {
      const before = taken.get(organizationId) ?? 0
      if (before > 0 && before >= share(taken.size)) return null
      taken.set(organizationId, before + 1)
      return {
        isWithinCap: () => (taken.get(organizationId) ?? 0) <= share(taken.size),
        leave: () => {
          const left = (taken.get(organizationId) ?? 0) - 1
          if (left > 0) taken.set(organizationId, left)
          else taken.delete(organizationId)
        },
      }
    },
  }
}
