import type { ReactNode } from 'react'
import { BarList } from '../../charts/BarList.tsx'
import { Figure } from '../../charts/Figure.tsx'
import { intervalColumn } from '../../charts/interval-column.ts'
import { Badge } from '../../design/Badge.tsx'
import { Table } from '../../design/Table.tsx'
import { counted, whole } from '../../format/numbers.ts'
import { spanText } from '../../format/times.ts'
import { AnswersLink, ofPanel, ofScore } from '../answers/AnswersLink.tsx'
import type { Comparison } from './comparison.ts'

/** The score of each period with its interval, and the way to its answers. */
export function Levels({ comparison, brandId }: { comparison: Comparison; brandId: string }): ReactNode {
  const { a, b, platform, topic } = comparison
  const rows = [
    { id: 'a', name: 'Earlier', color: 'var(--series-other)', ...a },
    { id: 'b', name: 'Later', color: 'var(--series-1)', ...b },
  ]
  const behind = ({ from, to, sample }: Comparison['a'], words: ReactNode): ReactNode =>
    sample.answers === 0 ? (
      words
    ) : (
      <AnswersLink
        brandId={brandId}
        of={{ from, to, ...(platform === null ? ofScore : { ...ofPanel, platform }), ...(topic !== null && { topic }) }}
      >
        {words}
      </AnswersLink>
    )
  return (
    <Figure
      summary={sentence(comparison)}
      table={
        <Table
          caption="Score of each period"
          rows={rows}
          rowId={({ id }) => id}
          isDense
          columns={[
            { id: 'days', title: 'Days', isRowTitle: true, cell: ({ from, to }) => spanText(from, to) },
            { id: 'score', title: 'Score', isNumeric: true, cell: ({ score }) => score ?? '–' },
            intervalColumn,
            { id: 'prompts', title: 'Prompts', isNumeric: true, cell: ({ sample }) => sample.prompts },
            {
              id: 'answers',
              title: 'Answers',
              isNumeric: true,
              cell: (row) => behind(row, whole(row.sample.answers)),
            },
          ]}
        />
      }
    >
      <BarList
        bars={rows.map((row) => ({
          id: row.id,
          name: `${row.name}: ${spanText(row.from, row.to)}`,
          value: row.score,
          interval: row.interval,
          color: row.color,
          note: (
            <>
              {behind(row, counted(row.sample.answers, 'answer'))} to {counted(row.sample.prompts, 'prompt')}{' '}
              {row.score !== null && row.provisional && (
                <Badge tone="warn" title="Fewer than 5 prompts or 30 valid answers.">
                  Provisional
                </Badge>
              )}
            </>
          ),
        }))}
      />
    </Figure>
  )
}

function sentence({ a, b }: Comparison): string {
  if (a.score === null && b.score === null) return 'Neither period has a valid answer.'
  if (a.score === null) return `${b.score} in the later period; the earlier one has no valid answer.`
  if (b.score === null) return `${a.score} in the earlier period; the later one has no valid answer.`
  return `${a.score} in the earlier period, ${b.score} in the later one.`
}
