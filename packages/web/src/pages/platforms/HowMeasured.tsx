import type { ReactNode } from 'react'
import { useRead } from '../../api/use-api.ts'
import { Badge } from '../../design/Badge.tsx'
import { Card } from '../../design/Card.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { Notice } from '../../design/Notice.tsx'
import { surfaceWords } from '../answers/words.ts'
import styles from './HowMeasured.module.css'
import type { Results } from './PlatformScores.tsx'

/** How the answers of each platform were obtained, and what that leaves out. */
export function HowMeasured({ results }: { results: Results }): ReactNode {
  const platforms = useRead('listPlatforms', {})
  const surfaces = new Map(results.data.map(({ slug, surface }) => [slug, surface]))
  return (
    <Card title="How each platform is measured">
      <Notice>
        An API’s answer is not the app’s answer: the app knows who asks, remembers, and may use another model. Compare a
        platform with itself over time rather than with a screenshot.
      </Notice>
      <Loaded read={platforms}>
        {({ data }) => (
          <ul className={styles['list']}>
            {data.map(({ slug, label, note, isAvailable, exposesCitations, exposesSearches, locale }) => {
              const surface = surfaces.get(slug)
              return (
                <li key={slug}>
                  <p className={styles['name']}>
                    <strong>{label}</strong>
                    {surface && (
                      <Badge tone={surface === 'simulated' ? 'warn' : 'plain'}>{surfaceWords[surface]}</Badge>
                    )}
                    {!isAvailable && <Badge>not set up here</Badge>}
                    {isAvailable && !surfaces.has(slug) && <Badge>no answers in these days</Badge>}
                  </p>
                  <p className={styles['note']}>
                    {note} {exposesCitations ? 'Tells its citations' : 'Tells no citations'},{' '}
                    {exposesSearches ? 'and what it searched' : 'and not what it searched'}.
                    {locale === 'none' && ' Country and language cannot be chosen.'}
                  </p>
                </li>
              )
            })}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}
