import type { ReactNode } from 'react'
import { Figure } from '../../charts/Figure.tsx'
import { LineChart } from '../../charts/LineChart.tsx'
import { Table } from '../../design/Table.tsx'
import { counted, percent } from '../../format/numbers.ts'
import { dayAndYear } from '../../format/times.ts'
import type { AnswerSearch } from '../answers/asked.ts'
import { AnswersLink } from '../answers/AnswersLink.tsx'
import type { ListedAnswer } from '../answers/words.ts'

type Day = { day: string; answers: number; named: number }

/** How often the answers of each day name the brand; days without a valid answer have no point. */
export function PromptDays({
  answers,
  brandId,
  promptId,
}: {
  answers: readonly ListedAnswer[]
  brandId: string
  promptId: string
}): ReactNode {
  const days = daysOf(answers, brandId)
  const total = days.reduce((sum, day) => sum + day.answers, 0)
  const named = days.reduce((sum, day) => sum + day.named, 0)
  const behind = (count: number, day: string, more: AnswerSearch): ReactNode => (
    <AnswersLink brandId={brandId} of={{ promptId, outcome: 'ok', from: day, to: day, ...more }}>
      {count}
    </AnswersLink>
  )
  const summary =
    total === 0
      ? 'No valid answer among the last 200.'
      : `Named in ${named} of ${counted(total, 'valid answer')} (${percent(named / total)}) over ${counted(days.length, 'day')}.`
  return (
    <Figure
      summary={summary}
      table={
        <Table
          caption="Answers naming the brand, day by day"
          rows={days.toReversed()}
          rowId={({ day }) => day}
          isDense
          columns={[
            { id: 'day', title: 'Day', isRowTitle: true, cell: ({ day }) => dayAndYear(day) },
            {
              id: 'answers',
              title: 'Valid answers',
              isNumeric: true,
              cell: ({ day, answers: count }) => behind(count, day, {}),
            },
            {
              id: 'named',
              title: 'Naming the brand',
              isNumeric: true,
              cell: ({ day, named: count }) => behind(count, day, { mentioned: 'true' }),
            },
            { id: 'rate', title: 'Share', isNumeric: true, cell: ({ named, answers }) => share({ named, answers }) },
          ]}
        />
      }
    >
      <LineChart
        label={`Share of answers naming the brand, day by day. ${summary}`}
        days={days.map(({ day }) => day)}
        max={100}
        unit=" %"
        height={200}
        series={[
          {
            name: 'Named',
            color: 'var(--series-1)',
            isMain: true,
            points: days.map(({ answers, named }) => ({ value: answers === 0 ? null : (100 * named) / answers })),
          },
        ]}
      />
    </Figure>
  )
}

const share = ({ named, answers }: Pick<Day, 'named' | 'answers'>): string =>
  percent(answers === 0 ? null : named / answers)

/** Days in UTC, as everywhere; the oldest of a cut list may be a part of one and is left out. */
function daysOf(answers: readonly ListedAnswer[], brandId: string): Day[] {
  const byDay = Map.groupBy(answers, ({ collectedAt }) => collectedAt.slice(0, 10))
  const days = [...byDay]
    .map(([day, ofDay]) => {
      const valid = ofDay.filter(({ outcome }) => outcome === 'ok')
      const isNamed = ({ places }: ListedAnswer): boolean => places.some(({ entityId }) => entityId === brandId)
      return { day, answers: valid.length, named: valid.filter(isNamed).length }
    })
    .toSorted((one, other) => one.day.localeCompare(other.day))
  return answers.length >= 200 ? days.slice(1) : days
}
