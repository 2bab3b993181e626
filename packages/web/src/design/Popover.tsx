import { useId, type ReactNode } from 'react'
import styles from './Popover.module.css'

type Props = {
  /** What the button is called, where its content does not say it. */
  label?: string
  /** Inside the button. */
  trigger: ReactNode
  triggerClass: string | undefined
  contentClass: string | undefined
  children: ReactNode
}

/**
 * The browser's own popover: in the top layer, closed by Escape and by a click elsewhere, and placed beside its button by
 * style sheet; a library for that would take a sixth of what the first page may weigh.
 */
export function Popover({ label, trigger, triggerClass, contentClass, children }: Props): ReactNode {
  const id = useId()
  return (
    <>
      <button type="button" className={triggerClass} popoverTarget={id} aria-label={label}>
        {trigger}
      </button>
      <div
        id={id}
        popover="auto"
        className={[styles['popover'], contentClass].join(' ')}
        role="group"
        aria-label={label}
      >
        {children}
      </div>
    </>
  )
}
