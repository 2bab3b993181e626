import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { ProblemError } from '../../api/door.ts'
import type { Session } from '../../api/session.ts'
import { useApi } from '../../api/use-api.ts'
import { Button } from '../../design/Button.tsx'
import { Form, FormActions, TextField } from '../../design/Field.tsx'
import { Notice } from '../../design/Notice.tsx'
import { Refusal } from '../../design/Refusal.tsx'
import { AccountFields, type Account } from './AccountFields.tsx'
import { EntrancePage } from './EntrancePage.tsx'
import { useCodeOfLink } from './use-code-of-link.ts'
import { useEntry } from './use-entry.ts'
import { wordsFor } from './words-for.ts'

/** The first account of an installation, by the link that `npm start` prints. */
export default function SetUp(): ReactNode {
  const door = useApi()
  const enter = useEntry()
  const code = useCodeOfLink()
  const [account, setAccount] = useState<Account>({ name: '', email: '', password: '' })
  const [organizationName, setOrganizationName] = useState('')
  const making = useMutation<Session, ProblemError>({
    mutationFn: () =>
      door.call('setUp', { body: { code, ...account, ...(organizationName !== '' && { organizationName }) } }),
    onSuccess: enter,
  })
  const wrong = making.error?.fields ?? {}
  return (
    <EntrancePage title="Set up Sightline" lead="This makes the first account. It owns what is there already.">
      {code === '' ? (
        <Notice kind="warn">Open the whole link that Sightline printed in the terminal: its end is the key.</Notice>
      ) : (
        <Form onSubmit={() => making.mutate()}>
          <Refusal error={making.error} words={wordsFor} />
          <AccountFields account={account} onChange={setAccount} wrong={wrong} />
          <TextField
            label="Organization (optional)"
            autoComplete="organization"
            value={organizationName}
            onText={setOrganizationName}
            error={wrong['organizationName']}
          />
          <FormActions>
            <Button type="submit" look="primary" isBusy={making.isPending}>
              Make the account
            </Button>
          </FormActions>
        </Form>
      )}
    </EntrancePage>
  )
}
