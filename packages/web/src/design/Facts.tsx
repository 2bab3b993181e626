import type { ReactNode } from 'react'
import styles from './Facts.module.css'

export type Fact = { name: ReactNode; value: ReactNode }

/** What is known of one thing, name by name. */
export function Facts({ facts }: { facts: readonly (Fact | false | null)[] }): ReactNode {
  return (
    <dl className={styles['facts']}>
      {facts.map(
        (fact, index) =>
          fact && (
            <div key={index} className={styles['fact']}>
              <dt>{fact.name}</dt>
              <dd>{fact.value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
