import type { ReactNode } from 'react'
import { Badge } from '../../design/Badge.tsx'
import { ModelOpinion } from './ModelOpinion.tsx'
import styles from './MentionReason.module.css'
import { toneTones, toneWords, type Mention } from './words.ts'

/** Why the reading took a name for this brand or competitor. */
export function MentionReason({ mention }: { mention: Mention }): ReactNode {
  const { name, kind, surface, listed, listingRule, sentiment, sentimentRule, evidence, judgement } = mention
  return (
    <div className={styles['reason']}>
      <p className={styles['name']}>
        <strong>{name}</strong>
        <span>{kind === 'brand' ? 'this brand' : 'competitor'}</span>
        {surface !== name && <span>written “{surface}”</span>}
      </p>
      <p className={styles['badges']}>
        <Badge>{listed ? 'offered as an option' : 'only named'}</Badge>
        {sentiment !== null && <Badge tone={toneTones[sentiment]}>{toneWords[sentiment]}</Badge>}
      </p>
      <p className={styles['why']}>Counts because: {evidence.length > 0 ? evidence.join(', ') : 'its name'}.</p>
      {listingRule && (
        <p className={styles['why']}>
          {listed ? 'An option' : 'No option'} by rule “{listingRule.rule}”: {listingRule.says}
        </p>
      )}
      {sentimentRule && (
        <p className={styles['why']}>
          Tone by rule “{sentimentRule.rule.replaceAll('_', ' ')}”: {sentimentRule.says}
        </p>
      )}
      {judgement && <ModelOpinion judgement={judgement} name={name} />}
    </div>
  )
}
