import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../../api/session.ts'
import { usePlatformName } from '../../api/use-names.ts'
import { useWrite } from '../../api/use-api.ts'
import { Button } from '../../design/Button.tsx'
import { Badge } from '../../design/Badge.tsx'
import { counted, intervalText, signed } from '../../format/numbers.ts'
import styles from './AdviceCard.module.css'
import { effortWords, kindWords, moveWords, type Status, type Summary } from './words.ts'

/** One recommendation on the board: what, how much it may bring, what it takes, what stands behind it. */
export function AdviceCard({ advice }: { advice: Summary }): ReactNode {
  const platformName = usePlatformName()
  const { id, brandId, title, effort, kind, answers, platforms, reason } = advice
  return (
    <article className={styles['card']}>
      <h3 className={styles['title']}>
        <Link to="/brands/$brandId/recommendations/$recommendationId" params={{ brandId, recommendationId: id }}>
          {title}
        </Link>
      </h3>
      <p className={styles['lift']}>
        <span>
          <strong className="numeric">{signed(advice.estimatedLift, 0)}</strong>{' '}
          {advice.estimatedLift === 1 ? 'point' : 'points'} estimated
        </span>
        <span className={styles['range']}>{intervalText(advice.liftRange, 1)}</span>
      </p>
      <Measured advice={advice} />
      {reason !== null && <p className={styles['reason']}>“{reason}”</p>}
      <p className={styles['facts']}>
        {effortWords[effort]} · {kindWords[kind]} · {counted(answers, 'answer')} of{' '}
        {platforms.length > 2 ? counted(platforms.length, 'platform') : platforms.map(platformName).join(', ')}
      </p>
      <NextStep advice={advice} />
    </article>
  )
}

function Measured({ advice: { status, measuredLift } }: { advice: Summary }): ReactNode {
  if (status !== 'done') return null
  if (!measuredLift) return <p className={styles['range']}>Measured after 7 days with answers.</p>
  return (
    <p className={styles['lift']}>
      <span>
        <strong className="numeric">{signed(measuredLift.points)}</strong> points measured
      </span>
      <Badge tone={measuredLift.insideRange ? 'good' : 'warn'}>
        {measuredLift.insideRange ? 'inside the range' : 'outside the range'}
      </Badge>
    </p>
  )
}

/** Where it goes from here when it goes well; dismissing asks for a reason and stands on its own page. */
const ONWARD: Partial<Record<Status, 'accepted' | 'in_progress' | 'done'>> = {
  new: 'accepted',
  accepted: 'in_progress',
  in_progress: 'done',
}

function NextStep({ advice: { id, brandId, status, title } }: { advice: Summary }): ReactNode {
  const may = useMay()
  const move = useWrite('updateSuggestion', { changes: ['listSuggestions', 'getSuggestion', 'getBrandScore'] })
  const next = ONWARD[status]
  if (next === undefined || !may('member')) return null
  return (
    <>
      <Button
        size="small"
        isBusy={move.isPending}
        aria-label={`${moveWords[next]}: ${title}`}
        onClick={() => move.mutate({ params: { id: brandId, sid: id }, body: { status: next } })}
      >
        {moveWords[next]}
      </Button>
      {move.error && (
        <p role="alert" className={styles['error']}>
          {move.error.message}
        </p>
      )}
    </>
  )
}
