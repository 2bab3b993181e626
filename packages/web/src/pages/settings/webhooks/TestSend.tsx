import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { forget, useRead, useWrite } from '../../../api/use-api.ts'
import { Button } from '../../../design/Button.tsx'
import { Card } from '../../../design/Card.tsx'
import { SelectField } from '../../../design/Field.tsx'
import { Notice } from '../../../design/Notice.tsx'
import { Refusal } from '../../../design/Refusal.tsx'
import styles from '../settings.module.css'
import { eventWords, outcomeText, type Delivery, type Webhook } from './words.ts'

/** Sends a test event and says what became of it. */
export function TestSend({ webhook, onOpen }: { webhook: Webhook; onOpen: (deliveryId: string) => void }): ReactNode {
  const [type, setType] = useState(webhook.events[0] ?? 'score.changed')
  const [sentId, setSentId] = useState<string | null>(null)
  const sending = useWrite('testWebhook', {
    changes: ['listDeliveries', 'getUsage'],
    onDone: (delivery) => setSentId(delivery.id),
  })
  const isActive = webhook.status === 'active'
  return (
    <Card title="Send a test" note="In the documented shape, marked as a test. It counts as the one call that it is.">
      <div className={styles['block']}>
        <div className={styles['toolsEnd']}>
          <SelectField
            label="Event"
            value={type}
            choices={webhook.events.map((value) => ({ value, label: eventWords[value].label }))}
            onChoice={setType}
          />
          <Button
            look="primary"
            isBusy={sending.isPending}
            disabled={!isActive}
            onClick={() => sending.mutate({ params: { id: webhook.id }, body: { type } })}
          >
            Send test event
          </Button>
        </div>
        {!isActive && (
          <p className={styles['soft']}>Enable the webhook first: nothing is sent while it is not active.</p>
        )}
        <Refusal error={sending.error} />
        {sentId !== null && <Outcome key={sentId} deliveryId={sentId} onOpen={() => onOpen(sentId)} />}
      </div>
    </Card>
  )
}

const REFRESH_MS = 1_000

function Outcome({ deliveryId, onOpen }: { deliveryId: string; onOpen: () => void }): ReactNode {
  const queries = useQueryClient()
  const { data: delivery } = useRead(
    'getDelivery',
    { params: { id: deliveryId } },
    { refreshMs: (read) => !isOver(read) && REFRESH_MS },
  )
  const hasOutcome = isOver(delivery)
  useEffect(() => {
    if (hasOutcome) void forget(queries, ['listDeliveries', 'getWebhook'])
  }, [hasOutcome, queries])
  return (
    <Notice kind={kindOf(delivery)} isLive>
      {wordsOf(delivery)}{' '}
      <Button look="quiet" size="small" onClick={onOpen}>
        What was sent and answered
      </Button>
    </Notice>
  )
}

const isOver = (delivery: Delivery | undefined): boolean =>
  delivery !== undefined && (delivery.lastAttempt !== null || delivery.status !== 'pending')

function kindOf(delivery: Delivery | undefined): 'info' | 'good' | 'bad' {
  if (!delivery?.lastAttempt) return 'info'
  return delivery.status === 'delivered' ? 'good' : 'bad'
}

function wordsOf(delivery: Delivery | undefined): string {
  if (!delivery) return 'Sending …'
  const { status, lastAttempt } = delivery
  if (!lastAttempt) return status === 'pending' ? 'Waiting for the receiver …' : 'It was kept back.'
  if (status === 'delivered') return `Delivered. ${outcomeText(lastAttempt)}.`
  return `Not delivered. ${outcomeText(lastAttempt)}.${status === 'pending' ? ' It will be tried again.' : ''}`
}
