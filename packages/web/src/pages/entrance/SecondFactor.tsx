import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { ProblemError } from '../../api/door.ts'
import type { Session } from '../../api/session.ts'
import { useApi } from '../../api/use-api.ts'
import { Button } from '../../design/Button.tsx'
import { Form, FormActions, TextField } from '../../design/Field.tsx'
import { EntrancePage } from './EntrancePage.tsx'

type Props = { ticket: string; onEntered: (session: Session) => Promise<void>; onBack: () => void }

/** The second step of signing in, for who has set one up. */
export function SecondFactor({ ticket, onEntered, onBack }: Props): ReactNode {
  const door = useApi()
  const [code, setCode] = useState('')
  const confirming = useMutation<Session, ProblemError>({
    mutationFn: () => door.call('confirmSecondFactor', { body: { ticket, code } }),
    onSuccess: onEntered,
  })
  return (
    <EntrancePage title="Your code" lead="Six digits from your authenticator, or one of your recovery codes.">
      <Form onSubmit={() => confirming.mutate()}>
        <TextField
          label="Code"
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          value={code}
          onText={setCode}
          error={confirming.error?.message}
        />
        <FormActions>
          <Button type="submit" look="primary" isBusy={confirming.isPending}>
            Sign in
          </Button>
          <Button look="quiet" onClick={onBack}>
            Back
          </Button>
        </FormActions>
      </Form>
    </EntrancePage>
  )
}
