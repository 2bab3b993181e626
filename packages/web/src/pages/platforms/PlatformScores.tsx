import type { ReactNode } from 'react'
import type { Output } from '../../api/contract.ts'
import { BarList } from '../../charts/BarList.tsx'
import { Figure } from '../../charts/Figure.tsx'
import { intervalColumn } from '../../charts/interval-column.ts'
import { Table } from '../../design/Table.tsx'
import { counted } from '../../format/numbers.ts'

export type Results = Output<'listPlatformResults'>
export type Result = Results['data'][number]

/** Each platform's score with its interval, best first. */
export function PlatformScores({ results }: { results: Results }): ReactNode {
  const platforms = results.data.toSorted((one, other) => (other.score ?? -1) - (one.score ?? -1))
  return (
    <Figure
      summary={sentence(platforms)}
      table={
        <Table
          caption="Score of each platform"
          rows={platforms}
          rowId={({ slug }) => slug}
          isDense
          columns={[
            { id: 'name', title: 'Platform', isRowTitle: true, cell: ({ label }) => label },
            { id: 'score', title: 'Score', isNumeric: true, cell: ({ score }) => score ?? '–' },
            intervalColumn,
            { id: 'prompts', title: 'Prompts', isNumeric: true, cell: ({ sample }) => sample.prompts },
            { id: 'answers', title: 'Answers', isNumeric: true, cell: ({ sample }) => sample.answers },
          ]}
        />
      }
    >
      <BarList
        bars={platforms.map(({ slug, label, score, interval, sample }) => ({
          id: slug,
          name: label,
          value: score,
          interval,
          note:
            score === null
              ? 'no valid answer'
              : `${counted(sample.answers, 'answer')} to ${counted(sample.prompts, 'prompt')}`,
        }))}
      />
    </Figure>
  )
}

/** Two platforms differ only where their intervals leave each other out. */
function sentence(platforms: readonly Result[]): string {
  const scored = platforms.filter(({ score }) => score !== null)
  const best = scored[0]
  const worst = scored.at(-1)
  if (!best || !worst) return 'No platform gave a valid answer.'
  if (best === worst) return `${best.label}: ${best.score}.`
  const isApart =
    best.interval !== null && worst.interval !== null && (best.interval[0] ?? 0) > (worst.interval[1] ?? 100)
  return `Most visible on ${best.label} (${best.score}), least on ${worst.label} (${worst.score})${isApart ? '' : '; their intervals overlap, so the order may be chance'}.`
}
