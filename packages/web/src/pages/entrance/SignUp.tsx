import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { ProblemError } from '../../api/door.ts'
import type { Session } from '../../api/session.ts'
import { useApi } from '../../api/use-api.ts'
import { Button } from '../../design/Button.tsx'
import { Form, FormActions, TextField } from '../../design/Field.tsx'
import { Refusal } from '../../design/Refusal.tsx'
import { AccountFields, type Account } from './AccountFields.tsx'
import { EntrancePage } from './EntrancePage.tsx'
import { useEntry } from './use-entry.ts'
import { wordsFor } from './words-for.ts'

/** A new account with an organization of its own, where the operator allows it. */
export default function SignUp(): ReactNode {
  const door = useApi()
  const enter = useEntry()
  const [account, setAccount] = useState<Account>({ name: '', email: '', password: '' })
  const [organizationName, setOrganizationName] = useState('')
  const signingUp = useMutation<Session, ProblemError>({
    mutationFn: () => door.call('signUp', { body: { ...account, organizationName } }),
    onSuccess: enter,
  })
  const wrong = signingUp.error?.fields ?? {}
  return (
    <EntrancePage title="Sign up" lead="On the Free plan; no card is asked for.">
      <Form onSubmit={() => signingUp.mutate()}>
        <Refusal error={signingUp.error} words={wordsFor} />
        <AccountFields account={account} onChange={setAccount} wrong={wrong} />
        <TextField
          label="Organization"
          autoComplete="organization"
          required
          value={organizationName}
          onText={setOrganizationName}
          error={wrong['organizationName']}
        />
        <FormActions>
          <Button type="submit" look="primary" isBusy={signingUp.isPending}>
            Sign up
          </Button>
        </FormActions>
      </Form>
      <p>
        Have an account? <Link to="/sign-in">Sign in</Link>
      </p>
    </EntrancePage>
  )
}
