import { useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../api/use-api.ts'
import { SimulatedBadge } from '../../design/Badge.tsx'
import { Card, Stack } from '../../design/Card.tsx'
import { Empty } from '../../design/Empty.tsx'
import { Info } from '../../design/Info.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { spanText } from '../../format/times.ts'
import { TopicFilter } from '../../shell/AddressFilters.tsx'
import { useWindow, WindowPicker } from '../../shell/WindowPicker.tsx'
import { NoScore } from '../overview/NoScore.tsx'
import { HowMeasured } from './HowMeasured.tsx'
import { OutcomeTable } from './OutcomeTable.tsx'
import { PlatformScores } from './PlatformScores.tsx'
import { RateTable } from './RateTable.tsx'

/** Where the brand is visible and where not: each platform beside the others, each number with the answers behind it. */
export default function Platforms(): ReactNode {
  const { brandId } = useParams({ from: '/signed-in/shell/brands/$brandId' })
  const { topic } = useSearch({ from: '/signed-in/shell/brands/$brandId/platforms' })
  const window = useWindow()
  const results = useRead('listPlatformResults', {
    params: { id: brandId },
    query: { window, ...(topic !== undefined && { topic }) },
  })
  return (
    <>
      <PageHeader
        title="Platforms"
        badge={<SimulatedBadge isShown={results.data?.simulated ?? false} />}
        lead={
          results.data &&
          `${spanText(results.data.from, results.data.to)}${topic === undefined ? '' : `, prompts of the topic “${topic}” only`}`
        }
      >
        <TopicFilter brandId={brandId} chosen={topic} isLabelHidden />
        <WindowPicker />
      </PageHeader>
      <Loaded read={results} lines={12} empty={{ codes: ['score_not_available'], show: <NoScore brandId={brandId} /> }}>
        {(value) =>
          value.data.length === 0 ? (
            <Card title="No answers in these days">
              <Empty title="No platform answered in these days">Choose a longer window, or another topic.</Empty>
            </Card>
          ) : (
            <Stack>
              <Card title="Score by platform" aside={<Info term="score" />}>
                <PlatformScores results={value} />
              </Card>
              <Card
                title="What the answers say"
                note="Each number leads to the answers it counts. Prompts that name the brand stay outside."
              >
                <RateTable brandId={brandId} results={value} />
              </Card>
              <Card title="What came of the questions" aside={<Info term="outcome" />}>
                <OutcomeTable brandId={brandId} results={value} />
              </Card>
              <HowMeasured results={value} />
            </Stack>
          )
        }
      </Loaded>
    </>
  )
}
