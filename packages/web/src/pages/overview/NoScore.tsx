import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '../../design/Button.tsx'
import { Card } from '../../design/Card.tsx'
import { Empty } from '../../design/Empty.tsx'

/** Before the first answers: what will stand here and what brings it. */
export function NoScore({ brandId }: { brandId: string }): ReactNode {
  return (
    <Card title="No score yet">
      <Empty
        title="A score is made of answers, and there are none yet"
        action={
          <Link to="/brands/$brandId/runs" params={{ brandId }} className={buttonClass('primary')}>
            Start a run
          </Link>
        }
      >
        A run asks the platforms the brand’s prompts and stores every answer. The score, with its interval, stands here
        as soon as the first answers are read.
      </Empty>
    </Card>
  )
}
