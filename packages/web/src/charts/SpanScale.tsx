import type { ReactNode } from 'react'
import { intervalText, signed } from '../format/numbers.ts'
import styles from './SpanScale.module.css'

export type Bar = {
  id: string
  /** Text or a link. */
  name: ReactNode
  /** In points; null: not measured. */
  value: number | null
  /** Where the value lies in 95 of 100 cases; null: too little is known. */
  interval: readonly number[] | null
  /** Of the value: whole points have 0. */
  decimals?: number
  /** What the span says, in words: never by colour alone. */
  verdict?: ReactNode
  color?: string
}

/** Differences below each other on one scale with 0 on it: to which side each lies, and whether its span leaves 0 out. */
export function SpanScale({ spans, unit = 'points' }: { spans: readonly Bar[]; unit?: string }): ReactNode {
  const reach = reachOf(spans)
  const place = (value: number): number => 50 + (50 * Math.max(-reach, Math.min(reach, value))) / reach
  return (
    <div className={styles['scale']}>
      <ul className={styles['list']}>
        {spans.map(({ id, name, value, interval, verdict, decimals = 1, color = 'var(--series-1)' }) => (
          <li key={id} className={styles['row']}>
            <span className={styles['name']}>{name}</span>
            <span className={styles['value']}>
              <strong className="numeric">{value === null ? '–' : signed(value, decimals)}</strong>
              {interval && <span className={styles['interval']}> {intervalText(interval, 1)}</span>}
              {verdict}
            </span>
            <svg className={styles['drawing']} viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
              <rect y="5" width="100" height="2" fill="var(--sunken)" />
              <rect x="49.85" width="0.3" height="12" fill="var(--line-strong)" />
              {interval && (
                <rect
                  x={place(interval[0] ?? 0)}
                  width={Math.max(0.4, place(interval[1] ?? 0) - place(interval[0] ?? 0))}
                  y="3"
                  height="6"
                  fill={color}
                  opacity="0.35"
                />
              )}
              {value !== null && <rect x={place(value) - 0.4} width="0.8" height="12" fill={color} />}
            </svg>
          </li>
        ))}
      </ul>
      <div className={styles['ends']} aria-hidden="true">
        <span>−{reach}</span>
        <span>0 {unit}</span>
        <span>+{reach}</span>
      </div>
    </div>
  )
}

/** A round number of points that holds all of them, the same to both sides. */
function reachOf(spans: readonly Bar[]): number {
  const furthest = Math.max(
    1,
    ...spans.flatMap(({ value, interval }) => [value ?? 0, ...(interval ?? [])].map(Math.abs)),
  )
  const step = furthest <= 5 ? 1 : furthest <= 20 ? 5 : 10
  return Math.ceil(furthest / step) * step
}
