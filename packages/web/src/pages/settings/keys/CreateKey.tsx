import { useState, type ReactNode } from 'react'
import { useSecretWrite } from '../../../api/use-secret-write.ts'
import { Button } from '../../../design/Button.tsx'
import { CopyBlock } from '../../../design/CopyBlock.tsx'
import { Dialog } from '../../../design/Dialog.tsx'
import { FormActions } from '../../../design/Field.tsx'
import { Notice } from '../../../design/Notice.tsx'
import styles from '../settings.module.css'
import { KeyFields } from './KeyFields.tsx'
import { ReadyBlocks } from './ReadyBlocks.tsx'

/** Issues a key and shows it, once: its text lives in this dialog's state and ends with it. */
export function CreateKey({ onClose }: { onClose: () => void }): ReactNode {
  const [secret, setSecret] = useState<string | null>(null)
  const creating = useSecretWrite('createKey', {
    changes: ['listKeys', 'listAuditEntries'],
    onDone: (answer) => setSecret(answer.secret),
  })
  if (secret !== null) return <NewKey secret={secret} onClose={onClose} />
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

function NewKey({ secret, onClose }: { secret: string; onClose: () => void }): ReactNode {
  return (
    <Dialog title="Your new key" onClose={onClose} isClosable={false}>
      <div className={styles['block']}>
        <Notice kind="warn" isLive>
          Copy the key now. It is shown this once; we keep only a fingerprint of it.
        </Notice>
        <CopyBlock label="API key" text={secret} />
        <ReadyBlocks apiKey={secret} />
        <FormActions>
          <Button look="primary" onClick={onClose}>
            I have copied it
          </Button>
        </FormActions>
      </div>
    </Dialog>
  )
}
