import type { ReactNode } from 'react'
import type { Output } from '../../api/contract.ts'
import { usePlatformName } from '../../api/use-names.ts'
import { Figure, Legend } from '../../charts/Figure.tsx'
import { LineChart } from '../../charts/LineChart.tsx'
import { MarkList } from '../../charts/MarkList.tsx'
import { markText } from '../../charts/marks.ts'
import { Table, type Column } from '../../design/Table.tsx'
import { signed, whole } from '../../format/numbers.ts'
import { dayAndYear, spanText } from '../../format/times.ts'
import { AnswersLink, ofPanel } from '../answers/AnswersLink.tsx'
import { colorsOf } from './colors.ts'
import type { Grouping } from './grouping.ts'
import { narrowed } from './SharesNow.tsx'

type Value = Output<'getShareOfVoiceHistory'>
type Point = Value['points'][number]

/** A line a name, with what else changed on the way. */
export function SharesOverTime({
  value,
  brandId,
  every,
}: {
  value: Value
  brandId: string
  every: Grouping
}): ReactNode {
  const { entities, points, marks } = value
  const platformName = usePlatformName()
  const color = colorsOf(entities, brandId)
  const nameOf = ({ kind, name }: Value['entities'][number]): string => (kind === 'other' ? 'Untracked names' : name)
  const highest = Math.max(10, ...points.flatMap(({ entries }) => entries.map(({ score }) => score)))
  const summary = sentence(value, brandId)
  const days = points.map(({ to }) => to)
  const shownMarks = marks.flatMap((mark) => {
    // A mark stands at the point whose days it falls into.
    const point = points.find(({ from, to }) =>
      every === 'day' ? mark.day === to : from <= mark.day && mark.day <= to,
    )
    return point ? [{ day: point.to, label: markText(mark, platformName) }] : []
  })
  return (
    <>
      <Figure
        summary={summary}
        legend={
          <Legend entries={entities.map((entity) => ({ name: nameOf(entity), color: color(entity.entityId) }))} />
        }
        table={
          <Table
            caption="Share of voice over time, in percent"
            rows={points.toReversed()}
            rowId={({ to }) => to}
            isDense
            columns={[
              {
                id: 'days',
                title: every === 'day' ? 'Seven days to' : 'Days',
                isRowTitle: true,
                cell: (point) => daysText(point, every),
              },
              ...entities.map((entity): Column<Point> => ({
                id: entity.entityId,
                title: nameOf(entity),
                isNumeric: true,
                cell: (point) => shareIn(point, entity.entityId) ?? '–',
              })),
              {
                id: 'answers',
                title: 'Answers',
                isNumeric: true,
                cell: ({ from, to, answers }) => (
                  <AnswersLink brandId={brandId} of={{ from, to, ...ofPanel, ...narrowed(value) }}>
                    {whole(answers)}
                  </AnswersLink>
                ),
              },
            ]}
          />
        }
      >
        <LineChart
          label={`Share of voice over time. ${summary}`}
          days={days}
          marks={shownMarks}
          max={Math.ceil(highest / 20) * 20}
          unit=" %"
          series={entities.map((entity) => ({
            name: nameOf(entity),
            color: color(entity.entityId),
            isMain: entity.entityId === brandId,
            points: points.map((point) => ({ value: shareIn(point, entity.entityId) })),
          }))}
        />
      </Figure>
      <MarkList marks={shownMarks} />
    </>
  )
}

const shareIn = ({ entries, namings }: Point, entityId: string): number | null =>
  namings === 0 ? null : (entries.find((entry) => entry.entityId === entityId)?.score ?? null)

const daysText = ({ from, to, complete }: Point, every: Grouping): string =>
  `${every === 'day' ? dayAndYear(to) : spanText(from, to)}${complete ? '' : ' (not over yet)'}`

function sentence({ points, entities }: Value, brandId: string): string {
  const first = points[0]
  const last = points.at(-1)
  const name = entities.find(({ entityId }) => entityId === brandId)?.name ?? 'The brand'
  if (!first || !last) return 'No answers yet.'
  const [before, after] = [shareIn(first, brandId), shareIn(last, brandId)]
  if (before === null || after === null) return `${name} cannot be followed over these days: nobody is named at an end.`
  if (first === last) return `${name} has ${after} % in the days to ${dayAndYear(last.to)}.`
  return `${name}: from ${before} % in the days to ${dayAndYear(first.to)} to ${after} % in those to ${dayAndYear(last.to)} (${signed(after - before, 0)} points).`
}
