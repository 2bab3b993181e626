import { useState, type ReactNode } from 'react'
import type { Role } from '../../../api/roles.ts'
import { useSecretWrite } from '../../../api/use-secret-write.ts'
import { Button } from '../../../design/Button.tsx'
import { Dialog } from '../../../design/Dialog.tsx'
import { Form, FormActions, TextField } from '../../../design/Field.tsx'
import { FormError } from '../FormError.tsx'
import { SecretDialog } from '../SecretDialog.tsx'
import { RoleField } from './RoleField.tsx'

/** Makes a link that lets one person in. It is shown once, here; nothing is mailed. */
export function Invite({ onClose }: { onClose: () => void }): ReactNode {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('member')
  const [link, setLink] = useState<string | null>(null)
  const inviting = useSecretWrite('inviteMember', {
    changes: ['listInvitations', 'getUsage', 'listAuditEntries'],
    onDone: (answer) => setLink(answer.secret),
  })
  const wrong = inviting.error?.fields ?? {}
  if (link !== null)
    return (
      <SecretDialog
        title="Hand this link on"
        words={`No mail is sent: give the link to ${email} yourself. It is shown this once, and is good for seven days and for one person.`}
        label="Invitation link"
        secret={link}
        onClose={onClose}
      />
    )
  return (
    <Dialog title="Invite somebody" onClose={onClose}>
      <Form onSubmit={() => inviting.send({ body: { email, role } })}>
        <FormError error={inviting.error} />
        <TextField
          label="E-mail"
          type="email"
          autoComplete="off"
          required
          hint="Whoever opens the link joins with this address."
          value={email}
          onText={setEmail}
          error={wrong['email']}
        />
        <RoleField role={role} onChange={setRole} error={wrong['role']} />
        <FormActions>
          <Button type="submit" look="primary" isBusy={inviting.isPending}>
            Make the invitation
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
