/** Keeps one organization from taking all the places of a lane. */
export type Crowd = {
  /** @returns what to call when the place is free again; null: the organization has its share */
  enter(organizationId: string): (() => void) | null
}

/** @param share places an organization may take at once, in this process */
export function createCrowd(share: number): Crowd {
  const taken = new Map<string, number>()
  return {
    enter: (organizationId) => {
      const before = taken.get(organizationId) ?? 0
      if (before >= share) return null
      taken.set(organizationId, before + 1)
      return () => {
        const left = (taken.get(organizationId) ?? 0) - 1
        if (left > 0) taken.set(organizationId, left)
        else taken.delete(organizationId)
      }
    },
  }
}
