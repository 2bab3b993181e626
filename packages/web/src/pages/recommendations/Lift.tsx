import type { ReactNode } from 'react'
import { SpanScale, type Bar } from '../../charts/SpanScale.tsx'
import { Badge, ChangeBadge } from '../../design/Badge.tsx'
import { Info } from '../../design/Info.tsx'
import { intervalText, percent, signed } from '../../format/numbers.ts'
import { spanText } from '../../format/times.ts'
import styles from './Lift.module.css'
import type { Advice } from './advice.ts'

type MeasuredLift = NonNullable<Advice['measuredLift']>

/** The estimate with its range and, once it is done, what was measured, on one scale. */
export function Lift({ advice }: { advice: Advice }): ReactNode {
  const { estimatedLift, liftRange, successRate, status, measuredLift } = advice
  const estimate: Bar = { id: 'estimate', name: 'Estimated', value: estimatedLift, interval: liftRange, decimals: 0 }
  return (
    <div className={styles['lift']}>
      <SpanScale spans={measuredLift ? [estimate, ...measuredSpans(measuredLift)] : [estimate]} />
      <p className={styles['words']}>
        Assumed: such advice closes {percent(successRate)} of the gap to the rivals. The range holds the measured lift
        in 90 % of cases if that is right. Lifts of two recommendations do not add up.
      </p>
      {measuredLift && <MeasuredWords measured={measuredLift} />}
      {!measuredLift && (
        <p className={styles['words']}>
          {status === 'done'
            ? 'It is measured as soon as there are 7 days with answers since it was done.'
            : 'Once it is marked done, the change is measured and stands beside the estimate.'}{' '}
          <Info term="measuredLift" />
        </p>
      )}
    </div>
  )
}

function measuredSpans({ points, interval, significant, composite }: MeasuredLift): Bar[] {
  const own: Bar = {
    id: 'measured',
    name: 'Measured, where the advice applies',
    value: points,
    interval,
    color: 'var(--series-3)',
    verdict: <ChangeBadge delta={points} significant={significant} />,
  }
  if (!composite) return [own]
  return [
    own,
    {
      id: 'composite',
      name: 'Whole score, whatever caused it',
      value: composite.points,
      interval: composite.interval,
      color: 'var(--series-other)',
      verdict: <ChangeBadge delta={composite.points} significant={composite.significant} />,
    },
  ]
}

function MeasuredWords({ measured }: { measured: MeasuredLift }): ReactNode {
  const { points, interval, insideRange, platformWide, before, after, cells, isFinal } = measured
  return (
    <p className={styles['words']}>
      <Badge tone={insideRange ? 'good' : 'warn'}>{insideRange ? 'Inside the range' : 'Outside the range'}</Badge>{' '}
      {signed(points)} points{interval && ` (${intervalText(interval, 1)})`} over {cells} pairs of prompt and platform,{' '}
      {spanText(after.from, after.to)} against {spanText(before.from, before.to)}.
      {platformWide !== null && ` All tracked names together: ${signed(platformWide)}.`}
      {!isFinal && ' Measured again with each run until the window after is full.'} <Info term="measuredLift" />
    </p>
  )
}
