import type { ReactNode } from 'react'
import { Titled } from '../../design/Info.tsx'
import { Table } from '../../design/Table.tsx'
import { percent, whole } from '../../format/numbers.ts'
import { AnswersLink, ofPanel } from '../answers/AnswersLink.tsx'
import type { Outcome } from '../answers/words.ts'
import styles from './RateTable.module.css'
import type { Result, Results } from './PlatformScores.tsx'

const kinds: { outcome: Outcome; title: string; count: (result: Result) => number }[] = [
  { outcome: 'ok', title: 'Answered', count: ({ outcomes }) => outcomes.ok },
  { outcome: 'not_triggered', title: 'No AI answer', count: ({ outcomes }) => outcomes.notTriggered },
  { outcome: 'refused', title: 'Refused', count: ({ outcomes }) => outcomes.refused },
  { outcome: 'empty', title: 'Empty', count: ({ outcomes }) => outcomes.empty },
  { outcome: 'failed', title: 'Failed', count: ({ outcomes }) => outcomes.failed },
  { outcome: 'unreadable', title: 'Unreadable', count: ({ outcomes }) => outcomes.unreadable },
]

/** How often the platform showed an AI answer, and what became of the other questions. */
export function OutcomeTable({ brandId, results }: { brandId: string; results: Results }): ReactNode {
  const { from, to, topic } = results
  return (
    <Table
      caption="Outcomes by platform"
      rows={results.data}
      rowId={({ slug }) => slug}
      columns={[
        { id: 'name', title: 'Platform', isRowTitle: true, cell: ({ label }) => label },
        {
          id: 'shown',
          title: <Titled words="Shown" term="triggerRate" />,
          isNumeric: true,
          cell: ({ triggerRate, shown, asked }) => (
            <>
              {percent(triggerRate)}
              <span className={styles['counts']}>
                {shown} of {asked}
              </span>
            </>
          ),
        },
        ...kinds.map(({ outcome, title, count }) => ({
          id: outcome,
          title,
          isNumeric: true,
          cell: (result: Result) =>
            count(result) === 0 ? (
              '0'
            ) : (
              <AnswersLink
                brandId={brandId}
                of={{ from, to, ...ofPanel, ...(topic !== null && { topic }), platform: result.slug, outcome }}
              >
                {whole(count(result))}
              </AnswersLink>
            ),
        })),
      ]}
    />
  )
}
