import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import styles from './CopyBlock.module.css'
import { useCopy } from './use-copy.ts'

/** A text to be taken along: a key, a call, a setting. */
export function CopyBlock({ label, text }: { label: string; text: string }): ReactNode {
  const { said, copy } = useCopy('select the text and copy it.')
  return (
    <div className={styles['block']}>
      <div className={styles['head']}>
        <span className={styles['label']}>{label}</span>
        <span role="status" className={styles['said']}>
          {said}
        </span>
        <Button size="small" onClick={() => copy(text)} aria-label={`Copy: ${label}`}>
          Copy
        </Button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <pre className={styles['text']} tabIndex={0} aria-label={label}>
        {text}
      </pre>
    </div>
  )
}
