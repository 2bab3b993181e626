import type { ReactNode } from 'react'
import { dayAndYear } from '../format/times.ts'
import styles from './MarkList.module.css'

/** What the marks of a chart stand for, in words: nobody has to point at each. */
export function MarkList({ marks }: { marks: readonly { day: string; label: string }[] }): ReactNode {
  if (marks.length === 0) return null
  return (
    <div className={styles['marks']}>
      <h3 className={styles['title']}>What else changed (▾ in the chart)</h3>
      <ul>
        {marks.map(({ day, label }, index) => (
          <li key={index}>
            {dayAndYear(day)}: {label}
          </li>
        ))}
      </ul>
    </div>
  )
}
