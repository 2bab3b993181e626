import { useState, type ReactNode } from 'react'
import { useKeepSession, usePresent } from '../../../api/session.ts'
import { useSecretWrite } from '../../../api/use-secret-write.ts'
import { Button } from '../../../design/Button.tsx'
import { Card } from '../../../design/Card.tsx'
import { Form, FormActions, TextField } from '../../../design/Field.tsx'
import { FormError, Saved } from '../FormError.tsx'

/** A new password; all other sessions end with the old one. */
export function PasswordForm(): ReactNode {
  const { session } = usePresent()
  const keepSession = useKeepSession()
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const [isDone, setDone] = useState(false)
  const changing = useSecretWrite('changePassword', {
    changes: ['listSessions'],
    onDone: (answer) => {
      // The session goes on under another token.
      keepSession(answer)
      setCurrent('')
      setNew('')
      setDone(true)
    },
  })
  const submit = (): void => {
    setDone(false)
    changing.send({ body: { newPassword, ...(session.person.hasPassword && { currentPassword }) } })
  }
  return (
    <Card title="Password" note="Changing it ends all your other sessions.">
      <Form onSubmit={submit}>
        <FormError error={changing.error} />
        {session.person.hasPassword && (
          <TextField
            label="Present password"
            type="password"
            autoComplete="current-password"
            required
            value={currentPassword}
            onText={setCurrent}
            error={changing.error?.fields['currentPassword']}
          />
        )}
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          required
          minLength={12}
          hint="At least 12 characters; a few words that only you would put together are best."
          value={newPassword}
          onText={setNew}
          error={changing.error?.fields['newPassword']}
        />
        <FormActions>
          <Button type="submit" isBusy={changing.isPending} disabled={newPassword === ''}>
            {session.person.hasPassword ? 'Change password' : 'Set a password'}
          </Button>
        </FormActions>
        <Saved isShown={isDone}>The new password is in force.</Saved>
      </Form>
    </Card>
  )
}
