import { scopes, type Scope } from './scopes.ts'

/** What a person may do in an organization; each role may also do all that the ones before it may. */
export const roles = ['viewer', 'member', 'admin', 'owner'] as const
export type Role = (typeof roles)[number]

/** Each role in words, for the reference and the settings page. */
export const roleDescriptions: Record<Role, string> = {
  viewer: 'Reads everything but API keys, webhooks, invitations and the audit log.',
  member: 'Also changes brands, competitors and prompts, starts runs, imports answers, works on recommendations.',
  admin: 'Also manages API keys, webhooks, members, invitations and settings, and reads the audit log.',
  owner: 'Also changes the plan, makes and unmakes owners, and deletes the organization.',
}

export const isAtLeast = (role: Role, needed: Role): boolean => roles.indexOf(role) >= roles.indexOf(needed)

/** The least role that may do what a scope allows a key: reading is everybody's, webhooks send data elsewhere. */
export function roleForScope(scope: Scope): Role {
  if (scope === 'webhooks:read' || scope === 'webhooks:write') return 'admin'
  return scope.endsWith(':read') ? 'viewer' : 'member'
}

/** What a person of this role may do of what keys may do. */
export const scopesOfRole = (role: Role): Scope[] => scopes.filter((scope) => isAtLeast(role, roleForScope(scope)))
