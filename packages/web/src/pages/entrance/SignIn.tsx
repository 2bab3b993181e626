import { useMutation } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { Output } from '../../api/contract.ts'
import type { ProblemError } from '../../api/door.ts'
import { useApi, useRead } from '../../api/use-api.ts'
import { Button, buttonClass } from '../../design/Button.tsx'
import { Form, FormActions, TextField } from '../../design/Field.tsx'
import { Notice } from '../../design/Notice.tsx'
import { Refusal } from '../../design/Refusal.tsx'
import { EntrancePage } from './EntrancePage.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { safePath, useEntry } from './use-entry.ts'

type SignInResult = Output<'signIn'>

/** What single sign-on comes back with when it did not work. */
const problemWords: Record<string, string> = {
  single_sign_on_failed: 'Single sign-on did not work. Try again, or sign in with your password.',
  single_sign_on_not_verified: 'Your provider does not say that your e-mail address is yours. Ask its administrator.',
  single_sign_on_not_invited: 'Nobody with your e-mail address works here. Ask for an invitation.',
  single_sign_on_other_subject:
    'Your e-mail address belongs to an account that signs in as somebody else at your provider. Ask whoever runs this Sightline to let the account go ("sightline member unbind-provider").',
  single_sign_on_too_often: 'That was tried too often. Wait a few minutes.',
  single_sign_on_unreachable: 'Your provider could not be reached. Try again, or sign in with your password.',
}

export default function SignIn(): ReactNode {
  const { next, problem } = useSearch({ from: '/sign-in' })
  const door = useApi()
  const enter = useEntry(next)
  const options = useRead('getSignInOptions', {})
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [ticket, setTicket] = useState<string | null>(null)
  const signingIn = useMutation<SignInResult, ProblemError>({
    mutationFn: () => door.call('signIn', { body: { email, password } }),
    onSuccess: (answer) => (answer.status === 'signed_in' ? enter(answer.session) : setTicket(answer.ticket)),
  })
  if (ticket !== null) return <SecondFactor ticket={ticket} onEntered={enter} onBack={() => setTicket(null)} />
  return (
    <EntrancePage title="Sign in">
      {problem !== undefined && (
        <Notice kind="bad">{problemWords[problem] ?? problemWords['single_sign_on_failed']}</Notice>
      )}
      {options.data && <WayIn {...options.data} />}
      <Form onSubmit={() => signingIn.mutate()}>
        <Refusal error={signingIn.error} />
        <TextField label="E-mail" type="email" autoComplete="username" required value={email} onText={setEmail} />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onText={setPassword}
        />
        <FormActions>
          <Button type="submit" look="primary" isBusy={signingIn.isPending}>
            Sign in
          </Button>
          {options.data?.singleSignOn && (
            <a href={`/web/single-sign-on?next=${encodeURIComponent(safePath(next))}`} className={buttonClass()}>
              Sign in with {options.data.singleSignOn.name}
            </a>
          )}
        </FormActions>
      </Form>
      {options.data?.canSignUp === true && (
        <p>
          No account yet? <Link to="/sign-up">Sign up</Link>
        </p>
      )}
    </EntrancePage>
  )
}

/** Where nobody can have a password yet, the link in the terminal is the way. */
function WayIn({ needsSetup, isDemo }: Output<'getSignInOptions'>): ReactNode {
  if (isDemo)
    return <Notice>This is the demo: the link that Sightline printed in the terminal opens it at once.</Notice>
  if (!needsSetup) return null
  return (
    <Notice>
      Nobody has an account here yet. The link that Sightline printed in the terminal makes the first one.
    </Notice>
  )
}
