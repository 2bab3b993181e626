import type { Role } from '../../../api/roles.ts'
import { roleSays } from './role-says.ts'

export const roleWords: Record<Role, { label: string; says: string }> = {
  viewer: { label: 'Viewer', says: roleSays.viewer },
  member: { label: 'Member', says: roleSays.member },
  admin: { label: 'Admin', says: roleSays.admin },
  owner: { label: 'Owner', says: roleSays.owner },
}

/** Only owners make owners. */
export const rolesGivenBy = (role: Role): Role[] =>
  role === 'owner' ? ['viewer', 'member', 'admin', 'owner'] : ['viewer', 'member', 'admin']
