import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../api/use-api.ts'
import { SimulatedBadge } from '../../design/Badge.tsx'
import { Card, Columns, Stack } from '../../design/Card.tsx'
import { Info } from '../../design/Info.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { counted } from '../../format/numbers.ts'
import { dayAndYear } from '../../format/times.ts'
import { useWindow, WindowPicker } from '../../shell/WindowPicker.tsx'
import { Composite } from './Composite.tsx'
import { LastRun } from './LastRun.tsx'
import { NoScore } from './NoScore.tsx'
import { PlatformBars } from './PlatformBars.tsx'
import { ScoreTrend } from './ScoreTrend.tsx'
import { TopRecommendation } from './TopRecommendation.tsx'
import { VoiceBars } from './VoiceBars.tsx'

/** How does the brand stand, is it changing, and what brings most now. */
export default function Overview(): ReactNode {
  const { brandId } = useParams({ from: '/signed-in/shell/brands/$brandId' })
  const window = useWindow()
  const params = { id: brandId }
  const brand = useRead('getBrand', { params })
  const score = useRead('getBrandScore', { params, query: { window } })
  return (
    <>
      <PageHeader
        title={brand.data?.name ?? 'Overview'}
        badge={<SimulatedBadge isShown={score.data?.simulated ?? false} />}
        lead={
          score.data &&
          `${counted(score.data.sample.answers, 'answer')} to ${counted(score.data.sample.prompts, 'prompt')}, up to ${dayAndYear(score.data.asOf)}`
        }
      >
        <WindowPicker />
      </PageHeader>
      <Loaded read={score} lines={10} empty={{ codes: ['score_not_available'], show: <NoScore brandId={brandId} /> }}>
        {(value) => (
          <Stack>
            <Columns>
              <Card title="Score" aside={<Info term="score" />}>
                <Composite score={value} brandId={brandId} />
              </Card>
              <Card title="What brings most now" aside={<Info term="estimatedLift" />}>
                <TopRecommendation brandId={brandId} />
              </Card>
            </Columns>
            <ScoreTrend brandId={brandId} />
            <Columns>
              <PlatformBars score={value} brandId={brandId} />
              <VoiceBars brandId={brandId} window={window} />
            </Columns>
            <LastRun brandId={brandId} />
          </Stack>
        )}
      </Loaded>
    </>
  )
}
