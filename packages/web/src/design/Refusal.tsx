import type { ReactNode } from 'react'
import type { ProblemError } from '../api/door.ts'
import { Notice } from './Notice.tsx'

type Props = { error: ProblemError | null; words?: (error: ProblemError) => ReactNode }

/** What was refused and what to do about it, read out as it appears; nothing while nothing was. */
export function Refusal({ error, words = ({ message }) => message }: Props): ReactNode {
  return (
    error && (
      <Notice kind="bad" isLive>
        {words(error)}
      </Notice>
    )
  )
}
