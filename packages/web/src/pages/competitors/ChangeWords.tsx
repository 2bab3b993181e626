import type { ReactNode } from 'react'
import { ChangeBadge } from '../../design/Badge.tsx'
import { intervalText, signed } from '../../format/numbers.ts'
import styles from './ChangeWords.module.css'

type Change = { delta: number; interval: readonly number[] | null; significant: boolean }

/** A change with its interval; only called one where it is more than noise. */
export function ChangeWords({ change }: { change: Change | null }): ReactNode {
  if (!change) return <span className={styles['soft']}>nothing to compare with</span>
  const { delta, interval, significant } = change
  return (
    <span className={styles['change']}>
      <span className="numeric">{signed(delta)}</span>
      <ChangeBadge delta={delta} significant={significant} />
      <span className={styles['soft']}>{intervalText(interval, 1)}</span>
    </span>
  )
}
