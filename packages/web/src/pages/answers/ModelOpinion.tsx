import type { ReactNode } from 'react'
import { instantText } from '../../format/times.ts'
import styles from './MentionReason.module.css'
import { toneWords, type Mention } from './words.ts'

/** What the organization's own model said of a place, beside the rules' decision: an opinion that is in no number. */
export function ModelOpinion({
  judgement,
  name,
}: {
  judgement: NonNullable<Mention['judgement']>
  name: string
}): ReactNode {
  const { meant, sentiment, provider, model, judgedAt } = judgement
  const opinions = [
    meant !== null && (meant ? `${name} is meant` : `${name} is not meant`),
    sentiment !== null && `tone: ${toneWords[sentiment]}`,
  ].filter((opinion) => opinion !== false)
  return (
    <p className={styles['opinion']}>
      <strong>A model’s opinion, in no number:</strong>{' '}
      {opinions.length > 0 ? opinions.join('; ') : 'it could not tell'}. Asked was {model} ({provider}),{' '}
      {instantText(judgedAt)}.
    </p>
  )
}
