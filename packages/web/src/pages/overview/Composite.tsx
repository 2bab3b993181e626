import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import type { Output } from '../../api/contract.ts'
import { IntervalScale } from '../../charts/IntervalScale.tsx'
import { Badge, ChangeBadge } from '../../design/Badge.tsx'
import { Info } from '../../design/Info.tsx'
import { counted, intervalText, signed } from '../../format/numbers.ts'
import { daysOfWindow, windowText } from '../../shell/search.ts'
import { AnswersLink, ofScore } from '../answers/AnswersLink.tsx'
import type { Outcome } from '../answers/words.ts'
import styles from './Composite.module.css'

type Score = Output<'getBrandScore'>

/** The one number, how sure it is, whether it moved, and the way to the answers behind it. */
export function Composite({ score, brandId }: { score: Score; brandId: string }): ReactNode {
  const { composite, interval, provisional, sample } = score
  const between = intervalText(interval)
  const days = daysOfWindow(score.trend.window, score.asOf)
  const left = leftOut(sample)
  return (
    <div className={styles['composite']}>
      <p className={styles['line']}>
        <span className={styles['number']}>{composite}</span>
        <span className={styles['between']}>
          {between === null ? 'no interval yet: too few prompts' : `95 % interval ${between}`}
          {between !== null && <Info term="interval" />}
        </span>
        {provisional && (
          <Badge tone="warn" title="Few prompts or answers stand behind it, or its interval is wider than 30 points.">
            Provisional
          </Badge>
        )}
      </p>
      <IntervalScale score={composite} interval={interval} />
      <Verdict trend={score.trend} brandId={brandId} />
      <p className={styles['behind']}>
        <AnswersLink brandId={brandId} of={{ ...days, ...ofScore }}>
          Open the {counted(sample.answers, 'answer')} behind it
        </AnswersLink>
        {left.length > 0 && '. Not counted: '}
        {left.map(({ outcome, words }, index) => (
          <Fragment key={outcome}>
            {index > 0 && ', '}
            <AnswersLink brandId={brandId} of={{ ...days, ...ofScore, outcome }}>
              {words}
            </AnswersLink>
          </Fragment>
        ))}
      </p>
    </div>
  )
}

/** A change is only called one where it is more than noise. */
function Verdict({ trend, brandId }: { trend: Score['trend']; brandId: string }): ReactNode {
  const { delta, interval, significant, comparable, beyondRivals, platformWide } = trend
  const between = intervalText(interval, 1)
  if (!comparable)
    return <p className={styles['verdict']}>Nothing to compare with yet: the window before has no answers.</p>
  if (between === null) return <p className={styles['verdict']}>Too few prompts to tell a change from noise.</p>
  return (
    <p className={styles['verdict']}>
      <span className="numeric">
        <strong>{signed(delta)}</strong> points
      </span>{' '}
      against the {windowText(trend.window)} before, interval {between}:{' '}
      <ChangeBadge delta={delta} significant={significant} />
      <Info term="change" />
      {beyondRivals?.interval && (
        <span className={styles['aside']}>
          {' '}
          Beyond rivals: {signed(beyondRivals.delta)}, interval {intervalText(beyondRivals.interval, 1)}{' '}
          <ChangeBadge delta={beyondRivals.delta} significant={beyondRivals.significant} />
        </span>
      )}
      {platformWide !== null && (
        <span className={styles['aside']}> All tracked names together: {signed(platformWide)}.</span>
      )}{' '}
      <Link
        to="/brands/$brandId/periods"
        params={{ brandId }}
        search={(kept) => ({ window: kept.window })}
        className={styles['aside']}
      >
        Compare other periods
      </Link>
    </p>
  )
}

/** What came of the other questions; each stands in the list of answers as well. */
function leftOut({
  notTriggered,
  refused,
  empty,
  failed,
  unreadable,
}: Score['sample']): { outcome: Outcome; words: string }[] {
  const kinds: { outcome: Outcome; count: number; words: string }[] = [
    {
      outcome: 'not_triggered',
      count: notTriggered,
      words: `${counted(notTriggered, 'question')} without an AI answer`,
    },
    { outcome: 'refused', count: refused, words: `${refused} refused` },
    { outcome: 'empty', count: empty, words: `${empty} empty` },
    { outcome: 'failed', count: failed, words: `${failed} failed` },
    { outcome: 'unreadable', count: unreadable, words: `${unreadable} unreadable` },
  ]
  return kinds.filter(({ count }) => count > 0)
}
