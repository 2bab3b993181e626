import type { ReactNode } from 'react'
import type { ProblemError } from '../../api/door.ts'
import { Notice } from '../../design/Notice.tsx'
import { Refusal } from '../../design/Refusal.tsx'

/** Above a form: what was refused, and what to do about it. */
export function FormError({ error }: { error: ProblemError | null }): ReactNode {
  return <Refusal error={error} words={wordsFor} />
}

function wordsFor({ retryAfterSeconds, fields, message }: ProblemError): string {
  const wait = retryAfterSeconds === null ? '' : ` Try again in ${retryAfterSeconds} seconds.`
  const wrong = [...new Set(Object.values(fields))]
  return `${wrong.length > 0 ? `Something is not right yet: ${wrong.join(' ')}` : message}${wait}`
}

/** After a change that shows nothing else. */
export function Saved({ isShown, children = 'Saved.' }: { isShown: boolean; children?: ReactNode }): ReactNode {
  return isShown ? (
    <Notice kind="good" isLive>
      {children}
    </Notice>
  ) : null
}
