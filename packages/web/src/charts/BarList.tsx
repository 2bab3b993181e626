import type { ReactNode } from 'react'
import { intervalText } from '../format/numbers.ts'
import styles from './BarList.module.css'

export type Bar = {
  id: string
  /** Text or a link. */
  name: ReactNode
  /** In points of `max`; null: nothing measured. */
  value: number | null
  interval?: readonly number[] | null
  color?: string
  /** Behind the value: how many answers stand behind it. */
  note?: ReactNode
}

/** Bars below each other, each with its value and its interval as a whisker: made of text first, so it reads aloud. */
export function BarList({
  bars,
  max = 100,
  unit = '',
}: {
  bars: readonly Bar[]
  max?: number
  unit?: string
}): ReactNode {
  return (
    <ul className={styles['list']}>
      {bars.map(({ id, name, value, interval = null, color = 'var(--series-1)', note }) => (
        <li key={id} className={styles['bar']}>
          <span className={styles['name']}>{name}</span>
          <span className={styles['value']}>
            <span className="numeric">{value === null ? '–' : `${value}${unit}`}</span>
            {interval && <span className={styles['interval']}> {intervalText(interval)}</span>}
          </span>
          <svg className={styles['drawing']} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            <rect width="100" height="10" rx="0" fill="var(--sunken)" />
            {value !== null && <rect width={share(value, max)} height="10" fill={color} />}
            {interval && (
              <rect
                x={share(interval[0] ?? 0, max)}
                width={share((interval[1] ?? 0) - (interval[0] ?? 0), max)}
                y="4"
                height="2"
                fill="var(--ink)"
                opacity="0.55"
              />
            )}
          </svg>
          {note !== undefined && <span className={styles['note']}>{note}</span>}
        </li>
      ))}
    </ul>
  )
}

const share = (value: number, max: number): number => Math.max(0, Math.min(100, (100 * value) / (max || 1)))
