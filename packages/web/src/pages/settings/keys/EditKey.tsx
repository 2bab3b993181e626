import type { ReactNode } from 'react'
import type { EntryOf } from '../../../api/contract.ts'
import { useWrite } from '../../../api/use-api.ts'
import { Confirm, Dialog } from '../../../design/Dialog.tsx'
import { KeyFields, type KeyWish } from './KeyFields.tsx'

export type ApiKey = EntryOf<'listKeys'>
type Props = { apiKey: ApiKey; onClose: () => void }

/** What a key may do and until when; its text never changes. */
export function EditKey({ apiKey, onClose }: Props): ReactNode {
  const changing = useWrite('updateKey', { changes: ['listKeys', 'listAuditEntries'], onDone: onClose })
  const save = (wish: KeyWish): void => {
    const { expiresAt, ...rest } = wish
    // An instant that has passed may be kept, not set.
    const body = expiresAt === apiKey.expiresAt ? rest : wish
    changing.mutate({ params: { id: apiKey.id }, body })
  }
  return (
    <Dialog title={`Edit “${apiKey.name}”`} onClose={onClose}>
      <KeyFields
        initial={apiKey}
        action="Save"
        isBusy={changing.isPending}
        error={changing.error}
        onSubmit={save}
        onCancel={onClose}
      />
    </Dialog>
  )
}

export function RevokeKey({ apiKey, onClose }: Props): ReactNode {
  const revoking = useWrite('revokeKey', { changes: ['listKeys', 'listAuditEntries'], onDone: onClose })
  return (
    <Confirm
      title={`Revoke “${apiKey.name}”?`}
      action="Revoke key"
      isBusy={revoking.isPending}
      error={revoking.error?.message}
      onConfirm={() => revoking.mutate({ params: { id: apiKey.id } })}
      onClose={onClose}
    >
      <p>
        Whatever uses <code>{`${apiKey.start}…${apiKey.last4}`}</code> is refused from now on, in every process. This
        cannot be taken back.
      </p>
    </Confirm>
  )
}
