import type { ReactNode } from 'react'
import { Badge } from '../../design/Badge.tsx'

type Lead = { delta: number; significant: boolean }

/** Who leads, as far as chance leaves it open. */
export const leadWord = ({ delta, significant }: Lead): string =>
  significant ? (delta > 0 ? 'the brand leads' : 'the rival leads') : 'too close to call'

export function LeadBadge({ lead }: { lead: Lead }): ReactNode {
  return <Badge tone={lead.significant ? (lead.delta > 0 ? 'good' : 'bad') : 'plain'}>{leadWord(lead)}</Badge>
}
