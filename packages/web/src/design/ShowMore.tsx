import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import styles from './ShowMore.module.css'

/** A list that goes on, as far as its end needs to know. */
type Going = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage(): unknown
}

/** At the end of a list: how much of it is shown, and the rest on request. */
export function ShowMore({ list, shown, noun }: { list: Going; shown: number; noun: string }): ReactNode {
  if (!list.hasNextPage) return null
  return (
    <div className={styles['more']}>
      <span>
        The first {shown} {noun}
      </span>
      <Button size="small" onClick={() => void list.fetchNextPage()} isBusy={list.isFetchingNextPage}>
        Show more
      </Button>
    </div>
  )
}
