import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useMay } from '../../api/session.ts'
import { useList } from '../../api/use-api.ts'
import { Badge } from '../../design/Badge.tsx'
import { Button } from '../../design/Button.tsx'
import { Card } from '../../design/Card.tsx'
import { Empty } from '../../design/Empty.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { LongTable } from '../../design/LongTable.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { ShowMore } from '../../design/ShowMore.tsx'
import type { Column } from '../../design/Table.tsx'
import { agoText } from '../../format/times.ts'
import { useOpened } from '../../shell/use-opened.ts'
import styles from './settings.module.css'
import { useBrandsText } from './use-brand-name.ts'
import { CreateWebhook } from './webhooks/CreateWebhook.tsx'
import { eventWords, formatWords, statusTones, statusWords, type Webhook } from './webhooks/words.ts'

/** Addresses that are told what happens. */
export default function Webhooks(): ReactNode {
  const may = useMay()
  const webhooks = useList('listWebhooks', {})
  const [isCreating, setCreating] = useState(false)
  useOpened('create', () => setCreating(true))
  return (
    <>
      <PageHeader
        title="Webhooks"
        lead="Tell your own service, or a chat, when a score changes, a rival moves or there is new advice."
      >
        {may('admin') && (
          <Button look="primary" onClick={() => setCreating(true)}>
            Create webhook
          </Button>
        )}
      </PageHeader>
      <Card title="Subscriptions">
        <Loaded read={webhooks} lines={6} empty={{ when: (all) => all.length === 0, show: <NoWebhooks /> }}>
          {(all) => (
            <>
              <WebhookTable webhooks={all} />
              <ShowMore list={webhooks} shown={all.length} noun="webhooks" />
            </>
          )}
        </Loaded>
      </Card>
      {isCreating && <CreateWebhook onClose={() => setCreating(false)} />}
    </>
  )
}

function WebhookTable({ webhooks }: { webhooks: readonly Webhook[] }): ReactNode {
  const brandsText = useBrandsText()
  const [nowMs] = useState(Date.now)
  const columns: Column<Webhook>[] = [
    {
      id: 'url',
      title: 'Address',
      isRowTitle: true,
      cell: ({ id, url, description }) => (
        <>
          <Link to="/settings/webhooks/$webhookId" params={{ webhookId: id }}>
            {url}
          </Link>
          {description !== null && <span className={styles['soft']}>{description}</span>}
        </>
      ),
    },
    {
      id: 'events',
      title: 'Told of',
      cell: ({ events, format, isChannel }) => (
        <>
          {events.map((type) => eventWords[type].label).join(', ')}
          <span className={styles['soft']}>
            {formatWords[format]}
            {isChannel && ', the dedicated channel'}
          </span>
        </>
      ),
    },
    {
      id: 'brands',
      title: 'Brands',
      cell: ({ brandIds }) => brandsText(brandIds),
    },
    {
      id: 'last',
      title: 'Last delivered',
      cell: ({ lastSuccessAt, failingSince }) => (
        <>
          {lastSuccessAt ? agoText(lastSuccessAt, nowMs) : 'Not yet'}
          {failingSince !== null && (
            <span className={styles['soft']}>failing since {agoText(failingSince, nowMs)}</span>
          )}
        </>
      ),
    },
    {
      id: 'status',
      title: 'State',
      cell: ({ status, failingSince }) =>
        status === 'active' && failingSince !== null ? (
          <Badge tone="warn">Failing</Badge>
        ) : (
          <Badge tone={statusTones[status]}>{statusWords[status]}</Badge>
        ),
    },
  ]
  return <LongTable caption="Webhooks, oldest first" columns={columns} rows={webhooks} rowId={({ id }) => id} />
}

function NoWebhooks(): ReactNode {
  return (
    <Empty title="No webhooks yet">
      Create one with the address of your service, or of an incoming webhook in Slack, Discord, Teams or Google Chat.
      Every delivery is signed, tried for three days and kept in a log.
    </Empty>
  )
}
