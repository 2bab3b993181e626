import type { ReactNode } from 'react'
import { BarList } from '../../charts/BarList.tsx'
import { Figure } from '../../charts/Figure.tsx'
import { LineChart } from '../../charts/LineChart.tsx'
import { Card } from '../../design/Card.tsx'
import { Empty } from '../../design/Empty.tsx'
import { Table } from '../../design/Table.tsx'
import { counted, whole } from '../../format/numbers.ts'
import { dayText } from '../../format/times.ts'

type Day = { day: string; calls: number }

export function CallsByDay({ byDay }: { byDay: readonly Day[] }): ReactNode {
  const most = byDay.reduce<Day | null>((best, one) => (best === null || one.calls > best.calls ? one : best), null)
  return (
    <Card title="Calls by day" note="Days are UTC.">
      {most === null || most.calls === 0 ? (
        <Empty title="No calls in this period yet">What programs ask with your API keys is counted here.</Empty>
      ) : (
        <Figure
          summary={`Most on ${dayText(most.day)}: ${counted(most.calls, 'call')}.`}
          table={
            <Table
              caption="Calls by day"
              isDense
              rows={byDay}
              rowId={({ day }) => day}
              columns={[
                { id: 'day', title: 'Day', isRowTitle: true, cell: ({ day }) => dayText(day) },
                { id: 'calls', title: 'Calls', isNumeric: true, cell: ({ calls }) => whole(calls) },
              ]}
            />
          }
        >
          {byDay.length === 1 ? (
            <BarList bars={[{ id: most.day, name: dayText(most.day), value: most.calls }]} max={most.calls} />
          ) : (
            <LineChart
              label="Calls by day"
              days={byDay.map(({ day }) => day)}
              series={[
                {
                  name: 'Calls',
                  color: 'var(--series-1)',
                  isMain: true,
                  points: byDay.map(({ calls }) => ({ value: calls })),
                },
              ]}
              max={most.calls}
              height={180}
            />
          )}
        </Figure>
      )}
    </Card>
  )
}

type Row = { id: string; name: string; calls: number }

export function CallsByWhat({
  title,
  noun,
  rows,
  note,
}: {
  title: string
  noun: string
  rows: readonly Row[]
  note?: string | undefined
}): ReactNode {
  const sorted = rows.toSorted((one, other) => other.calls - one.calls)
  const first = sorted[0]
  return (
    <Card title={title} note={note}>
      {first === undefined ? (
        <Empty title="No calls in this period yet" />
      ) : (
        <Figure
          summary={`Most: ${first.name}, ${counted(first.calls, 'call')}.`}
          table={
            <Table
              caption={`Calls ${title.toLowerCase()}`}
              isDense
              rows={sorted}
              rowId={({ id }) => id}
              columns={[
                { id: 'name', title: noun, isRowTitle: true, cell: ({ name }) => name },
                { id: 'calls', title: 'Calls', isNumeric: true, cell: ({ calls }) => whole(calls) },
              ]}
            />
          }
        >
          <BarList
            bars={sorted.slice(0, 12).map(({ id, name, calls }) => ({ id, name, value: calls }))}
            max={first.calls}
          />
        </Figure>
      )}
    </Card>
  )
}
