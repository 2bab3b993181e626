import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ProblemError } from '../../api/door.ts'
import { Figure } from '../../charts/Figure.tsx'
import { SpanScale } from '../../charts/SpanScale.tsx'
import { Card } from '../../design/Card.tsx'
import { Empty } from '../../design/Empty.tsx'
import { Info } from '../../design/Info.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { Table } from '../../design/Table.tsx'
import type { Comparison, Meeting } from './meeting.ts'
import { leadColumns, leadSpan } from './lead.tsx'

/** The brand against each rival in the same answers: which leads are more than chance. */
export function Leads({
  brandId,
  comparison,
}: {
  brandId: string
  comparison: UseQueryResult<Comparison, ProblemError>
}): ReactNode {
  return (
    <Card
      title="Head to head"
      aside={<Info term="lead" />}
      note="Score of the brand less that of the rival, in the same answers. Right of 0 the brand leads."
    >
      <Loaded
        read={comparison}
        lines={6}
        empty={{
          when: ({ headToHead }) => headToHead.length === 0,
          codes: ['score_not_available'],
          show: (
            <Empty title="Nothing to compare yet">Here each rival stands against the brand after the first run.</Empty>
          ),
        }}
      >
        {({ headToHead, entries }) => (
          <Figure
            summary={sentence(headToHead, entries[0]?.name ?? 'The brand')}
            table={<LeadTable meetings={headToHead} />}
          >
            <SpanScale
              spans={headToHead.map(({ competitorId, name, lead }) => ({
                id: competitorId,
                name: (
                  <Link to="/brands/$brandId/competitors/$competitorId" params={{ brandId, competitorId }}>
                    {name}
                  </Link>
                ),
                ...leadSpan(lead),
              }))}
            />
          </Figure>
        )}
      </Loaded>
    </Card>
  )
}

function sentence(meetings: readonly Meeting[], brand: string): string {
  const ahead = meetings.filter(({ lead }) => lead.significant && lead.delta > 0).length
  const behind = meetings.filter(({ lead }) => lead.significant && lead.delta < 0).length
  const level = meetings.length - ahead - behind
  const parts = [
    ahead > 0 && `ahead of ${ahead}`,
    behind > 0 && `behind ${behind}`,
    level > 0 && `too close to call with ${level}`,
  ].filter(Boolean)
  return `${brand} is ${parts.join(', ')} of ${meetings.length === 1 ? 'its one competitor' : `${meetings.length} competitors`}.`
}

function LeadTable({ meetings }: { meetings: readonly Meeting[] }): ReactNode {
  return (
    <Table
      caption="Lead of the brand over each competitor, and the answers that name one, both or neither"
      rows={meetings}
      rowId={({ competitorId }) => competitorId}
      isDense
      columns={[
        { id: 'name', title: 'Competitor', isRowTitle: true, cell: ({ name }) => name },
        ...leadColumns,
        { id: 'both', title: 'Both', isNumeric: true, cell: ({ answers }) => answers.both },
        { id: 'own', title: 'Only the brand', isNumeric: true, cell: ({ answers }) => answers.onlyBrand },
        { id: 'rival', title: 'Only the rival', isNumeric: true, cell: ({ answers }) => answers.onlyCompetitor },
        { id: 'neither', title: 'Neither', isNumeric: true, cell: ({ answers }) => answers.neither },
      ]}
    />
  )
}
