import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../api/use-api.ts'
import { Badge } from '../../design/Badge.tsx'
import { buttonClass } from '../../design/Button.tsx'
import { Empty } from '../../design/Empty.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { counted, intervalText } from '../../format/numbers.ts'
import styles from './TopRecommendation.module.css'

/** The advice that brings most, with what stands behind it. */
export function TopRecommendation({ brandId }: { brandId: string }): ReactNode {
  const advice = useRead('listSuggestions', { params: { id: brandId }, query: { limit: 1 } })
  return (
    <Loaded
      read={advice}
      empty={{
        when: ({ data }) => data.length === 0,
        show: <Empty title="Nothing in the answers asks for advice">It is looked for again after each run.</Empty>,
      }}
    >
      {({ data: [top] }) =>
        top && (
          <div className={styles['top']}>
            <p className={styles['title']}>{top.title}</p>
            <p className={styles['summary']}>{top.summary}</p>
            <p className={styles['facts']}>
              <Badge tone="accent">
                +{counted(top.estimatedLift, 'point')} estimated, {intervalText(top.liftRange, 1)}
              </Badge>
              <Badge>{top.effort} effort</Badge>
              <Badge>{counted(top.answers, 'answer')}</Badge>
            </p>
            <p className={styles['actions']}>
              <Link
                to="/brands/$brandId/recommendations/$recommendationId"
                params={{ brandId, recommendationId: top.id }}
                className={buttonClass('primary')}
              >
                See the evidence
              </Link>
              <Link to="/brands/$brandId/recommendations" params={{ brandId }} className={buttonClass('quiet')}>
                All recommendations
              </Link>
            </p>
          </div>
        )
      }
    </Loaded>
  )
}
