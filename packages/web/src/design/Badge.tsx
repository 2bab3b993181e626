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

/** Whether a number rose or fell: only called so where it is more than noise. */
export function ChangeBadge({ delta, significant }: { delta: number; significant: boolean }): ReactNode {
  if (!significant) return <Badge>within noise</Badge>
  return <Badge tone={delta > 0 ? 'good' : 'bad'}>{delta > 0 ? '▲ a rise' : '▼ a fall'}</Badge>
}

/** Beside every number that simulated answers stand behind. */
export function SimulatedBadge({ isShown = true }: { isShown?: boolean }): ReactNode {
  return isShown ? (
    <Badge tone="warn" title="Made up by the simulated market: it measures nothing real.">
      Simulated data
    </Badge>
  ) : null
}
