import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import styles from './FilterBar.module.css'

/** The fields that narrow a list down, side by side; `onClear` only where something is filtered. */
export function FilterBar({
  label,
  onClear,
  children,
}: {
  label: string
  onClear?: (() => void) | undefined
  children: ReactNode
}): ReactNode {
  return (
    <div className={styles['bar']} role="search" aria-label={label} data-print="no">
      {children}
      {onClear && (
        <Button look="quiet" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </div>
  )
}
