import type { ReactNode } from 'react'
import styles from './IntervalScale.module.css'

/** A score on its scale of 0 to 100, with the span in which the truth lies. Its numbers stand beside it in words. */
export function IntervalScale({ score, interval }: { score: number; interval: readonly number[] | null }): ReactNode {
  const [low = score, high = score] = interval ?? []
  return (
    <div className={styles['scale']} aria-hidden="true">
      <svg viewBox="0 0 100 8" preserveAspectRatio="none">
        <rect y="3" width="100" height="2" fill="var(--sunken)" />
        <rect x={low} y="1.5" width={Math.max(high - low, 0.3)} height="5" fill="var(--series-1)" opacity="0.3" />
        <rect x={Math.max(score - 0.4, 0)} width="0.8" height="8" fill="var(--series-1)" />
      </svg>
      <div className={styles['ends']}>
        <span>0</span>
        <span>50</span>
        <span>100</span>
      </div>
    </div>
  )
}
