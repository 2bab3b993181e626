import type { ReactNode } from 'react'
import { useRead, useWrite } from '../../api/use-door.ts'
import { Button } from '../../design/Button.tsx'
import { counted } from '../../format/numbers.ts'
import styles from './Welcome.module.css'

const MOST_SHOWN = 8

/** Names that the first answers offer beside the brand: the likely competitors. */
export function FoundNames({ brandId }: { brandId: string }): ReactNode {
  const found = useRead('discoverCompetitors', { params: { id: brandId } })
  const tracking = useWrite('addCompetitor', { changes: ['discoverCompetitors', 'listCompetitors'] })
  if (!found.data || found.data.data.length === 0) return null
  return (
    <section className={styles['found']} aria-labelledby="found-names">
      <h3 id="found-names">Others that the answers name</h3>
      <ul>
        {found.data.data.slice(0, MOST_SHOWN).map(({ name, answers }) => (
          <li key={name} className={styles['foundName']}>
            <span>
              {name}, in {counted(answers, 'answer')}
            </span>
            <Button
              size="small"
              isBusy={tracking.isPending && tracking.variables.body.name === name}
              onClick={() => tracking.mutate({ params: { id: brandId }, body: { name } })}
              aria-label={`Track ${name} as a competitor`}
            >
              Track
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
