import type { Role } from '../../../api/roles.ts'

/** Each role and what it may do: the words of the contract, whose module would bring its schemas. */
export const roleWords: Record<Role, { label: string; says: string }> = {
  viewer: { label: 'Viewer', says: 'Reads everything but API keys, webhooks, invitations and the audit log.' },
  member: {
    label: 'Member',
    says: 'Also changes brands, competitors and prompts, starts runs, imports answers, works on recommendations.',
  },
  admin: {
    label: 'Admin',
    says: 'Also manages API keys, webhooks, members, invitations and settings, and reads the audit log.',
  },
  owner: { label: 'Owner', says: 'Also changes the plan, makes and unmakes owners, and deletes the organization.' },
}

/** Only owners make owners. */
export const rolesGivenBy = (role: Role): Role[] =>
  role === 'owner' ? ['viewer', 'member', 'admin', 'owner'] : ['viewer', 'member', 'admin']
