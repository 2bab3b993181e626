import type { ReactNode } from 'react'
import styles from './Notice.module.css'

type Kind = 'info' | 'good' | 'warn' | 'bad'

const SAYS: Record<Kind, string> = { info: 'Note', good: 'Done', warn: 'Careful', bad: 'Problem' }

/** A sentence that must be seen. One that appears after an action is read out by screen readers (`isLive`). */
export function Notice({
  kind = 'info',
  isLive = false,
  children,
}: {
  kind?: Kind
  isLive?: boolean
  children: ReactNode
}): ReactNode {
  return (
    <div
      className={[styles['notice'], styles[kind]].join(' ')}
      {...(isLive && { role: kind === 'bad' ? 'alert' : 'status' })}
    >
      <strong className={styles['kind']}>{SAYS[kind]}</strong>
      <div className={styles['text']}>{children}</div>
    </div>
  )
}
