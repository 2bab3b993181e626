import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { usePresent } from '../../../api/session.ts'
import { useWrite } from '../../../api/use-api.ts'
import { Button } from '../../../design/Button.tsx'
import { Confirm, Dialog } from '../../../design/Dialog.tsx'
import { Form, FormActions } from '../../../design/Field.tsx'
import { FormError } from '../FormError.tsx'
import type { Member } from './MemberTable.tsx'
import { RoleField } from './RoleField.tsx'

type Props = { member: Member; onClose: () => void }

export function ChangeRole({ member, onClose }: Props): ReactNode {
  const [role, setRole] = useState(member.role)
  const changing = useWrite('updateMember', {
    // One's own role is part of the session.
    changes: ['listMembers', 'getSession', 'listAuditEntries'],
    onDone: onClose,
  })
  return (
    <Dialog title={`Role of ${member.name}`} onClose={onClose}>
      <Form onSubmit={() => changing.mutate({ params: { personId: member.personId }, body: { role } })}>
        <FormError error={changing.error} />
        <RoleField role={role} onChange={setRole} />
        <FormActions>
          <Button type="submit" look="primary" isBusy={changing.isPending}>
            Save
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}

export function RemoveMember({ member, onClose }: Props): ReactNode {
  const removing = useWrite('removeMember', {
    changes: ['listMembers', 'getUsage', 'listAuditEntries'],
    onDone: onClose,
  })
  return (
    <Confirm
      title={`Remove ${member.name}?`}
      action="Remove"
      isBusy={removing.isPending}
      error={removing.error?.message}
      onConfirm={() => removing.mutate({ params: { personId: member.personId } })}
      onClose={onClose}
    >
      <p>{member.email} loses access at once. What they did stays; API keys they made go on until you revoke them.</p>
    </Confirm>
  )
}

export function Leave({ onClose }: { onClose: () => void }): ReactNode {
  const { organization } = usePresent()
  const queries = useQueryClient()
  const leaving = useWrite('leaveOrganization', {
    changes: [],
    onDone: () => {
      queries.clear()
      location.assign('/')
    },
  })
  return (
    <Confirm
      title={`Leave ${organization.name}?`}
      action="Leave"
      isBusy={leaving.isPending}
      error={leaving.error?.message}
      onConfirm={() => leaving.mutate({})}
      onClose={onClose}
    >
      <p>You lose access at once. Somebody there must invite you to come back.</p>
    </Confirm>
  )
}
