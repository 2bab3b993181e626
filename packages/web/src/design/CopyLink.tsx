import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import styles from './CopyLink.module.css'
import { useCopy } from './use-copy.ts'

/** The address of what is shown, to be sent to a colleague. */
export function CopyLink(): ReactNode {
  const { said, copy } = useCopy('copy the address above.')
  return (
    <span className={styles['copy']} data-print="no">
      <span role="status" className={styles['said']}>
        {said}
      </span>
      <Button onClick={() => copy(location.href)}>Copy link</Button>
    </span>
  )
}
