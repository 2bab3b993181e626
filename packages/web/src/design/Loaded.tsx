import type { ReactNode } from 'react'
import type { ProblemError } from '../api/door.ts'
import { Button } from './Button.tsx'
import { Empty } from './Empty.tsx'
import styles from './Loaded.module.css'

/** A read, as far as showing it needs to know. */
export type Readable<Value> = {
  data: Value | undefined
  error: ProblemError | null
  isPending: boolean
  isFetching: boolean
  refetch(): unknown
}

type Props<Value> = {
  read: Readable<Value>
  /** Height kept while it loads, so that nothing jumps. */
  lines?: number
  /** Where there is nothing to show. A 404 of the thing asked for counts as that. */
  empty?: { when?: (value: Value) => boolean; codes?: readonly string[]; show: ReactNode }
  children: (value: Value) => ReactNode
}

/**
 * The states of everything that is read: loading, failed, forbidden, empty, there. What was read before stays to be seen
 * when a later read fails, with a word about it.
 */
export function Loaded<Value>({ read, lines = 4, empty, children }: Props<Value>): ReactNode {
  const { data, error } = read
  if (data !== undefined) {
    const isEmpty = empty?.when?.(data) ?? false
    return (
      <>
        {error && <Stale error={error} read={read} />}
        {isEmpty ? empty?.show : children(data)}
      </>
    )
  }
  if (error && empty?.codes?.includes(error.code)) return empty.show
  if (error) return <Failed error={error} read={read} />
  return <Skeleton lines={lines} />
}

export function Skeleton({ lines }: { lines: number }): ReactNode {
  return (
    <div className={styles['skeleton']} aria-busy="true">
      <span className="visually-hidden">Loading …</span>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className={styles['line']} />
      ))}
    </div>
  )
}

/** What went wrong, and what to do about it. */
export function Failed({
  error,
  read,
}: {
  error: ProblemError
  read?: Pick<Readable<unknown>, 'refetch' | 'isFetching'>
}): ReactNode {
  if (error.status === 403) return <Empty title="This is not yours to see">{error.message}</Empty>
  if (error.status === 404) return <Empty title="There is nothing here">{error.message}</Empty>
  const isReachable = error.name === 'ProblemError'
  return (
    <div role="alert">
      <Empty
        title={isReachable ? 'This could not be read' : 'The service cannot be reached'}
        action={
          read && (
            <Button onClick={() => void read.refetch()} isBusy={read.isFetching}>
              Try again
            </Button>
          )
        }
      >
        <p>{isReachable ? error.message : 'Check the connection. Nothing was lost.'}</p>
        {error.body?.requestId !== undefined && (
          <p className={styles['request']}>
            Request <code>{error.body.requestId}</code>
          </p>
        )}
      </Empty>
    </div>
  )
}

function Stale({ error, read }: { error: ProblemError; read: Readable<unknown> }): ReactNode {
  return (
    <p className={styles['stale']} role="status">
      Shown as last read; reading it again failed: {error.message}{' '}
      <Button look="quiet" size="small" onClick={() => void read.refetch()} isBusy={read.isFetching}>
        Try again
      </Button>
    </p>
  )
}
