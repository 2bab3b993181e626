import type { ReactNode } from 'react'
import type { Bar } from '../../charts/SpanScale.tsx'
import { Badge } from '../../design/Badge.tsx'
import type { Column } from '../../design/Table.tsx'
import { intervalText, signed } from '../../format/numbers.ts'

type Lead = { delta: number; interval: readonly number[] | null; significant: boolean }

/** Who leads, as far as chance leaves it open. */
const leadWord = ({ delta, significant }: Lead): string =>
  significant ? (delta > 0 ? 'the brand leads' : 'the rival leads') : 'too close to call'

function LeadBadge({ lead }: { lead: Lead }): ReactNode {
  return <Badge tone={lead.significant ? (lead.delta > 0 ? 'good' : 'bad') : 'plain'}>{leadWord(lead)}</Badge>
}

/** A lead as it is drawn … */
export const leadSpan = (lead: Lead): Pick<Bar, 'value' | 'interval' | 'verdict'> => ({
  value: lead.delta,
  interval: lead.interval,
  verdict: <LeadBadge lead={lead} />,
})

/** … and as it stands in the table beside the drawing. */
export const leadColumns: Column<{ lead: Lead }>[] = [
  { id: 'lead', title: 'Lead', isNumeric: true, cell: ({ lead }) => signed(lead.delta) },
  {
    id: 'interval',
    title: '95 % interval',
    isNumeric: true,
    cell: ({ lead }) => intervalText(lead.interval, 1) ?? '–',
  },
  { id: 'verdict', title: 'Verdict', cell: ({ lead }) => leadWord(lead) },
]
