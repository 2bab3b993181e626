import { Link } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import type { Output } from '../../api/contract.ts'
import { forget, useRead, useWrite } from '../../api/use-api.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, buttonClass } from '../../design/Button.tsx'
import { Card } from '../../design/Card.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { Refusal } from '../../design/Refusal.tsx'
import { counted, intervalText, usd } from '../../format/numbers.ts'
import { isOpen, LOOK_MS, type Run } from '../runs/words.ts'
import { FoundNames } from './FoundNames.tsx'
import styles from './Welcome.module.css'

type Plan = Extract<Output<'startRun'>, { dryRun: true }>

/** What it will ask and cost, then the asking itself, then the score. */
export function RunStep({ brandId, onBack }: { brandId: string; onBack: () => void }): ReactNode {
  const runs = useRead('listRuns', { query: { brandId, limit: 1 } })
  const [runId, setRunId] = useState<string | null>(null)
  const current = runId ?? runs.data?.data[0]?.id
  if (current !== undefined) return <Progress brandId={brandId} runId={current} />
  return (
    <Card title="The first measurement">
      <Loaded read={runs}>{() => <Planned brandId={brandId} onStarted={setRunId} onBack={onBack} />}</Loaded>
    </Card>
  )
}

type PlannedProps = { brandId: string; onStarted: (runId: string) => void; onBack: () => void }

function Planned({ brandId, onStarted, onBack }: PlannedProps): ReactNode {
  const [plan, setPlan] = useState<Plan | null>(null)
  const asking = useWrite('startRun', {
    changes: [],
    onDone: (answer) => ('dryRun' in answer ? setPlan(answer) : onStarted(answer.id)),
  })
  const ask = (dryRun: boolean): void => asking.mutate({ params: { id: brandId }, body: { dryRun } })
  return (
    <div className={styles['block']}>
      <Refusal error={asking.error} />
      {plan ? (
        <p>
          {counted(plan.answers, 'answer')} from {counted(plan.platforms.length, 'platform')}, about {costOf(plan)}.
        </p>
      ) : (
        <p>
          Every question is asked once on each platform. First see what that costs; nothing is asked before you say so.
        </p>
      )}
      <div className={styles['tools']}>
        <Button look="primary" isBusy={asking.isPending} onClick={() => ask(plan === null)}>
          {plan ? 'Start measuring' : 'Show the plan'}
        </Button>
        <Button look="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </div>
  )
}

function costOf({ platforms }: Plan): string {
  const known = platforms.flatMap(({ estimatedUsd }) => (estimatedUsd === null ? [] : [estimatedUsd]))
  const sum = usd(known.reduce((total, one) => total + one, 0))
  return known.length === platforms.length
    ? sum
    : `${sum} and what ${platforms.length - known.length} without a known price take`
}

const REFRESH_MS = 1_000

const isEnded = (run: Run | undefined): boolean => run !== undefined && !isOpen(run)

function Progress({ brandId, runId }: { brandId: string; runId: string }): ReactNode {
  const queries = useQueryClient()
  const run = useRead('getRun', { params: { id: runId } }, { refreshMs: (read) => !isEnded(read) && REFRESH_MS })
  const isOver = isEnded(run.data)
  const score = useRead('getBrandScore', { params: { id: brandId } }, { enabled: isOver, refreshMs: () => LOOK_MS })
  useEffect(() => {
    if (isOver) void forget(queries, ['getBrandScore', 'listRuns', 'listAnswers', 'getScoreHistory'])
  }, [isOver, queries])
  return (
    <Card title={isOver ? 'Your first score' : 'Measuring'}>
      <Loaded read={run}>
        {({ planned, stored, failed, surface }) => (
          <div className={styles['block']}>
            <progress className={styles['progress']} max={planned || 1} value={stored} aria-label="Answers collected" />
            <p role="status">
              {counted(stored, 'answer')} of {planned} stored{failed > 0 && `, ${failed} failed`}
              {surface === 'simulated' && '; simulated, so they measure nothing real'}.
            </p>
            {score.data && (
              <>
                <p>
                  {score.data.composite} points
                  {score.data.interval && `, 95 % interval ${intervalText(score.data.interval)}`}
                  {score.data.provisional && ' (provisional)'}.
                </p>
                <div className={styles['tools']}>
                  <Link to="/brands/$brandId" params={{ brandId }} className={buttonClass('primary')}>
                    Open the overview
                  </Link>
                  <Link to="/settings/schedule" search={{ brandId }} className={buttonClass()}>
                    Measure every day
                  </Link>
                </div>
                <FoundNames brandId={brandId} />
              </>
            )}
            {isOver && !score.data && <p role="status">Reading the answers …</p>}
          </div>
        )}
      </Loaded>
    </Card>
  )
}
