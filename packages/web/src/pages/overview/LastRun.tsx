import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useRead } from '../../api/use-api.ts'
import { Badge } from '../../design/Badge.tsx'
import { Card } from '../../design/Card.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { counted } from '../../format/numbers.ts'
import { agoText, instantText } from '../../format/times.ts'
import { runTones, runWords } from '../runs/words.ts'
import styles from './LastRun.module.css'

/** When was measured last, how it went, and when again. */
export function LastRun({ brandId }: { brandId: string }): ReactNode {
  const runs = useRead('listRuns', { query: { brandId, limit: 1 } })
  const schedule = useRead('getSchedule', { params: { id: brandId } })
  const [nowMs] = useState(Date.now)
  return (
    <Card
      title="Measurement"
      actions={
        <Link to="/brands/$brandId/runs" params={{ brandId }}>
          All runs
        </Link>
      }
    >
      <div className={styles['columns']}>
        <Loaded read={runs} lines={1} empty={{ when: ({ data }) => data.length === 0, show: <p>No run yet.</p> }}>
          {({ data: [run] }) =>
            run && (
              <p>
                Last run{' '}
                <Link to="/brands/$brandId/runs/$runId" params={{ brandId, runId: run.id }}>
                  {agoText(run.createdAt, nowMs)}
                </Link>{' '}
                <Badge tone={runTones[run.status]}>{runWords[run.status]}</Badge>
                <span className={styles['aside']}>
                  {counted(run.stored, 'answer')} of {run.planned}
                  {run.failed > 0 && `, ${run.failed} failed`}
                  {run.unreadable > 0 && `, ${run.unreadable} unreadable`}
                </span>
              </p>
            )
          }
        </Loaded>
        <Loaded read={schedule} lines={1}>
          {({ isOn, nextRunAt }) => (
            <p>
              {isOn && nextRunAt !== null ? (
                <>
                  Next run <time dateTime={nextRunAt}>{instantText(nextRunAt)}</time>
                </>
              ) : (
                'No run is scheduled.'
              )}{' '}
              <Link to="/settings/schedule" search={{ brandId }}>
                Schedule
              </Link>
            </p>
          )}
        </Loaded>
      </div>
    </Card>
  )
}
