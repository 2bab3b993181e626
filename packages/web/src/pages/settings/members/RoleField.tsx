import type { ReactNode } from 'react'
import type { Role } from '../../../api/roles.ts'
import { usePresent } from '../../../api/session.ts'
import { SelectField } from '../../../design/Field.tsx'
import { roleWords, rolesGivenBy } from './role-words.ts'

export function RoleField({
  role,
  onChange,
  error,
}: {
  role: Role
  onChange: (role: Role) => void
  error?: string | undefined
}): ReactNode {
  const { organization } = usePresent()
  return (
    <SelectField
      label="Role"
      hint={roleWords[role].says}
      value={role}
      choices={rolesGivenBy(organization.role).map((value) => ({ value, label: roleWords[value].label }))}
      onChoice={onChange}
      error={error}
    />
  )
}
