import { Link, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Output } from '../../api/contract.ts'
import { useRead } from '../../api/use-api.ts'
import { Badge } from '../../design/Badge.tsx'
import { Card, Columns, Stack } from '../../design/Card.tsx'
import { Facts } from '../../design/Facts.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { Notice } from '../../design/Notice.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { counted, percent, whole } from '../../format/numbers.ts'
import { dayAndYear, instantText } from '../../format/times.ts'
import { useAddress } from '../../shell/use-address.ts'
import styles from './settings.module.css'
import { useBrandsText } from './use-brand-name.ts'
import { DeliveryDetail } from './webhooks/DeliveryDetail.tsx'
import { DeliveryLog } from './webhooks/DeliveryLog.tsx'
import { TestSend } from './webhooks/TestSend.tsx'
import { WebhookActions } from './webhooks/WebhookActions.tsx'
import { eventWords, formatWords, reasonWords, statusTones, statusWords } from './webhooks/words.ts'

type Whole = Output<'getWebhook'>

/** One subscription: how it is set, how it does, what was sent. */
export default function Webhook(): ReactNode {
  const { webhookId } = useParams({ from: '/signed-in/shell/settings/webhooks/$webhookId' })
  const { status, deliveryId } = useSearch({ from: '/signed-in/shell/settings/webhooks/$webhookId' })
  const setAddress = useAddress()
  const read = useRead('getWebhook', { params: { id: webhookId } })
  const open = (id: string): void => setAddress({ deliveryId: id })
  return (
    <>
      <PageHeader
        title="Webhook"
        badge={read.data && <Badge tone={statusTones[read.data.status]}>{statusWords[read.data.status]}</Badge>}
        lead={
          <>
            <Link to="/settings/webhooks">All webhooks</Link>
            {read.data && (
              <span className={styles['soft']}>
                <code>{read.data.url}</code>
              </span>
            )}
          </>
        }
      />
      <Loaded read={read} lines={10}>
        {(webhook) => (
          <Stack>
            {webhook.statusReason !== null && <Notice kind="warn">{reasonWords[webhook.statusReason]}</Notice>}
            <WebhookActions webhook={webhook} />
            <Columns>
              <Setting webhook={webhook} />
              <Health webhook={webhook} />
            </Columns>
            <TestSend key={webhook.events.join()} webhook={webhook} onOpen={open} />
            <DeliveryLog
              webhookId={webhookId}
              status={status}
              onStatus={(next) => setAddress({ status: next })}
              onOpen={open}
            />
          </Stack>
        )}
      </Loaded>
      {deliveryId !== undefined && (
        <DeliveryDetail
          key={deliveryId}
          deliveryId={deliveryId}
          onClose={() => setAddress({ deliveryId: undefined })}
        />
      )}
    </>
  )
}

function Setting({ webhook }: { webhook: Whole }): ReactNode {
  const brandsText = useBrandsText()
  const { events, threshold, onlySignificant, format, isChannel, brandIds, description, createdAt } = webhook
  return (
    <Card title="How it is set">
      <Facts
        facts={[
          description !== null && { name: 'For', value: description },
          { name: 'Tells of', value: events.map((type) => eventWords[type].label).join(', ') },
          {
            name: 'Threshold',
            value: threshold === 0 ? 'Every change of the whole number' : counted(threshold, 'point'),
          },
          { name: 'Chance', value: onlySignificant ? 'Only what is more than chance' : 'Told, marked as such' },
          { name: 'Format', value: formatWords[format] + (isChannel ? ', the dedicated channel' : '') },
          { name: 'Brands', value: brandsText(brandIds) },
          { name: 'Created', value: dayAndYear(createdAt.slice(0, 10)) },
        ]}
      />
    </Card>
  )
}

function Health({ webhook }: { webhook: Whole }): ReactNode {
  const { deliveries, attempts, successRate, durationMs, since } = webhook.statistics
  const tried = attempts.succeeded + attempts.failed
  return (
    <Card title="How it does" note={`Since ${instantText(since)}, without tests.`}>
      <Facts
        facts={[
          {
            name: 'Attempts that succeeded',
            value: successRate === null ? 'None made yet' : `${percent(successRate)} of ${whole(tried)}`,
          },
          { name: 'Delivered', value: whole(deliveries.delivered) },
          { name: 'Failed', value: whole(deliveries.failed) },
          { name: 'Waiting', value: whole(deliveries.pending) },
          deliveries.suppressedQuota > 0 && {
            name: 'Kept back: the month’s calls were used up',
            value: whole(deliveries.suppressedQuota),
          },
          deliveries.cancelled > 0 && { name: 'Cancelled', value: whole(deliveries.cancelled) },
          durationMs !== null && {
            name: 'Time to answer',
            value: `${whole(durationMs.p50)} ms in half of them, ${whole(durationMs.p95)} ms in 95 of 100`,
          },
          { name: 'Last delivered', value: webhook.lastSuccessAt ? instantText(webhook.lastSuccessAt) : 'Not yet' },
          webhook.failingSince !== null && { name: 'Failing since', value: instantText(webhook.failingSince) },
        ]}
      />
    </Card>
  )
}
