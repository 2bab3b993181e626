import type { ReactNode } from 'react'
import { Figure } from '../../charts/Figure.tsx'
import { SpanScale, type Bar } from '../../charts/SpanScale.tsx'
import { ChangeBadge } from '../../design/Badge.tsx'
import { Empty } from '../../design/Empty.tsx'
import { Table } from '../../design/Table.tsx'
import { counted, intervalText, signed } from '../../format/numbers.ts'
import type { Comparison } from './comparison.ts'

type Change = NonNullable<Comparison['change']>

/** The change with its interval, what of it everybody shares, and what of it is the brand's own. */
export function ChangeCard({ comparison: { change } }: { comparison: Comparison }): ReactNode {
  if (!change)
    return (
      <Empty title="Nothing to compare">
        No prompt has valid answers of the same platform in both periods. Choose days on which both were measured.
      </Empty>
    )
  const rows = rowsOf(change)
  return (
    <Figure
      summary={sentence(change)}
      table={
        <Table
          caption="What changed from the earlier to the later period, in points"
          rows={rows}
          rowId={({ id }) => id}
          isDense
          columns={[
            { id: 'what', title: 'Change of', isRowTitle: true, cell: ({ name }) => name },
            {
              id: 'points',
              title: 'Points',
              isNumeric: true,
              cell: ({ value }) => (value === null ? '–' : signed(value)),
            },
            {
              id: 'interval',
              title: '95 % interval',
              isNumeric: true,
              cell: ({ interval }) => intervalText(interval, 1) ?? '–',
            },
          ]}
        />
      }
    >
      <SpanScale spans={rows} />
    </Figure>
  )
}

function rowsOf({ delta, interval, significant, beyondRivals, platformWide, split }: Change): Bar[] {
  return [
    {
      id: 'score',
      name: 'The brand’s score',
      value: delta,
      interval,
      verdict: <ChangeBadge delta={delta} significant={significant} />,
    },
    ...(beyondRivals === null
      ? []
      : [
          {
            id: 'beyond',
            name: 'Its lead over the rivals’ mean',
            value: beyondRivals.delta,
            interval: beyondRivals.interval,
            verdict: <ChangeBadge delta={beyondRivals.delta} significant={beyondRivals.significant} />,
          },
        ]),
    ...(platformWide === null
      ? []
      : [
          {
            id: 'all',
            name: 'All tracked names together',
            value: platformWide,
            interval: null,
            color: 'var(--series-other)',
          },
        ]),
    ...(split === null
      ? []
      : [
          { id: 'own', name: 'The brand’s own part', value: split.brandPart, interval: null, color: 'var(--series-3)' },
        ]),
  ]
}

/** The number that matters first: whether it is a change at all. */
function sentence({ delta, relative, interval, significant, pairs, before, after }: Change): string {
  const between = intervalText(interval, 1)
  const verdict =
    between === null
      ? 'too few prompts to tell it from noise'
      : significant
        ? delta > 0
          ? 'a rise beyond noise'
          : 'a fall beyond noise'
        : 'within noise'
  return `${signed(delta)} points (${relative.replace('-', '−').replace('%', ' %')})${between === null ? '' : `, interval ${between}`}: ${verdict}. From ${before.toFixed(1)} to ${after.toFixed(1)} over the ${counted(pairs, 'pair')} of prompt and platform that both periods have.`
}
