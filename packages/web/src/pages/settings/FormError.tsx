import type { ReactNode } from 'react'
import type { ProblemError } from '../../api/door.ts'
import { Notice } from '../../design/Notice.tsx'

/** Above a form: what was refused, and what to do about it. */
export function FormError({ error }: { error: ProblemError | null }): ReactNode {
  if (!error) return null
  const wait = error.retryAfterSeconds === null ? '' : ` Try again in ${error.retryAfterSeconds} seconds.`
  const wrong = [...new Set(Object.values(error.fields))]
  return (
    <Notice kind="bad" isLive>
      {wrong.length > 0 ? `Something is not right yet: ${wrong.join(' ')}` : error.message}
      {wait}
    </Notice>
  )
}

/** After a change that shows nothing else. */
export function Saved({ isShown, children = 'Saved.' }: { isShown: boolean; children?: ReactNode }): ReactNode {
  return isShown ? (
    <Notice kind="good" isLive>
      {children}
    </Notice>
  ) : null
}
