import { useParams } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useMay } from '../../api/session.ts'
import { useList, useRead } from '../../api/use-api.ts'
import { SimulatedBadge } from '../../design/Badge.tsx'
import { Button } from '../../design/Button.tsx'
import { Card, Stack } from '../../design/Card.tsx'
import { Empty } from '../../design/Empty.tsx'
import { Info } from '../../design/Info.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { counted } from '../../format/numbers.ts'
import { spanText } from '../../format/times.ts'
import { useWindow, WindowPicker } from '../../shell/WindowPicker.tsx'
import type { Names } from '../names/typed-names.ts'
import { useOpened } from '../../shell/use-opened.ts'
import { CompetitorForm } from './CompetitorForm.tsx'
import { Discovered } from './Discovered.tsx'
import { Leads } from './Leads.tsx'
import { RemoveCompetitor } from './RemoveCompetitor.tsx'
import { Standings, type Competitor } from './Standings.tsx'

/** What is being done to a competitor in a dialog. */
type Doing = { kind: 'add'; start: Names } | { kind: 'edit' | 'remove'; competitor: Competitor } | null

/** Whom the brand is compared with, how they stand, and whom the answers name besides. */
export default function Competitors(): ReactNode {
  const { brandId } = useParams({ from: '/signed-in/shell/brands/$brandId/competitors' })
  const window = useWindow()
  const may = useMay()
  const [doing, setDoing] = useState<Doing>(null)
  const params = { id: brandId }
  const competitors = useList('listCompetitors', { params, query: { window, limit: 200 } })
  const comparison = useRead('compareCompetitors', { params, query: { window } })
  const add = (name: string): void => setDoing({ kind: 'add', start: { ...NO_NAMES, name } })
  useOpened('add', () => add(''))
  return (
    <>
      <PageHeader
        title="Competitors"
        badge={<SimulatedBadge isShown={comparison.data?.simulated ?? false} />}
        lead={
          comparison.data &&
          `${counted(comparison.data.sample.answers, 'answer')}, ${spanText(comparison.data.from, comparison.data.to)}`
        }
      >
        <WindowPicker />
        {may('member') && (
          <Button look="primary" onClick={() => add('')}>
            Add a competitor
          </Button>
        )}
      </PageHeader>
      <Stack>
        <Card title="How they stand" aside={<Info term="score" />}>
          <Loaded
            // With the comparison comes the brand's own row: one after the other they would jump.
            read={comparison.isPending ? { ...competitors, data: undefined } : competitors}
            lines={14}
            empty={{
              when: (all) => all.length === 0,
              show: (
                <Empty title="No competitor is tracked yet">
                  Add the names your customers compare you with, or take them from the names found below. They are
                  looked for in all stored answers at once; nothing is asked again.
                </Empty>
              ),
            }}
          >
            {(all) => (
              <Standings
                brandId={brandId}
                competitors={all}
                comparison={comparison.data}
                onEdit={(competitor) => setDoing({ kind: 'edit', competitor })}
                onRemove={(competitor) => setDoing({ kind: 'remove', competitor })}
              />
            )}
          </Loaded>
        </Card>
        <Leads brandId={brandId} comparison={comparison} />
        <Discovered brandId={brandId} onTrack={add} />
      </Stack>
      {doing?.kind === 'add' && <CompetitorForm brandId={brandId} start={doing.start} onClose={() => setDoing(null)} />}
      {doing?.kind === 'edit' && (
        <CompetitorForm
          brandId={brandId}
          competitorId={doing.competitor.id}
          start={doing.competitor}
          onClose={() => setDoing(null)}
        />
      )}
      {doing?.kind === 'remove' && (
        <RemoveCompetitor brandId={brandId} competitor={doing.competitor} onClose={() => setDoing(null)} />
      )}
    </>
  )
}

const NO_NAMES: Names = { name: '', aliases: [], excludedNames: [], domains: [], caseSensitive: false }
