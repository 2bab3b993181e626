import { useState, type ReactNode } from 'react'
import { usePresent } from '../../../api/session.ts'
import { useSecretWrite } from '../../../api/use-secret-write.ts'
import { Dialog } from '../../../design/Dialog.tsx'
import { CheckField } from '../../../design/Field.tsx'
import { SigningSecret } from './SigningSecret.tsx'
import { WebhookFields } from './WebhookFields.tsx'

/** Subscribes an address; its secret lives in this dialog's state and ends with it. */
export function CreateWebhook({ onClose }: { onClose: () => void }): ReactNode {
  const { organization } = usePresent()
  const [secret, setSecret] = useState<string | null>(null)
  const [isChannel, setChannel] = useState(false)
  const creating = useSecretWrite('createWebhook', {
    changes: ['listWebhooks', 'listAuditEntries', 'getUsage'],
    onDone: (answer) => setSecret(answer.secret),
  })
  if (secret !== null)
    return (
      <SigningSecret
        title="Your webhook’s secret"
        secret={secret}
        words="Copy the secret now: it is shown this once. Then open the webhook and send it a test."
        onClose={onClose}
      />
    )
  return (
    <Dialog title="New webhook" onClose={onClose}>
      <WebhookFields
        action="Create webhook"
        isBusy={creating.isPending}
        error={creating.error}
        onSubmit={(wish) => creating.send({ body: { ...wish, isChannel } })}
        onCancel={onClose}
      >
        {organization.plan === 'agency' && (
          <CheckField
            label="The organization’s dedicated chat channel"
            hint="One, of all brands, in a chat format: what happens at one moment comes as one message."
            isChecked={isChannel}
            onCheck={setChannel}
          />
        )}
      </WebhookFields>
    </Dialog>
  )
}
