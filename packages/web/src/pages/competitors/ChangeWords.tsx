import type { ReactNode } from 'react'
import { Badge } from '../../design/Badge.tsx'
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
      {significant ? (
        <Badge tone={delta > 0 ? 'good' : 'bad'}>{delta > 0 ? '▲ a rise' : '▼ a fall'}</Badge>
      ) : (
        <Badge>within noise</Badge>
      )}
      <span className={styles['soft']}>{intervalText(interval, 1)}</span>
    </span>
  )
}
