import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { EntryOf } from '../../api/contract.ts'
import { useMay } from '../../api/session.ts'
import { useRead } from '../../api/use-api.ts'
import { Button } from '../../design/Button.tsx'
import { Card } from '../../design/Card.tsx'
import { Empty } from '../../design/Empty.tsx'
import { LimitedList } from '../../design/LimitedList.tsx'
import { Info } from '../../design/Info.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { Table } from '../../design/Table.tsx'
import { counted, percent } from '../../format/numbers.ts'
import { spanText } from '../../format/times.ts'
import styles from './Discovered.module.css'

type DiscoveredName = EntryOf<'discoverCompetitors'>

const SHOWN_AT_FIRST = 10

/** Names that the answers set out and nobody tracks, with passages to judge them by. */
export function Discovered({ brandId, onTrack }: { brandId: string; onTrack: (name: string) => void }): ReactNode {
  const found = useRead('discoverCompetitors', { params: { id: brandId } })
  return (
    <Card
      title="Named in the answers, not tracked"
      aside={<Info term="discovered" />}
      note={found.data && foundNote(found.data)}
    >
      <Loaded
        read={found}
        lines={6}
        empty={{
          when: ({ data }) => data.length === 0,
          show: (
            <Empty title="No other name stands out">
              Names that at least two answers set out in a list, a table or a heading appear here.
            </Empty>
          ),
        }}
      >
        {({ data, answersLookedAt }) => (
          <LimitedList entries={data} most={SHOWN_AT_FIRST}>
            {(shown) => (
              <FoundTable brandId={brandId} found={shown} answersLookedAt={answersLookedAt} onTrack={onTrack} />
            )}
          </LimitedList>
        )}
      </Loaded>
    </Card>
  )
}

const foundNote = ({
  answers,
  answersLookedAt,
  from,
  to,
}: {
  answers: number
  answersLookedAt: number
  from: string | null
  to: string | null
}): string | undefined =>
  from === null || to === null
    ? undefined
    : `Read from ${answersLookedAt === answers ? counted(answers, 'answer') : `${counted(answersLookedAt, 'answer')}, spread evenly over ${counted(answers, 'answer')},`} of ${spanText(from, to)}. Check a name before you track it: a few are none.`

function FoundTable({
  brandId,
  found,
  answersLookedAt,
  onTrack,
}: {
  brandId: string
  found: readonly DiscoveredName[]
  answersLookedAt: number
  onTrack: (name: string) => void
}): ReactNode {
  const may = useMay()
  return (
    <Table
      caption="Untracked names in the answers"
      rows={found}
      rowId={({ name }) => name}
      columns={[
        { id: 'name', title: 'Name', isRowTitle: true, cell: ({ name }) => name },
        {
          id: 'answers',
          title: 'Answers',
          isNumeric: true,
          cell: ({ answers, share }) => (
            <>
              {percent(share)}
              <span className={styles['soft']}>
                {answers} of {answersLookedAt}
              </span>
            </>
          ),
        },
        { id: 'examples', title: 'For example', cell: (entry) => <Examples entry={entry} brandId={brandId} /> },
        ...(may('member')
          ? [
              {
                id: 'track',
                title: <span className="visually-hidden">Actions</span>,
                isNumeric: true,
                cell: ({ name }: DiscoveredName) => (
                  <Button size="small" aria-label={`Track ${name}`} onClick={() => onTrack(name)}>
                    Track
                  </Button>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}

function Examples({ entry: { examples }, brandId }: { entry: DiscoveredName; brandId: string }): ReactNode {
  return (
    <ul className={styles['examples']}>
      {examples.map(({ answerId, text }) => (
        <li key={answerId}>
          <q className={styles['quote']}>{text}</q>{' '}
          <Link to="/brands/$brandId/answers/$answerId" params={{ brandId, answerId }}>
            Open
            <span className="visually-hidden"> the answer with “{text.slice(0, 60)}”</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
