import type { ReactNode } from 'react'
import styles from './CenteredPage.module.css'

/** A page without the frame: where there is nothing else to show. */
export function CenteredPage({
  title,
  isAlert = false,
  children,
}: {
  title: string
  isAlert?: boolean
  children: ReactNode
}): ReactNode {
  return (
    <main id="main" className={styles['alone']} role={isAlert ? 'alert' : undefined}>
      <h1>{title}</h1>
      {children}
    </main>
  )
}
