import type { ReactNode } from 'react'
import { useRead, useWrite } from '../../api/use-api.ts'
import { Button } from '../../design/Button.tsx'
import { Refusal } from '../../design/Refusal.tsx'
import { counted } from '../../format/numbers.ts'
import styles from './Welcome.module.css'

const MOST_SHOWN = 8

/** Names that the first answers offer beside the brand: the likely competitors. */
export function FoundNames({ brandId }: { brandId: string }): ReactNode {
  const found = useRead('discoverCompetitors', { params: { id: brandId } })
  const tracking = useWrite('addCompetitor', { changes: ['discoverCompetitors', 'listCompetitors'] })
  const tracked = useRead('listCompetitors', { params: { id: brandId }, query: { limit: 200 } })
  if (!found.data) return null
  if (found.data.data.length === 0)
    return (
      <p className={styles['aside']}>
        {tracked.data && tracked.data.data.length > 0
          ? 'The answers set out no other names than those you track.'
          : 'The answers set out no other names yet; the page Competitors looks again after each run.'}
      </p>
    )
  return (
    <section className={styles['found']} aria-labelledby="found-names">
      <h3 id="found-names">Competitors the answers suggest</h3>
      <p className={styles['aside']}>
        Found in the {counted(found.data.answersLookedAt, 'answer')} read for it; nobody tracks them yet. Track those
        you compete with: the answers at hand are counted for them at once.
      </p>
      <Refusal error={tracking.error} />
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
