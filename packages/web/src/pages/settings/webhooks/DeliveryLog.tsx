import { useState, type ReactNode } from 'react'
import { useList } from '../../../api/use-api.ts'
import { Badge } from '../../../design/Badge.tsx'
import { Button } from '../../../design/Button.tsx'
import { Card } from '../../../design/Card.tsx'
import { choicesOf, filterChoices } from '../../../design/choices.ts'
import { Empty } from '../../../design/Empty.tsx'
import { SelectField } from '../../../design/Field.tsx'
import { Loaded } from '../../../design/Loaded.tsx'
import { LongTable } from '../../../design/LongTable.tsx'
import { ShowMore } from '../../../design/ShowMore.tsx'
import type { Column } from '../../../design/Table.tsx'
import { instantText } from '../../../format/times.ts'
import { knownOf } from '../../../shell/search.ts'
import styles from '../settings.module.css'
import { Recover } from './Recover.tsx'
import { deliveryTones, deliveryWords, eventWords, outcomeText, type Delivery } from './words.ts'

type Props = {
  webhookId: string
  /** As it stands in the address; what is no state is left out. */
  status: string | undefined
  onStatus: (status: string) => void
  onOpen: (deliveryId: string) => void
}

/** What was sent to it, newest first. */
export function DeliveryLog({ webhookId, status, onStatus, onOpen }: Props): ReactNode {
  const chosen = knownOf(deliveryWords, status)
  const deliveries = useList('listDeliveries', {
    params: { id: webhookId },
    query: chosen === undefined ? {} : { status: chosen },
  })
  const [isRecovering, setRecovering] = useState(false)
  return (
    <Card
      title="Deliveries"
      note="Kept for 30 days. One that fails is tried again for three days, each time after a longer pause."
      actions={
        <>
          <SelectField
            label="State"
            isLabelHidden
            value={chosen ?? ''}
            choices={filterChoices('All states', choicesOf(deliveryWords))}
            onChoice={onStatus}
          />
          <Button onClick={() => setRecovering(true)}>Recover failed …</Button>
        </>
      }
    >
      <Loaded
        read={deliveries}
        lines={6}
        empty={{ when: (all) => all.length === 0, show: <NoDeliveries isFiltered={chosen !== undefined} /> }}
      >
        {(all) => (
          <>
            <DeliveryTable deliveries={all} onOpen={onOpen} />
            <ShowMore list={deliveries} shown={all.length} noun="deliveries" />
          </>
        )}
      </Loaded>
      {isRecovering && <Recover webhookId={webhookId} onClose={() => setRecovering(false)} />}
    </Card>
  )
}

function DeliveryTable({
  deliveries,
  onOpen,
}: {
  deliveries: readonly Delivery[]
  onOpen: (id: string) => void
}): ReactNode {
  const columns: Column<Delivery>[] = [
    {
      id: 'event',
      title: 'Event',
      isRowTitle: true,
      cell: ({ eventType, test, eventId }) => (
        <>
          {eventWords[eventType].label} {test && <Badge>Test</Badge>}
          <span className={styles['soft']}>
            <code>{eventId}</code>
          </span>
        </>
      ),
    },
    { id: 'at', title: 'Made', cell: ({ createdAt }) => instantText(createdAt) },
    {
      id: 'status',
      title: 'State',
      cell: ({ status }) => <Badge tone={deliveryTones[status]}>{deliveryWords[status]}</Badge>,
    },
    {
      id: 'last',
      title: 'Last answer',
      cell: ({ lastAttempt, nextAttemptAt }) => (
        <>
          {lastAttempt ? outcomeText(lastAttempt) : '–'}
          {nextAttemptAt !== null && <span className={styles['soft']}>next attempt {instantText(nextAttemptAt)}</span>}
        </>
      ),
    },
    { id: 'attempts', title: 'Attempts', isNumeric: true, cell: ({ attempts }) => attempts },
    {
      id: 'open',
      title: <span className="visually-hidden">Details</span>,
      cell: ({ id, eventId }) => (
        <Button size="small" onClick={() => onOpen(id)} aria-label={`Details of ${eventId}`}>
          Details
        </Button>
      ),
    },
  ]
  return <LongTable caption="Deliveries, newest first" columns={columns} rows={deliveries} rowId={({ id }) => id} />
}

function NoDeliveries({ isFiltered }: { isFiltered: boolean }): ReactNode {
  if (isFiltered) return <Empty title="No delivery is in this state">Choose another state, or all of them.</Empty>
  return <Empty title="Nothing delivered yet">Send a test, or wait for an event: a run that changes a score.</Empty>
}
