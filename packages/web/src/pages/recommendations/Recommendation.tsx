import type { Advice } from './advice.ts'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePlatformName } from '../../api/use-names.ts'
import { useRead } from '../../api/use-api.ts'
import { Badge, SimulatedBadge } from '../../design/Badge.tsx'
import { Card, Columns, Stack } from '../../design/Card.tsx'
import { Facts } from '../../design/Facts.tsx'
import { Info } from '../../design/Info.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { counted } from '../../format/numbers.ts'
import { dayAndYear, instantText, spanText } from '../../format/times.ts'
import { Cells } from './Cells.tsx'
import { Evidence } from './Evidence.tsx'
import { Lift } from './Lift.tsx'
import { Moves } from './Moves.tsx'
import styles from './Recommendation.module.css'
import { effortWords, kindWords, statusTones, statusWords } from './words.ts'

/** One piece of advice: what to do, what speaks for it, what it may bring and what it brought. */
export default function Recommendation(): ReactNode {
  const { brandId, recommendationId } = useParams({
    from: '/signed-in/shell/brands/$brandId/recommendations/$recommendationId',
  })
  const advice = useRead('getSuggestion', { params: { id: brandId, sid: recommendationId } })
  const status = advice.data?.status
  return (
    <>
      <p className={styles['back']}>
        <Link to="/brands/$brandId/recommendations" params={{ brandId }}>
          All recommendations
        </Link>
      </p>
      <PageHeader
        title={advice.data?.title ?? 'Recommendation'}
        badge={
          <>
            {status && <Badge tone={statusTones[status]}>{statusWords[status]}</Badge>}
            <SimulatedBadge isShown={advice.data?.simulated ?? false} />
          </>
        }
      />
      <Loaded read={advice} lines={12}>
        {(value) => (
          <Stack>
            <Columns>
              <Card title="What to do">
                <p className={styles['summary']}>{value.summary}</p>
                <About advice={value} />
                <Moves advice={value} />
              </Card>
              <Card title="What it may bring" aside={<Info term="estimatedLift" />}>
                <Lift advice={value} />
              </Card>
            </Columns>
            <Evidence advice={value} />
            <Cells advice={value} />
          </Stack>
        )}
      </Loaded>
    </>
  )
}

function About({ advice }: { advice: Advice }): ReactNode {
  const platformName = usePlatformName()
  const { kind, effort, platforms, answers, evidence, from, to, seenAt, doneAt, reason } = advice
  return (
    <div className={styles['facts']}>
      <Facts
        facts={[
          { name: 'About', value: kindWords[kind] },
          { name: 'Effort', value: effortWords[effort] },
          { name: 'Platforms', value: platforms.map(platformName).join(', ') || '–' },
          {
            name: 'Evidence',
            value: `${counted(answers, 'answer')} to ${counted(evidence.promptCount, 'prompt')}, ${spanText(from, to)}`,
          },
          { name: 'Last found', value: instantText(seenAt) },
          doneAt !== null && { name: 'Done', value: dayAndYear(doneAt.slice(0, 10)) },
          reason !== null && { name: 'Dismissed', value: reason },
        ]}
      />
    </div>
  )
}
