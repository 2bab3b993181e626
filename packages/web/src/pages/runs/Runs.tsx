import { Link, useParams } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useMay } from '../../api/session.ts'
import { useList, useRead } from '../../api/use-api.ts'
import { SimulatedBadge } from '../../design/Badge.tsx'
import { Button } from '../../design/Button.tsx'
import { Card } from '../../design/Card.tsx'
import { Empty } from '../../design/Empty.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { ShowMore } from '../../design/ShowMore.tsx'
import { instantText } from '../../format/times.ts'
import { useOpened } from '../../shell/use-opened.ts'
import { RunTable } from './RunTable.tsx'
import { StartRun } from './StartRun.tsx'
import { isOpen, LOOK_MS } from './words.ts'

/** When the platforms were asked, how it went, and the button that asks them now. */
export default function Runs(): ReactNode {
  const { brandId } = useParams({ from: '/signed-in/shell/brands/$brandId' })
  const runs = useList(
    'listRuns',
    { query: { brandId, limit: 25 } },
    { refreshMs: (all) => all?.some(isOpen) === true && LOOK_MS },
  )
  const open = runs.data?.find(isOpen)
  const schedule = useRead('getSchedule', { params: { id: brandId } })
  const mayStart = useMay()('member')
  const [isStarting, setStarting] = useState(false)
  useOpened('start', () => setStarting(true))
  return (
    <>
      <PageHeader
        title="Runs"
        badge={<SimulatedBadge isShown={runs.data?.some(({ surface }) => surface === 'simulated') ?? false} />}
        lead={
          <>
            A run asks every platform the brand’s prompts.{' '}
            {schedule.data &&
              (schedule.data.isOn && schedule.data.nextRunAt !== null
                ? `The next one starts ${instantText(schedule.data.nextRunAt)}.`
                : 'None is scheduled.')}{' '}
            <Link to="/settings/schedule" search={{ brandId }}>
              Schedule
            </Link>
          </>
        }
      >
        {mayStart && (
          <Button
            look="primary"
            disabled={open !== undefined}
            title={open && 'One run at a time: wait for the open one, or stop it.'}
            onClick={() => setStarting(true)}
          >
            Start a run
          </Button>
        )}
      </PageHeader>
      <Card title="All runs" note={open && 'One is under way; this list follows it.'}>
        <Loaded
          read={runs}
          lines={8}
          empty={{
            when: (all) => all.length === 0,
            show: (
              <Empty title="No run yet">
                A run asks the platforms the brand’s prompts and stores every answer. You see the plan and its cost
                before anything is asked.
              </Empty>
            ),
          }}
        >
          {(all) => (
            <>
              <RunTable brandId={brandId} runs={all} />
              <ShowMore list={runs} shown={all.length} noun="runs" />
            </>
          )}
        </Loaded>
      </Card>
      {isStarting && <StartRun brandId={brandId} onClose={() => setStarting(false)} />}
    </>
  )
}
