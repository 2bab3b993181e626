import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { Output } from '../../api/contract.ts'
import { useRead } from '../../api/use-api.ts'
import { Card, Columns, Stack } from '../../design/Card.tsx'
import { Info } from '../../design/Info.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { Notice } from '../../design/Notice.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { counted, whole } from '../../format/numbers.ts'
import { agoText, instantText, spanText } from '../../format/times.ts'
import styles from '../settings/settings.module.css'
import { CallsByDay, CallsByWhat } from './CallBreakdown.tsx'
import { projected } from './projection.ts'

type UsageFacts = Output<'getUsage'>

/** What was used of the plan in this period, and whether it will last. */
export default function Usage(): ReactNode {
  const usage = useRead('getUsage', {})
  return (
    <>
      <PageHeader
        title="Usage"
        lead={
          usage.data ? (
            <>
              {spanText(usage.data.period.start.slice(0, 10), lastDay(usage.data.period.end))}. Counted anew from{' '}
              <time dateTime={usage.data.resetsAt}>{instantText(usage.data.resetsAt)}</time>.
            </>
          ) : (
            'What was used of the plan in this period.'
          )
        }
      />
      <Loaded read={usage} lines={12}>
        {(value) => (
          <Stack>
            <Calls usage={value} />
            <Allowances allowances={value.allowances} />
            <CallsByDay byDay={value.byDay} />
            <Columns>
              <CallsByWhat
                title="By key"
                noun="Key"
                rows={value.byKey.map(({ keyId, name, calls }) => ({ id: keyId, name: name ?? keyId, calls }))}
                note={eventsNote(value.webhooks.countedEvents)}
              />
              <CallsByWhat
                title="By what was asked"
                noun="Operation"
                rows={value.byEndpoint.map(({ operation, calls }) => ({ id: operation, name: operation, calls }))}
              />
            </Columns>
            <Notices notices={value.notices} />
          </Stack>
        )}
      </Loaded>
    </>
  )
}

/** The period ends at the first instant of the next one. */
const lastDay = (end: string): string => new Date(Date.parse(end) - 1).toISOString().slice(0, 10)

const eventsNote = (events: number): string | undefined =>
  events > 0 ? `Beside these, ${counted(events, 'event')} that webhooks told of counted as calls.` : undefined

function Calls({ usage }: { usage: UsageFacts }): ReactNode {
  const { used, limit, remaining } = usage.calls
  const [nowMs] = useState(Date.now)
  const expected = projected(used, usage.period.start, usage.period.end, nowMs)
  return (
    <Card
      title="API calls"
      aside={<Info term="projectedCalls" />}
      actions={<Link to="/settings/plan">Plan and allowances</Link>}
    >
      <div className={styles['block']}>
        <p>
          <span className={styles['large']}>{whole(used)}</span> of {whole(limit)}
        </p>
        <progress className={styles['meter']} max={limit} value={Math.min(used, limit)} aria-label="Calls used" />
        <p>
          {whole(remaining)} left.{' '}
          {expected === null
            ? 'The period has just begun: in a day its pace can be projected.'
            : `At this pace it ends with about ${whole(expected)}.`}
        </p>
        {remaining === 0 ? (
          <Notice kind="bad">
            The ceiling is reached: calls of keys are refused with 429 until {instantText(usage.resetsAt)}. On Free,
            webhooks are kept back as well and can be resent. Measuring goes on, and so do these pages. A larger plan is
            in force at once.
          </Notice>
        ) : (
          expected !== null &&
          expected > limit && (
            <Notice kind="warn">
              At this pace the ceiling comes before the period ends. Then calls of keys are refused with 429 until it is
              over; measuring goes on.
            </Notice>
          )
        )}
        <p className={styles['soft']}>
          At the ceiling nothing is charged: calls are refused until the period is over, and nothing is lost.
        </p>
      </div>
    </Card>
  )
}

const ALLOWANCE_WORDS: Record<keyof UsageFacts['allowances'], string> = {
  answers: 'Answers collected in this period',
  prompts: 'Active prompts',
  brands: 'Brands',
  platforms: 'Platforms',
  seats: 'Seats: members and open invitations',
}

function Allowances({ allowances }: { allowances: UsageFacts['allowances'] }): ReactNode {
  // The words' names are the contract's own.
  const names = Object.keys(ALLOWANCE_WORDS) as (keyof typeof ALLOWANCE_WORDS)[]
  return (
    <Card title="What the plan holds">
      <ul className={styles['groups']}>
        {names.map((name) => {
          const { used, limit } = allowances[name]
          return (
            <li key={name}>
              <p>
                {ALLOWANCE_WORDS[name]}: <strong>{whole(used)}</strong>{' '}
                {limit === null ? '(no limit)' : `of ${whole(limit)}`}
              </p>
              {limit !== null && (
                <progress
                  className={styles['meter']}
                  max={limit}
                  value={Math.min(used, limit)}
                  aria-label={ALLOWANCE_WORDS[name]}
                />
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

function Notices({ notices }: { notices: UsageFacts['notices'] }): ReactNode {
  const [nowMs] = useState(Date.now)
  if (notices.length === 0) return null
  return (
    <Card title="Notices of this period">
      <ul className={styles['choices']}>
        {notices.map(({ kind, at, message }) => (
          <li key={kind}>
            {message} <span className={styles['soft']}>{agoText(at, nowMs)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
