import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import styles from './Dialog.module.css'

type Props = {
  title: string
  onClose: () => void
  children: ReactNode
  /** Whether Escape and the close button may end it: not while something would be lost. */
  isClosable?: boolean
}

/**
 * The browser's own modal dialog: it keeps the focus in, gives it back, and needs no style made by a script. What carries
 * `data-focus` has the focus at first.
 */
export function Dialog({ title, onClose, children, isClosable = true }: Props): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Before it is taken out of the page: one that is not closed then gives the focus back to nobody.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element && !element.open) {
      element.showModal()
      element.querySelector<HTMLElement>('[data-focus]')?.focus()
    }
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        if (isClosable) onClose()
      }}
      // Browsers let Escape pressed twice end even one that says no: then it must be gone for us, too.
      onClose={() => {
        if (dialog.current?.open === false) onClose()
      }}
    >
      <div className={styles['head']}>
        <h2 id={titleId}>{title}</h2>
        {isClosable && (
          <Button look="quiet" size="small" onClick={onClose}>
            Close
          </Button>
        )}
      </div>
      {children}
    </dialog>
  )
}

/** Asks before something is done that cannot be taken back. */
export function Confirm({
  title,
  action,
  isBusy,
  error,
  onConfirm,
  onClose,
  children,
}: {
  title: string
  /** The button's words: what will be done. */
  action: string
  isBusy: boolean
  error?: string | undefined
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}): ReactNode {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={styles['text']}>{children}</div>
      {error !== undefined && (
        <p role="alert" className={styles['error']}>
          {error}
        </p>
      )}
      <div className={styles['actions']}>
        <Button look="danger" onClick={onConfirm} isBusy={isBusy}>
          {action}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  )
}
