import type { ReactNode } from 'react'
import styles from './Badge.module.css'

export type BadgeTone = 'plain' | 'accent' | 'good' | 'warn' | 'bad'

export function Badge({
  tone = 'plain',
  title,
  children,
}: {
  tone?: BadgeTone
  title?: string
  children: ReactNode
}): ReactNode {
  return (
    <span className={[styles['badge'], styles[tone]].join(' ')} title={title}>
      {children}
    </span>
  )
}

/** Beside every number that simulated answers stand behind. */
export function SimulatedBadge({ isShown = true }: { isShown?: boolean }): ReactNode {
  return isShown ? (
    <Badge tone="warn" title="Made up by the simulated market: it measures nothing real.">
      Simulated data
    </Badge>
  ) : null
}
