import type { Role, Scope } from '@sightline/sdk'

/**
 * What each scope means, written down a second time on purpose: the contract says it too, and a change of either alone fails
 * a test. A scope that is added does not compile until it stands here.
 */
export const expectedScopes: Record<Scope, { role: Role; writes: boolean }> = {
  'brands:read': { role: 'viewer', writes: false },
  'brands:write': { role: 'member', writes: true },
  'prompts:read': { role: 'viewer', writes: false },
  'prompts:write': { role: 'member', writes: true },
  'competitors:read': { role: 'viewer', writes: false },
  'competitors:write': { role: 'member', writes: true },
  'scores:read': { role: 'viewer', writes: false },
  'results:read': { role: 'viewer', writes: false },
  'answers:write': { role: 'member', writes: true },
  'recommendations:read': { role: 'viewer', writes: false },
  'recommendations:write': { role: 'member', writes: true },
  'runs:read': { role: 'viewer', writes: false },
  'runs:write': { role: 'member', writes: true },
  'events:read': { role: 'viewer', writes: false },
  'webhooks:read': { role: 'admin', writes: false },
  'webhooks:write': { role: 'admin', writes: true },
  'usage:read': { role: 'viewer', writes: false },
}

/** The roles from the least to the most, and what is the first thing that only they and those above them may. */
export const expectedRoles: Record<Role, { rank: number; mayFirst: string }> = {
  viewer: { rank: 0, mayFirst: 'getOrganization' },
  member: { rank: 1, mayFirst: 'createBrand' },
  admin: { rank: 2, mayFirst: 'createKey' },
  owner: { rank: 3, mayFirst: 'changePlan' },
}

/** Of a person who may do nothing else: to leave is everybody's. */
export const WRITES_OF_VIEWERS = ['leaveOrganization']
