import type { ReactNode } from 'react'
import { useWrite } from '../../api/use-api.ts'
import { Confirm } from '../../design/Dialog.tsx'
import { changedByCompetitors } from './CompetitorForm.tsx'

export function RemoveCompetitor({
  brandId,
  competitor: { id, name },
  onClose,
}: {
  brandId: string
  competitor: { id: string; name: string }
  onClose: () => void
}): ReactNode {
  const remove = useWrite('removeCompetitor', { changes: changedByCompetitors, onDone: onClose })
  return (
    <Confirm
      title={`Stop tracking ${name}?`}
      action="Stop tracking"
      isBusy={remove.isPending}
      error={remove.error?.message}
      onConfirm={() => remove.mutate({ params: { id: brandId, cid: id } })}
      onClose={onClose}
    >
      <p>
        Shares of voice and comparisons are made anew without it. The stored answers stay as they are; added again, it
        is found in them again.
      </p>
    </Confirm>
  )
}
