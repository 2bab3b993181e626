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
    // On paper only where it narrows: then it says what the list leaves out.
    <div
      className={styles['bar']}
      role="search"
      aria-label={label}
      data-print={onClear === undefined ? 'no' : undefined}
    >
      {children}
      {onClear && (
        <Button look="quiet" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </div>
  )
}
