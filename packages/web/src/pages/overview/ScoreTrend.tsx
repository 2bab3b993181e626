import type { ReactNode } from 'react'
import type { Output } from '../../api/contract.ts'
import { useRead } from '../../api/use-api.ts'
import { usePlatformName } from '../../api/use-names.ts'
import { Figure, Legend } from '../../charts/Figure.tsx'
import { intervalColumn } from '../../charts/interval-column.ts'
import { LineChart } from '../../charts/LineChart.tsx'
import { MarkList } from '../../charts/MarkList.tsx'
import { markText } from '../../charts/marks.ts'
import { Card } from '../../design/Card.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { Table } from '../../design/Table.tsx'
import { signed, whole } from '../../format/numbers.ts'
import { dayAndYear } from '../../format/times.ts'
import { AnswersLink, ofScore } from '../answers/AnswersLink.tsx'

type History = Output<'getScoreHistory'>

/** The score over the last ninety days, with its interval and what else changed. */
export function ScoreTrend({ brandId }: { brandId: string }): ReactNode {
  const platformName = usePlatformName()
  const history = useRead('getScoreHistory', { params: { id: brandId } })
  return (
    <Card title="Score over time" note="Each point is the score of the 7 days that end with it.">
      <Loaded read={history} lines={8}>
        {(value) => (
          <>
            <Figure
              summary={sentence(value)}
              legend={
                <Legend
                  entries={[
                    { name: 'Score', color: 'var(--series-1)' },
                    { name: '95 % interval', color: 'var(--series-1)', isBand: true },
                  ]}
                />
              }
              table={<HistoryTable points={value.points} brandId={brandId} />}
            >
              <LineChart
                label={`Score over time. ${sentence(value)}`}
                days={value.points.map(({ to }) => to)}
                marks={value.marks.map((mark) => ({ day: mark.day, label: markText(mark, platformName) }))}
                max={100}
                series={[
                  {
                    name: 'Score',
                    color: 'var(--series-1)',
                    isMain: true,
                    points: value.points.map(({ score, interval }) => ({
                      value: score,
                      low: interval?.[0] ?? null,
                      high: interval?.[1] ?? null,
                    })),
                  },
                ]}
              />
            </Figure>
            <MarkList marks={value.marks.map((mark) => ({ day: mark.day, label: markText(mark, platformName) }))} />
          </>
        )}
      </Loaded>
    </Card>
  )
}

function sentence({ points }: History): string {
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return 'No answers yet.'
  if (first === last) return `${last.score} on ${dayAndYear(last.to)}.`
  const lowest = Math.min(...points.map(({ score }) => score))
  const highest = Math.max(...points.map(({ score }) => score))
  return `From ${first.score} on ${dayAndYear(first.to)} to ${last.score} on ${dayAndYear(last.to)} (${signed(last.score - first.score, 0)}); between ${lowest} and ${highest} all the while.`
}

function HistoryTable({ points, brandId }: { points: History['points']; brandId: string }): ReactNode {
  return (
    <Table
      caption="Score over time"
      rows={points.toReversed()}
      rowId={({ to }) => to}
      isDense
      columns={[
        { id: 'day', title: 'Seven days to', isRowTitle: true, cell: ({ to }) => dayAndYear(to) },
        { id: 'score', title: 'Score', isNumeric: true, cell: ({ score }) => score },
        intervalColumn,
        {
          id: 'answers',
          title: 'Answers',
          isNumeric: true,
          cell: ({ from, to, sample }) => (
            <AnswersLink brandId={brandId} of={{ from, to, ...ofScore }}>
              {whole(sample.answers)}
            </AnswersLink>
          ),
        },
      ]}
    />
  )
}
