import { useState, type ReactNode } from 'react'
import type { Output } from '../../../api/contract.ts'
import { useWrite } from '../../../api/use-api.ts'
import { Button } from '../../../design/Button.tsx'
import { Dialog } from '../../../design/Dialog.tsx'
import { Form, FormActions, SelectField } from '../../../design/Field.tsx'
import { Notice } from '../../../design/Notice.tsx'
import { Refusal } from '../../../design/Refusal.tsx'
import { counted } from '../../../format/numbers.ts'

const HOUR_MS = 3_600_000
const SPANS = [
  { value: '1', label: 'The last hour' },
  { value: '24', label: 'The last day' },
  { value: '72', label: 'The last three days' },
  { value: '168', label: 'The last week' },
  { value: '720', label: 'All that is kept: 30 days' },
]

/** Everything that failed since then, once more. */
export function Recover({ webhookId, onClose }: { webhookId: string; onClose: () => void }): ReactNode {
  const [hours, setHours] = useState('24')
  const [done, setDone] = useState<Output<'recoverDeliveries'> | null>(null)
  const recovering = useWrite('recoverDeliveries', {
    changes: ['listDeliveries', 'getWebhook', 'getUsage'],
    onDone: setDone,
  })
  const since = (): string => new Date(Date.now() - Number(hours) * HOUR_MS).toISOString()
  return (
    <Dialog title="Recover failed deliveries" onClose={onClose}>
      <Form onSubmit={() => recovering.mutate({ params: { id: webhookId }, body: { since: since() } })}>
        <p>Failed, cancelled and kept back deliveries are sent again, oldest first, each under its own id.</p>
        <SelectField label="Made in" value={hours} choices={SPANS} onChoice={setHours} />
        <Refusal error={recovering.error} />
        {done && (
          <Notice kind="good" isLive>
            {counted(done.recovered, 'delivery', 'deliveries')} on the way again
            {done.suppressed > 0 && `; ${done.suppressed} still kept back, because the month’s calls are used up`}.
          </Notice>
        )}
        <FormActions>
          <Button type="submit" look="primary" isBusy={recovering.isPending}>
            Send them again
          </Button>
          <Button onClick={onClose}>{done ? 'Close' : 'Cancel'}</Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
