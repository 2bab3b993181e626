import { Link, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useMay } from '../../api/session.ts'
import { forget, useRead, useWrite } from '../../api/use-api.ts'
import { Badge, SimulatedBadge } from '../../design/Badge.tsx'
import { Button, buttonClass } from '../../design/Button.tsx'
import { Card, Stack } from '../../design/Card.tsx'
import { Confirm } from '../../design/Dialog.tsx'
import { Facts } from '../../design/Facts.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { counted } from '../../format/numbers.ts'
import { instantText } from '../../format/times.ts'
import { surfaceWords } from '../answers/words.ts'
import { Progress } from './Progress.tsx'
import { RunPlatforms } from './RunPlatforms.tsx'
import styles from './Run.module.css'
import { costText, isOpen, LOOK_MS, runReads, runTones, runWords, spanOf, type Run as RunOf } from './words.ts'

/** One run: how far it is, what each platform gave or failed to give, and its answers. */
export default function Run(): ReactNode {
  const { brandId, runId } = useParams({ from: '/signed-in/shell/brands/$brandId/runs/$runId' })
  const run = useRead(
    'getRun',
    { params: { id: runId } },
    { refreshMs: (one) => one !== undefined && isOpen(one) && LOOK_MS },
  )
  const { data } = run
  useEndOf(data)
  const mayStop = useMay()('member')
  const [isStopping, setStopping] = useState(false)
  return (
    <>
      <PageHeader
        title={data ? `${data.kind === 'import' ? 'Import' : 'Run'} of ${instantText(data.createdAt)}` : 'Run'}
        badge={
          <>
            {data && <Badge tone={runTones[data.status]}>{runWords[data.status]}</Badge>}
            <SimulatedBadge isShown={data?.surface === 'simulated'} />
          </>
        }
      >
        {data && isOpen(data) && mayStop && <Button onClick={() => setStopping(true)}>Stop the run</Button>}
        {data && data.stored > 0 && (
          <Link
            to="/brands/$brandId/answers"
            params={{ brandId }}
            search={{ runId }}
            className={buttonClass('primary')}
          >
            Open its {counted(data.stored, 'answer')}
          </Link>
        )}
      </PageHeader>
      <Loaded read={run} lines={10}>
        {(value) => (
          <Stack>
            <Card title="Progress">
              <State run={value} />
            </Card>
            <Card
              title="By platform"
              note="A failing platform never fails the run; what it did not give counts in no rate."
            >
              <RunPlatforms run={value} brandId={brandId} />
            </Card>
            <Card title="About this run">
              <About run={value} />
            </Card>
          </Stack>
        )}
      </Loaded>
      {isStopping && <Stop runId={runId} onClose={() => setStopping(false)} />}
    </>
  )
}

/** With a run's end the numbers of every page are others. */
function useEndOf(run: RunOf | undefined): void {
  const queries = useQueryClient()
  const wasOpen = useRef(false)
  const isOpenNow = run !== undefined && isOpen(run)
  const isEnded = run !== undefined && !isOpenNow
  useEffect(() => {
    if (isEnded && wasOpen.current)
      void forget(queries, [...runReads, 'getBrandScore', 'getScoreHistory', 'listPlatformResults', 'listAnswers'])
    wasOpen.current = isOpenNow
  }, [isEnded, isOpenNow, queries])
}

function State({ run }: { run: RunOf }): ReactNode {
  return (
    <div className={styles['state']}>
      <Progress label="Answers stored" done={run.stored} planned={run.planned} />
      <p role="status">{stateSentence(run)}</p>
    </div>
  )
}

function stateSentence({ status, stored, planned, failed, platforms }: RunOf): string {
  const cancelled = platforms.reduce((sum, platform) => sum + platform.cancelled, 0)
  const failures = failed > 0 ? ` ${failed} of them failed.` : ''
  switch (status) {
    case 'planned':
      return 'It waits for its turn; nothing has been asked yet.'
    case 'running':
      return `The platforms are being asked.${failures}`
    case 'completed':
      return `All ${counted(planned, 'question')} came to an end.${failures}`
    case 'cancelled':
      return cancelled === 0
        ? `It was stopped when everything had been asked; its ${counted(stored, 'answer')} stay and count.${failures}`
        : `It was stopped: ${counted(stored, 'answer')} stay and count, ${counted(cancelled, 'question was', 'questions were')} not asked.${failures}`
  }
}

function About({ run }: { run: RunOf }): ReactNode {
  const [nowMs] = useState(Date.now)
  const { kind, surface, repeats, createdAt, startedAt, finishedAt, id } = run
  const at = (instant: string | null): ReactNode =>
    instant === null ? '–' : <time dateTime={instant}>{instantText(instant)}</time>
  return (
    <Facts
      facts={[
        { name: 'Kind', value: kind === 'import' ? 'answers collected elsewhere' : 'platforms asked' },
        surface !== null && { name: 'Obtained by', value: surfaceWords[surface] },
        kind === 'measure' && { name: 'Each prompt', value: `${counted(repeats, 'answer')} a platform` },
        { name: 'Created', value: at(createdAt) },
        { name: 'Started', value: at(startedAt) },
        { name: 'Ended', value: at(finishedAt) },
        { name: 'Took', value: isOpen(run) ? '–' : spanOf(run, nowMs) },
        {
          name: 'Cost',
          value: `${costText(run)}${run.cost.answersWithoutCost > 0 && run.stored > 0 ? '; platforms that charge by a plan tell no cost of an answer' : ''}`,
        },
        { name: 'Id', value: <code>{id}</code> },
      ]}
    />
  )
}

function Stop({ runId, onClose }: { runId: string; onClose: () => void }): ReactNode {
  const cancel = useWrite('cancelRun', { changes: runReads, onDone: onClose })
  return (
    <Confirm
      title="Stop the run?"
      action="Stop it"
      isBusy={cancel.isPending}
      error={cancel.error?.message}
      onConfirm={() => cancel.mutate({ params: { id: runId } })}
      onClose={onClose}
    >
      <p>
        What is not asked yet will not be asked. Answers already stored stay and count. A new run can be started after.
      </p>
    </Confirm>
  )
}
