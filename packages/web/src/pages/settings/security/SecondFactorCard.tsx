import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { usePresent } from '../../../api/session.ts'
import { forget } from '../../../api/use-api.ts'
import { useSecretWrite } from '../../../api/use-secret-write.ts'
import { Badge } from '../../../design/Badge.tsx'
import { Button } from '../../../design/Button.tsx'
import { Card } from '../../../design/Card.tsx'
import { CopyBlock } from '../../../design/CopyBlock.tsx'
import { Dialog } from '../../../design/Dialog.tsx'
import { Form, FormActions, TextField } from '../../../design/Field.tsx'
import { FormError } from '../FormError.tsx'
import { SecretDialog } from '../SecretDialog.tsx'
import styles from '../settings.module.css'
import { QrCode } from './QrCode.tsx'

/** A code of an app beside the password. */
export function SecondFactorCard(): ReactNode {
  const { session } = usePresent()
  const [open, setOpen] = useState<'enroll' | 'remove' | null>(null)
  const queries = useQueryClient()
  const close = (): void => {
    setOpen(null)
    void forget(queries, ['getSession', 'listSessions'])
  }
  const { hasSecondFactor } = session.person
  return (
    <Card
      title="Second factor"
      aside={<Badge tone={hasSecondFactor ? 'good' : 'plain'}>{hasSecondFactor ? 'On' : 'Off'}</Badge>}
      note="A code of an authenticator app beside your password, so that the password alone lets nobody in."
    >
      {hasSecondFactor ? (
        <Button look="danger" onClick={() => setOpen('remove')}>
          Do without it …
        </Button>
      ) : (
        <Button onClick={() => setOpen('enroll')}>Set it up</Button>
      )}
      {open === 'enroll' && <Enroll onClose={close} />}
      {open === 'remove' && <Remove onClose={close} />}
    </Card>
  )
}

type Enrolled = { secret: string; otpauthUri: string }

function Enroll({ onClose }: { onClose: () => void }): ReactNode {
  const [enrolled, setEnrolled] = useState<Enrolled | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const beginning = useSecretWrite('enrollSecondFactor', { changes: [], onDone: setEnrolled })
  if (codes)
    return (
      <SecretDialog
        title="Keep your recovery codes"
        words="They are shown this once. Each lets you in once without the app: keep them where the app is not."
        label="Recovery codes"
        secret={codes.join('\n')}
        done="I have kept them"
        onClose={onClose}
      />
    )
  if (enrolled) return <Confirming enrolled={enrolled} onCodes={setCodes} onClose={onClose} />
  return (
    <Dialog title="Set up a second factor" onClose={onClose}>
      <Form onSubmit={() => beginning.send({})}>
        <FormError error={beginning.error} />
        <p>You need an authenticator app: on your phone, or in your password manager.</p>
        <FormActions>
          <Button type="submit" look="primary" isBusy={beginning.isPending}>
            Begin
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}

function Confirming({
  enrolled,
  onCodes,
  onClose,
}: {
  enrolled: Enrolled
  onCodes: (codes: string[]) => void
  onClose: () => void
}): ReactNode {
  const [code, setCode] = useState('')
  const activating = useSecretWrite('activateSecondFactor', {
    changes: [],
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
  })
  return (
    <Dialog title="Add it to your app" onClose={onClose}>
      <div className={styles['block']}>
        <p>
          Scan this code with the app, type the key below it, or{' '}
          <a href={enrolled.otpauthUri}>open it in an app on this device</a>.
        </p>
        <QrCode text={enrolled.otpauthUri} label="QR code of the key below" />
        <CopyBlock label="Key" text={enrolled.secret} />
        <Form onSubmit={() => activating.send({ body: { code } })}>
          <FormError error={activating.error} />
          <TextField
            label="Code that the app shows"
            autoComplete="one-time-code"
            inputMode="numeric"
            required
            hint="Six digits. From then on signing in asks for one; your other sessions end."
            value={code}
            onText={setCode}
          />
          <FormActions>
            <Button type="submit" look="primary" isBusy={activating.isPending}>
              Turn it on
            </Button>
            <Button onClick={onClose}>Cancel</Button>
          </FormActions>
        </Form>
      </div>
    </Dialog>
  )
}

function Remove({ onClose }: { onClose: () => void }): ReactNode {
  const [code, setCode] = useState('')
  const removing = useSecretWrite('removeSecondFactor', { changes: [], onDone: onClose })
  return (
    <Dialog title="Do without a second factor?" onClose={onClose}>
      <Form onSubmit={() => removing.send({ body: { code } })}>
        <FormError error={removing.error} />
        <p>Then your password alone lets in whoever has it. Your other sessions end.</p>
        <TextField
          label="Code"
          autoComplete="one-time-code"
          required
          hint="Six digits from your authenticator, or one of your recovery codes."
          value={code}
          onText={setCode}
        />
        <FormActions>
          <Button type="submit" look="danger" isBusy={removing.isPending}>
            Turn it off
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
