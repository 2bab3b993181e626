import { useState, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import styles from './CopyLink.module.css'

/** The address of what is shown, to be sent to a colleague. */
export function CopyLink(): ReactNode {
  const [said, setSaid] = useState('')
  const copy = (): void => {
    navigator.clipboard.writeText(location.href).then(
      () => setSaid('Copied'),
      () => setSaid('The browser did not allow it: copy the address above.'),
    )
  }
  return (
    <span className={styles['copy']} data-print="no">
      <span role="status" className={styles['said']}>
        {said}
      </span>
      <Button onClick={copy}>Copy link</Button>
    </span>
  )
}
