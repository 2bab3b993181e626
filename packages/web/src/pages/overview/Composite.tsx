import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Output } from '../../api/contract.ts'
import { IntervalScale } from '../../charts/IntervalScale.tsx'
import { Badge, ChangeBadge } from '../../design/Badge.tsx'
import { Info } from '../../design/Info.tsx'
import { counted, intervalText, signed } from '../../format/numbers.ts'
import styles from './Composite.module.css'

type Score = Output<'getBrandScore'>

/** The one number, how sure it is, whether it moved, and the way to the answers behind it. */
export function Composite({ score, brandId }: { score: Score; brandId: string }): ReactNode {
  const { composite, interval, provisional, sample } = score
  const between = intervalText(interval)
  return (
    <div className={styles['composite']}>
      <p className={styles['line']}>
        <span className={styles['number']}>{composite}</span>
        <span className={styles['between']}>
          {between === null ? 'no interval yet: too few prompts' : `95 % interval ${between}`}
          {between !== null && <Info term="interval" />}
        </span>
        {provisional && (
          <Badge tone="warn" title="Fewer than 5 prompts or 30 valid answers.">
            Provisional
          </Badge>
        )}
      </p>
      <IntervalScale score={composite} interval={interval} />
      <Verdict trend={score.trend} />
      <p className={styles['behind']}>
        <Link to="/brands/$brandId/answers" params={{ brandId }}>
          Open the {counted(sample.answers, 'answer')} behind it
        </Link>
        {leftOut(sample) !== '' && <span>. Not counted: {leftOut(sample)}</span>}
      </p>
    </div>
  )
}

/** A change is only called one where it is more than noise. */
function Verdict({ trend }: { trend: Score['trend'] }): ReactNode {
  const { delta, interval, significant, platformWide } = trend
  const between = intervalText(interval, 1)
  if (between === null)
    return <p className={styles['verdict']}>Nothing to compare with yet: the window before has no answers.</p>
  return (
    <p className={styles['verdict']}>
      <span className="numeric">
        <strong>{signed(delta)}</strong> points
      </span>{' '}
      against the {trend.window} before, interval {between}: <ChangeBadge delta={delta} significant={significant} />
      <Info term="change" />
      {platformWide !== null && (
        <span className={styles['aside']}> All tracked names together: {signed(platformWide)}.</span>
      )}
    </p>
  )
}

function leftOut({ notTriggered, refused, empty, failed }: Score['sample']): string {
  return [
    notTriggered > 0 && `${counted(notTriggered, 'question')} without an AI answer`,
    refused > 0 && `${refused} refused`,
    empty > 0 && `${empty} empty`,
    failed > 0 && `${failed} failed`,
  ]
    .filter(Boolean)
    .join(', ')
}
