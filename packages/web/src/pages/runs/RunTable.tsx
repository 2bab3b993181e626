import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { Badge } from '../../design/Badge.tsx'
import { LongTable } from '../../design/LongTable.tsx'
import { counted } from '../../format/numbers.ts'
import { instantText } from '../../format/times.ts'
import { Progress } from './Progress.tsx'
import styles from './RunTable.module.css'
import { costText, isOpen, runTones, runWords, spanOf, type Run } from './words.ts'

/** Runs and imports, newest first. */
export function RunTable({ brandId, runs }: { brandId: string; runs: readonly Run[] }): ReactNode {
  const [nowMs] = useState(Date.now)
  return (
    <LongTable
      caption="Runs"
      rows={runs}
      rowId={({ id }) => id}
      columns={[
        {
          id: 'started',
          title: 'Started',
          isRowTitle: true,
          cell: ({ id, createdAt }) => (
            <Link to="/brands/$brandId/runs/$runId" params={{ brandId, runId: id }} className={styles['when']}>
              {instantText(createdAt)}
            </Link>
          ),
        },
        { id: 'kind', title: 'Kind', cell: ({ kind }) => (kind === 'import' ? 'import' : 'asked') },
        {
          id: 'status',
          title: 'Status',
          cell: ({ status }) => <Badge tone={runTones[status]}>{runWords[status]}</Badge>,
        },
        {
          id: 'answers',
          title: 'Answers',
          cell: ({ stored, planned, createdAt }) => (
            <Progress label={`Answers of the run of ${instantText(createdAt)}`} done={stored} planned={planned} />
          ),
        },
        {
          id: 'failed',
          title: 'Failed',
          isNumeric: true,
          cell: ({ id, failed }) =>
            failed === 0 ? (
              '0'
            ) : (
              <Link to="/brands/$brandId/answers" params={{ brandId }} search={{ runId: id, outcome: 'failed' }}>
                {failed}
              </Link>
            ),
        },
        {
          id: 'platforms',
          title: 'On',
          cell: ({ platforms }) => <span className={styles['when']}>{counted(platforms.length, 'platform')}</span>,
        },
        { id: 'took', title: 'Took', isNumeric: true, cell: (run) => (isOpen(run) ? '–' : spanOf(run, nowMs)) },
        { id: 'cost', title: 'Cost', cell: (run) => <span className={styles['cost']}>{costText(run)}</span> },
      ]}
    />
  )
}
