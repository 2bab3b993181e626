import { useState, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import styles from './LimitedList.module.css'

/** The first entries of something that is all here, and the rest on request. */
export function LimitedList<Entry>({
  entries,
  most,
  children,
}: {
  entries: readonly Entry[]
  most: number
  children: (shown: readonly Entry[]) => ReactNode
}): ReactNode {
  const [isWhole, setWhole] = useState(false)
  return (
    <>
      {children(isWhole ? entries : entries.slice(0, most))}
      {!isWhole && entries.length > most && (
        <p className={styles['more']}>
          <Button size="small" onClick={() => setWhole(true)}>
            Show all {entries.length}
          </Button>
        </p>
      )}
    </>
  )
}
