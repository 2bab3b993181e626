import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePromptText } from '../../api/use-names.ts'
import { counted } from '../../format/numbers.ts'
import styles from './Sources.module.css'

/** The prompts behind something, each leading to its answers; folded, because there are many rows. */
export function PromptLinks({
  brandId,
  promptIds,
  mayBeMore,
}: {
  brandId: string
  promptIds: readonly string[]
  mayBeMore: boolean
}): ReactNode {
  const promptText = usePromptText(brandId)
  if (promptIds.length === 0) return null
  return (
    <details className={styles['more']}>
      <summary>
        {counted(promptIds.length, 'prompt')}
        {mayBeMore && ' or more'}
      </summary>
      <ul className={styles['links']}>
        {promptIds.map((promptId) => (
          <li key={promptId}>
            <Link to="/brands/$brandId/answers" params={{ brandId }} search={{ promptId }}>
              {promptText(promptId) ?? 'An earlier prompt'}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Some of the answers, newest first. */
export function AnswerLinks({ brandId, answerIds }: { brandId: string; answerIds: readonly string[] }): ReactNode {
  if (answerIds.length === 0) return null
  return (
    <details className={styles['more']}>
      <summary>{answerIds.length === 1 ? 'An answer' : `The newest ${answerIds.length} answers`}</summary>
      <ul className={styles['answers']}>
        {answerIds.map((answerId, index) => (
          <li key={answerId}>
            <Link to="/brands/$brandId/answers/$answerId" params={{ brandId, answerId }}>
              Answer {index + 1}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
