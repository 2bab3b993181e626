import { useState, type ReactNode } from 'react'
import { useSecretWrite } from '../../../api/use-secret-write.ts'
import { Dialog } from '../../../design/Dialog.tsx'
import { SecretDialog } from '../SecretDialog.tsx'
import { KeyFields } from './KeyFields.tsx'
import { ReadyBlocks } from './ReadyBlocks.tsx'

/** Issues a key and shows it, once: its text lives in this dialog's state and ends with it. */
export function CreateKey({ onClose }: { onClose: () => void }): ReactNode {
  const [secret, setSecret] = useState<string | null>(null)
  const creating = useSecretWrite('createKey', {
    changes: ['listKeys', 'listAuditEntries'],
    onDone: (answer) => setSecret(answer.secret),
  })
  if (secret !== null)
    return (
      <SecretDialog
        title="Your new key"
        words="Copy the key now. It is shown this once; we keep only a fingerprint of it."
        label="API key"
        secret={secret}
        onClose={onClose}
      >
        <ReadyBlocks apiKey={secret} />
      </SecretDialog>
    )
  return (
    <Dialog title="New API key" onClose={onClose}>
      <KeyFields
        action="Create key"
        isBusy={creating.isPending}
        error={creating.error}
        onSubmit={(body) => creating.send({ body })}
        onCancel={onClose}
      />
    </Dialog>
  )
}
