import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { Output } from '../../api/contract.ts'
import type { ProblemError } from '../../api/door.ts'
import { useApi } from '../../api/use-api.ts'
import { Button, buttonClass } from '../../design/Button.tsx'
import { Form, FormActions, TextField } from '../../design/Field.tsx'
import { Notice } from '../../design/Notice.tsx'
import { Refusal } from '../../design/Refusal.tsx'
import { EntrancePage } from './EntrancePage.tsx'
import { useCodeOfLink } from './use-code-of-link.ts'
import { wordsFor } from './words-for.ts'

/** A new password, by a link that the operator made. */
export default function PasswordReset(): ReactNode {
  const door = useApi()
  const token = useCodeOfLink()
  const [newPassword, setNewPassword] = useState('')
  const resetting = useMutation<Output<'resetPassword'>, ProblemError>({
    mutationFn: () => door.call('resetPassword', { body: { token, newPassword } }),
  })
  if (resetting.data)
    return (
      <EntrancePage title="Your password is changed">
        <Notice kind="good" isLive>
          Every session of {resetting.data.email} has ended. Sign in with the new password.
        </Notice>
        <Link to="/sign-in" className={buttonClass('primary')}>
          Sign in
        </Link>
      </EntrancePage>
    )
  return (
    <EntrancePage title="Choose a new password">
      {token === '' ? (
        <Notice kind="warn">
          Open the whole link that you were given. If it is lost, ask the operator for another.
        </Notice>
      ) : (
        <Form onSubmit={() => resetting.mutate()}>
          <Refusal error={resetting.error} words={wordsFor} />
          <TextField
            label="New password"
            type="password"
            autoComplete="new-password"
            required
            hint="At least 12 characters."
            value={newPassword}
            onText={setNewPassword}
            error={resetting.error?.fields['newPassword']}
          />
          <FormActions>
            <Button type="submit" look="primary" isBusy={resetting.isPending}>
              Change the password
            </Button>
          </FormActions>
        </Form>
      )}
    </EntrancePage>
  )
}
