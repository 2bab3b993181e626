import type { ReactNode } from 'react'
import styles from './Empty.module.css'

/** Where there is nothing yet: says what will stand here, and what brings it. */
export function Empty({
  title,
  children,
  action,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
}): ReactNode {
  return (
    <div className={styles['empty']}>
      <p className={styles['title']}>{title}</p>
      {children !== undefined && <div className={styles['text']}>{children}</div>}
      {action}
    </div>
  )
}
