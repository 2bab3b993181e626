import type { Role } from '@sightline/sdk'

// The contract's own list comes with its schemas (22 kB); the compiler holds this one against it.
const RANK: Record<Role, number> = { viewer: 0, member: 1, admin: 2, owner: 3 }

export const isAtLeast = (role: Role, needed: Role): boolean => RANK[role] >= RANK[needed]

export type { Role }
