import { useId, useState, type ReactNode } from 'react'
import { Button } from '../design/Button.tsx'
import styles from './Figure.module.css'

type Props = {
  /** What the drawing shows, in one sentence with its most important number. */
  summary: ReactNode
  /** The same numbers as a table. */
  table: ReactNode
  legend?: ReactNode
  children: ReactNode
}

/** A chart with its sentence and its table twin: whoever cannot see the drawing, or wants the numbers, misses nothing. */
export function Figure({ summary, table, legend, children }: Props): ReactNode {
  const [isTable, setTable] = useState(false)
  const captionId = useId()
  return (
    <figure aria-labelledby={captionId}>
      <div className={styles['head']}>
        <figcaption id={captionId} className={styles['summary']}>
          {summary}
        </figcaption>
        <Button look="quiet" size="small" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </div>
      {isTable ? (
        table
      ) : (
        <>
          {legend}
          {children}
        </>
      )}
    </figure>
  )
}

export type LegendEntry = { name: string; color: string; isBand?: boolean }

export function Legend({ entries }: { entries: readonly LegendEntry[] }): ReactNode {
  return (
    <ul className={styles['legend']}>
      {entries.map(({ name, color, isBand }) => (
        <li key={name}>
          <svg viewBox="0 0 16 10" width="16" height="10" aria-hidden="true">
            {isBand ? (
              <rect width="16" height="10" rx="2" fill={color} opacity="0.2" />
            ) : (
              <rect y="3" width="16" height="4" rx="2" fill={color} />
            )}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}

/** The colour of the n-th series, by its custom property. */
export const seriesColor = (index: number): string => (index < 7 ? `var(--series-${index + 1})` : 'var(--series-other)')
