import type { ReactNode } from 'react'
import { SpanScale } from '../../charts/SpanScale.tsx'
import { intervalText } from '../../format/numbers.ts'
import styles from './HeadToHead.module.css'
import type { Comparison, Meeting } from './meeting.ts'
import { leadSpan } from './lead.tsx'

/** Both scores, and the difference with the span in which the truth lies. */
export function Duel({ comparison, meeting: { lead } }: { comparison: Comparison; meeting: Meeting }): ReactNode {
  return (
    <>
      <div className={styles['pair']}>
        {comparison.entries.map(({ entityId, name, score, interval }) => (
          <div key={entityId}>
            <p className={styles['name']}>{name}</p>
            <p className={styles['number']}>{score}</p>
            <p className={styles['interval']}>{intervalText(interval) ?? 'no interval yet'}</p>
          </div>
        ))}
      </div>
      <SpanScale
        spans={[
          {
            id: 'lead',
            name: 'Lead of the brand',
            ...leadSpan(lead),
          },
        ]}
      />
      <p className={styles['note']}>From {lead.pairs} pairs of prompt and platform that both were looked for in.</p>
    </>
  )
}
