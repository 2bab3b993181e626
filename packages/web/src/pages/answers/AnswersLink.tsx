import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AnswerSearch } from './asked.ts'

/** The way from a number down to the answers it counts, and no others. */
export function AnswersLink({
  brandId,
  of,
  children,
}: {
  brandId: string
  of: AnswerSearch
  children: ReactNode
}): ReactNode {
  return (
    <Link to="/brands/$brandId/answers" params={{ brandId }} search={of}>
      {children}
    </Link>
  )
}

/** What the composite counts: answers, to active prompts that do not name the brand, on platforms that weigh something. */
export const ofScore = { outcome: 'ok', countedIn: 'score' } as const
/** What everything else counts: the same on all platforms. */
export const ofPanel = { outcome: 'ok', countedIn: 'panel' } as const
