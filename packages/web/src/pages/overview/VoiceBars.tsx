import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../api/use-api.ts'
import { BarList } from '../../charts/BarList.tsx'
import { Figure } from '../../charts/Figure.tsx'
import { Card } from '../../design/Card.tsx'
import { Info } from '../../design/Info.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { Table } from '../../design/Table.tsx'
import { counted, ordinal } from '../../format/numbers.ts'
import { AnswersLink, ofPanel } from '../answers/AnswersLink.tsx'
import type { Window } from '../../shell/search.ts'

/** Whose names the answers bring up; the brand's own bar stands out. */
export function VoiceBars({ brandId, window }: { brandId: string; window: Window }): ReactNode {
  const voice = useRead('getShareOfVoice', { params: { id: brandId }, query: { window } })
  return (
    <Card
      title="Share of voice"
      aside={<Info term="shareOfVoice" />}
      actions={
        <Link to="/brands/$brandId/share-of-voice" params={{ brandId }}>
          Over time
        </Link>
      }
    >
      <Loaded read={voice}>
        {({ entries, namings, from, to }) => {
          const own = entries.findIndex(({ kind }) => kind === 'brand')
          return (
            <Figure
              summary={`${entries[own]?.name ?? 'The brand'} has ${entries[own]?.score ?? 0} % of ${counted(namings, 'naming')}, ${ordinal(own + 1)} of ${entries.length} tracked names.`}
              table={
                <Table
                  caption="Share of voice"
                  rows={entries}
                  rowId={({ entityId }) => entityId}
                  isDense
                  columns={[
                    { id: 'name', title: 'Name', isRowTitle: true, cell: ({ name }) => name },
                    { id: 'share', title: 'Share', isNumeric: true, cell: ({ score }) => `${score} %` },
                    { id: 'answers', title: 'Answers naming it', isNumeric: true, cell: ({ answers }) => answers },
                  ]}
                />
              }
            >
              <BarList
                unit=" %"
                max={Math.max(...entries.map(({ score }) => score), 1)}
                bars={entries.map(({ entityId, name, score, kind, answers }) => ({
                  id: entityId,
                  name: kind === 'brand' ? `${name} (this brand)` : name,
                  value: score,
                  color: kind === 'brand' ? 'var(--series-1)' : 'var(--series-other)',
                  note: (
                    <AnswersLink
                      brandId={brandId}
                      of={{
                        from,
                        to,
                        ...ofPanel,
                        ...(kind === 'brand' ? { mentioned: 'true' } : { competitorId: entityId }),
                      }}
                    >
                      named in {counted(answers, 'answer')}
                    </AnswersLink>
                  ),
                }))}
              />
            </Figure>
          )
        }}
      </Loaded>
    </Card>
  )
}
