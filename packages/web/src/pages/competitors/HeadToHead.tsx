import type { Comparison } from './meeting.ts'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../api/use-api.ts'
import { SimulatedBadge } from '../../design/Badge.tsx'
import { Card, Columns, Stack } from '../../design/Card.tsx'
import { Empty } from '../../design/Empty.tsx'
import { Info } from '../../design/Info.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { counted } from '../../format/numbers.ts'
import { spanText } from '../../format/times.ts'
import { useWindow, WindowPicker } from '../../shell/WindowPicker.tsx'
import { Duel } from './Duel.tsx'
import styles from './HeadToHead.module.css'
import { LeadParts } from './LeadParts.tsx'
import { LeadPrompts } from './LeadPrompts.tsx'
import { Meetings } from './Meetings.tsx'

/** The brand against one rival: by how much, where, and in which answers. */
export default function HeadToHead(): ReactNode {
  const { brandId, competitorId } = useParams({
    from: '/signed-in/shell/brands/$brandId/competitors/$competitorId',
  })
  const window = useWindow()
  const read = useRead('compareCompetitors', {
    params: { id: brandId },
    query: { competitorIds: competitorId, window, include: 'parts' },
  })
  const [own, rival] = read.data?.entries ?? []
  return (
    <>
      <p className={styles['back']}>
        <Link to="/brands/$brandId/competitors" params={{ brandId }}>
          All competitors
        </Link>
      </p>
      <PageHeader
        title={own && rival ? `${own.name} and ${rival.name}` : 'Head to head'}
        badge={<SimulatedBadge isShown={read.data?.simulated ?? false} />}
        lead={
          read.data &&
          `${counted(read.data.sample.answers, 'answer')} to ${counted(read.data.sample.prompts, 'prompt')}, ${spanText(read.data.from, read.data.to)}`
        }
      >
        <WindowPicker />
      </PageHeader>
      <Loaded
        read={read}
        lines={12}
        empty={{
          codes: ['score_not_available'],
          show: (
            <Empty title="Nothing to compare yet">The two stand against each other here after the first run.</Empty>
          ),
        }}
      >
        {(comparison) => <Whole comparison={comparison} brandId={brandId} />}
      </Loaded>
    </>
  )
}

function Whole({ comparison, brandId }: { comparison: Comparison; brandId: string }): ReactNode {
  const [meeting] = comparison.headToHead
  if (!meeting) return <Empty title="This competitor is not tracked any more" />
  return (
    <Stack>
      <Columns>
        <Card title="Who leads" aside={<Info term="lead" />}>
          <Duel comparison={comparison} meeting={meeting} />
        </Card>
        <Card title="In the same answers">
          <Meetings comparison={comparison} meeting={meeting} brandId={brandId} />
        </Card>
      </Columns>
      {meeting.parts && (
        <>
          <LeadParts comparison={comparison} parts={meeting.parts} brandId={brandId} />
          <LeadPrompts comparison={comparison} meeting={meeting} parts={meeting.parts} brandId={brandId} />
        </>
      )}
    </Stack>
  )
}
