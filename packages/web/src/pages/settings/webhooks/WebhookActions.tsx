import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useSecretWrite } from '../../../api/use-secret-write.ts'
import { useWrite } from '../../../api/use-api.ts'
import { Button } from '../../../design/Button.tsx'
import { Confirm, Dialog } from '../../../design/Dialog.tsx'
import { Refusal } from '../../../design/Refusal.tsx'
import { instantText } from '../../../format/times.ts'
import styles from '../settings.module.css'
import { SigningSecret } from './SigningSecret.tsx'
import { WebhookFields } from './WebhookFields.tsx'
import type { Webhook } from './words.ts'

const CHANGES = ['getWebhook', 'listWebhooks', 'listAuditEntries'] as const

/** What can be done with a webhook as a whole. */
export function WebhookActions({ webhook }: { webhook: Webhook }): ReactNode {
  const [open, setOpen] = useState<'edit' | 'rotate' | 'delete' | null>(null)
  const close = (): void => setOpen(null)
  const switching = useWrite('updateWebhook', { changes: CHANGES })
  const isActive = webhook.status === 'active'
  return (
    <div className={styles['block']}>
      <div className={styles['tools']}>
        <Button onClick={() => setOpen('edit')}>Edit</Button>
        <Button
          isBusy={switching.isPending}
          onClick={() =>
            switching.mutate({ params: { id: webhook.id }, body: { status: isActive ? 'paused' : 'active' } })
          }
        >
          {isActive ? 'Pause' : 'Enable'}
        </Button>
        <Button onClick={() => setOpen('rotate')}>Rotate secret</Button>
        <Button look="danger" onClick={() => setOpen('delete')}>
          Delete
        </Button>
      </div>
      <Refusal error={switching.error} />
      {open === 'edit' && <Edit webhook={webhook} onClose={close} />}
      {open === 'rotate' && <Rotate webhook={webhook} onClose={close} />}
      {open === 'delete' && <Delete webhook={webhook} onClose={close} />}
    </div>
  )
}

type Props = { webhook: Webhook; onClose: () => void }

function Edit({ webhook, onClose }: Props): ReactNode {
  const changing = useWrite('updateWebhook', { changes: CHANGES, onDone: onClose })
  return (
    <Dialog title="Edit webhook" onClose={onClose}>
      <WebhookFields
        initial={webhook}
        action="Save"
        isBusy={changing.isPending}
        error={changing.error}
        onSubmit={(body) => changing.mutate({ params: { id: webhook.id }, body })}
        onCancel={onClose}
      />
    </Dialog>
  )
}

function Rotate({ webhook, onClose }: Props): ReactNode {
  const [made, setMade] = useState<{ secret: string; previousExpiresAt: string } | null>(null)
  const rotating = useSecretWrite('rotateWebhookSecret', { changes: ['listAuditEntries'], onDone: setMade })
  if (made)
    return (
      <SigningSecret
        title="The new secret"
        secret={made.secret}
        words={`Copy it now: it is shown this once. The secret before signs too until ${instantText(made.previousExpiresAt)}.`}
        onClose={onClose}
      />
    )
  return (
    <Confirm
      title="Make a new secret?"
      action="Make a new secret"
      isBusy={rotating.isPending}
      error={rotating.error?.message}
      onConfirm={() => rotating.send({ params: { id: webhook.id } })}
      onClose={onClose}
    >
      <p>
        For 24 hours every delivery carries a signature of both secrets, so that you can change your receiver without
        losing one. After that only the new one counts.
      </p>
    </Confirm>
  )
}

function Delete({ webhook, onClose }: Props): ReactNode {
  const navigate = useNavigate()
  const deleting = useWrite('deleteWebhook', {
    changes: ['listWebhooks', 'listAuditEntries', 'getUsage'],
    onDone: () => void navigate({ to: '/settings/webhooks' }),
  })
  return (
    <Confirm
      title="Delete this webhook?"
      action="Delete webhook"
      isBusy={deleting.isPending}
      error={deleting.error?.message}
      onConfirm={() => deleting.mutate({ params: { id: webhook.id } })}
      onClose={onClose}
    >
      <p>Its log goes with it, and what was not sent yet never is. To stop it for a while, pause it instead.</p>
    </Confirm>
  )
}
