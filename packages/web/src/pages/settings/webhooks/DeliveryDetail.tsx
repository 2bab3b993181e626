import type { ReactNode } from 'react'
import type { Output } from '../../../api/contract.ts'
import { useRead, useWrite } from '../../../api/use-api.ts'
import { Badge } from '../../../design/Badge.tsx'
import { Button } from '../../../design/Button.tsx'
import { Dialog } from '../../../design/Dialog.tsx'
import { FormActions } from '../../../design/Field.tsx'
import { Loaded } from '../../../design/Loaded.tsx'
import { Notice } from '../../../design/Notice.tsx'
import { Refusal } from '../../../design/Refusal.tsx'
import { instantText } from '../../../format/times.ts'
import styles from '../settings.module.css'
import { deliverySays, deliveryTones, deliveryWords, eventWords, outcomeText } from './words.ts'

type Whole = Output<'getDelivery'>
type Attempt = Whole['log'][number]

/** One delivery: what was sent, and what each attempt was answered. All of it is shown as text. */
export function DeliveryDetail({ deliveryId, onClose }: { deliveryId: string; onClose: () => void }): ReactNode {
  const read = useRead('getDelivery', { params: { id: deliveryId } })
  return (
    <Dialog title="Delivery" onClose={onClose}>
      <Loaded read={read} lines={8}>
        {(delivery) => <Detail delivery={delivery} />}
      </Loaded>
    </Dialog>
  )
}

function Detail({ delivery }: { delivery: Whole }): ReactNode {
  const resending = useWrite('resendDelivery', { changes: ['getDelivery', 'listDeliveries', 'getWebhook', 'getUsage'] })
  return (
    <div className={styles['block']}>
      <div>
        <p>
          {eventWords[delivery.eventType].label}{' '}
          <Badge tone={deliveryTones[delivery.status]}>{deliveryWords[delivery.status]}</Badge>{' '}
          {delivery.test && <Badge>Test</Badge>}
        </p>
        <p className={styles['soft']}>
          {deliverySays[delivery.status]} Its <code>webhook-id</code> is <code>{delivery.eventId}</code>, the same at
          every attempt.
        </p>
      </div>
      <FormActions>
        <Button isBusy={resending.isPending} onClick={() => resending.mutate({ params: { id: delivery.id } })}>
          Resend now
        </Button>
      </FormActions>
      <Refusal error={resending.error} />
      {resending.isSuccess && (
        <Notice kind="good" isLive>
          It is on its way again.
        </Notice>
      )}
      <section>
        <h3>What is sent</h3>
        <Text label="Body" text={indented(delivery.body)} />
      </section>
      <section className={styles['block']}>
        <h3>Attempts</h3>
        {delivery.log.length === 0 && <p>None yet.</p>}
        {delivery.log.toReversed().map((attempt) => (
          <AttemptEntry key={attempt.number} attempt={attempt} isLast={attempt.number === delivery.attempts} />
        ))}
      </section>
    </div>
  )
}

function AttemptEntry({ attempt, isLast }: { attempt: Attempt; isLast: boolean }): ReactNode {
  const { number, at, request, response } = attempt
  return (
    <details open={isLast}>
      <summary>
        {number}. {instantText(at)}: {outcomeText(attempt)}
      </summary>
      <Text label="Request headers" text={headerLines(request.headers)} />
      {response ? (
        <>
          <Text label="Response headers" text={headerLines(response.headers)} />
          <Text label="Response" text={response.untrustedStart ?? '(empty)'} />
        </>
      ) : (
        <p className={styles['soft']}>No answer came.</p>
      )}
    </details>
  )
}

function Text({ label, text }: { label: string; text: string }): ReactNode {
  return (
    <>
      <p className={styles['groupTitle']}>{label}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <pre className={styles['pre']} tabIndex={0} role="region" aria-label={label}>
        {text}
      </pre>
    </>
  )
}

const headerLines = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

/** JSON with its lines; anything else as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
