import type { ReactNode } from 'react'
import styles from './Progress.module.css'

/** How much of something planned is there, in words and as a bar. */
export function Progress({ label, done, planned }: { label: string; done: number; planned: number }): ReactNode {
  return (
    <span className={styles['progress']}>
      <progress aria-label={label} value={done} max={Math.max(planned, 1)} />
      <span className={styles['words']}>
        {done} of {planned}
      </span>
    </span>
  )
}
