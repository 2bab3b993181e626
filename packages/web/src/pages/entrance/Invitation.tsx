import { useMutation } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { Output } from '../../api/contract.ts'
import type { ProblemError } from '../../api/door.ts'
import { useSession, type Session } from '../../api/session.ts'
import { useApi, useRead } from '../../api/use-api.ts'
import { Button, buttonClass } from '../../design/Button.tsx'
import { Form, FormActions, TextField } from '../../design/Field.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { Refusal } from '../../design/Refusal.tsx'
import { AccountFields } from './AccountFields.tsx'
import { EntrancePage } from './EntrancePage.tsx'
import { useEntry } from './use-entry.ts'
import { wordsFor } from './words-for.ts'

type Offer = Output<'getInvitation'>

/** Where an invitation's link leads: says who invites whom, and takes it on. */
export default function Invitation(): ReactNode {
  const { token } = useParams({ from: '/invitations/$token' })
  const offer = useRead('getInvitation', { params: { token } })
  return (
    <EntrancePage title="You are invited">
      <Loaded read={offer}>{(value) => <Accept token={token} offer={value} />}</Loaded>
    </EntrancePage>
  )
}

function Accept({ token, offer }: { token: string; offer: Offer }): ReactNode {
  const door = useApi()
  const enter = useEntry()
  const session = useSession()
  const options = useRead('getSignInOptions', {})
  const isSignedIn = session.data?.person.email === offer.email
  const [account, setAccount] = useState({ name: '', email: offer.email, password: '' })
  const accepting = useMutation<Session, ProblemError>({
    mutationFn: () => {
      const { name, password } = account
      const body = isSignedIn ? {} : offer.hasAccount ? { password } : { name, password }
      return door.call('acceptInvitation', { params: { token }, body })
    },
    onSuccess: enter,
  })
  return (
    <>
      <p>
        Join <strong>{offer.organizationName}</strong> as {offer.role}, with the address {offer.email}.
      </p>
      <Form onSubmit={() => accepting.mutate()}>
        <Refusal error={accepting.error} words={wordsFor} />
        {!isSignedIn && !offer.hasAccount && (
          <AccountFields account={account} onChange={setAccount} wrong={accepting.error?.fields ?? {}} isEmailFixed />
        )}
        {!isSignedIn && offer.hasAccount && (
          <TextField
            label="Your password"
            type="password"
            autoComplete="current-password"
            hint={
              <>
                With a second factor,{' '}
                <Link to="/sign-in" search={{ next: `/invitations/${token}` }}>
                  sign in first
                </Link>
                . Never made an account here? Ask whoever runs this Sightline: somebody else may have.
              </>
            }
            value={account.password}
            onText={(password) => setAccount({ ...account, password })}
          />
        )}
        <FormActions>
          <Button type="submit" look="primary" isBusy={accepting.isPending}>
            Join
          </Button>
          {!isSignedIn && options.data?.singleSignOn && (
            <a
              href={`/web/single-sign-on?next=${encodeURIComponent(`/invitations/${token}`)}`}
              className={buttonClass()}
            >
              Use {options.data.singleSignOn.name}
            </a>
          )}
        </FormActions>
      </Form>
    </>
  )
}
