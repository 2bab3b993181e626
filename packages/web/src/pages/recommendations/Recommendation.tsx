import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Output } from '../../api/contract.ts'
import { usePlatformName } from '../../api/use-names.ts'
import { useRead } from '../../api/use-door.ts'
import { Badge, SimulatedBadge } from '../../design/Badge.tsx'
import { Card, Columns, Stack } from '../../design/Card.tsx'
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

export type Advice = Output<'getSuggestion'>

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
                <Facts advice={value} />
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

function Facts({ advice }: { advice: Advice }): ReactNode {
  const platformName = usePlatformName()
  return (
    <dl className={styles['facts']}>
      <dt>About</dt>
      <dd>{kindWords[advice.kind]}</dd>
      <dt>Effort</dt>
      <dd>{effortWords[advice.effort]}</dd>
      <dt>Platforms</dt>
      <dd>{advice.platforms.map(platformName).join(', ') || '–'}</dd>
      <dt>Evidence</dt>
      <dd>
        {counted(advice.answers, 'answer')} to {counted(advice.evidence.promptCount, 'prompt')},{' '}
        {spanText(advice.from, advice.to)}
      </dd>
      <dt>Last found</dt>
      <dd>{instantText(advice.seenAt)}</dd>
      {advice.doneAt !== null && (
        <>
          <dt>Done</dt>
          <dd>{dayAndYear(advice.doneAt.slice(0, 10))}</dd>
        </>
      )}
      {advice.reason !== null && (
        <>
          <dt>Dismissed</dt>
          <dd>{advice.reason}</dd>
        </>
      )}
    </dl>
  )
}
