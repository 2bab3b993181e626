import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../../api/session.ts'
import { useList } from '../../api/use-api.ts'
import { Card } from '../../design/Card.tsx'
import { choicesOf, filterChoices } from '../../design/choices.ts'
import { Empty } from '../../design/Empty.tsx'
import { SelectField, TextField } from '../../design/Field.tsx'
import { FilterBar } from '../../design/FilterBar.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { LongTable } from '../../design/LongTable.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { ShowMore } from '../../design/ShowMore.tsx'
import type { Column } from '../../design/Table.tsx'
import { instantText } from '../../format/times.ts'
import { useAddress } from '../../shell/use-address.ts'
import { actionText, actorText, actorWords, detailText, nouns, type AuditEntry } from './audit/audit-words.ts'
import styles from './settings.module.css'

type Search = { action?: string; actor?: string; from?: string; to?: string }

/** Who changed what, newest first. */
export default function Audit(): ReactNode {
  const search: Search = useSearch({ from: '/signed-in/shell/settings/audit' })
  const may = useMay()
  const { action, actor, from, to } = search
  const entries = useList('listAuditEntries', { query: { action, actor, from, to } })
  const isFiltered = [action, actor, from, to].some((word) => word !== undefined)
  return (
    <>
      <PageHeader
        title="Audit log"
        lead="Who changed what, newest first: people, keys, the command line, the schedule."
      />
      {may('admin') && <Filters search={search} isFiltered={isFiltered} />}
      <Card title="Changes">
        <Loaded
          read={entries}
          lines={10}
          empty={{
            when: (all) => all.length === 0,
            show: isFiltered ? (
              <Empty title="No change is like that">Take away a filter, or choose other days.</Empty>
            ) : (
              <Empty title="No changes yet">Each change of anything here is written down, with who made it.</Empty>
            ),
          }}
        >
          {(all) => (
            <>
              <LongTable
                caption="Changes, newest first"
                columns={columns}
                rows={all}
                // An entry has no id of its own; its place in a list that only grows at the end tells it.
                rowId={({ at }, index) => `${at} ${index}`}
              />
              <ShowMore list={entries} shown={all.length} noun="changes" />
            </>
          )}
        </Loaded>
      </Card>
    </>
  )
}

const columns: Column<AuditEntry>[] = [
  { id: 'at', title: 'When', cell: ({ at }) => <time dateTime={at}>{instantText(at)}</time> },
  { id: 'actor', title: 'Who', cell: ({ actor }) => actorText(actor) },
  { id: 'action', title: 'What', isRowTitle: true, cell: ({ action }) => actionText(action) },
  { id: 'subject', title: 'To what', cell: ({ subject }) => <code className={styles['mono']}>{subject}</code> },
  {
    id: 'detail',
    title: 'Details',
    cell: ({ detail }) =>
      Object.keys(detail).length === 0 ? (
        '–'
      ) : (
        <details>
          <summary>Show</summary>
          <pre className={styles['pre']}>{detailText(detail)}</pre>
        </details>
      ),
  },
]

function Filters({ search, isFiltered }: { search: Search; isFiltered: boolean }): ReactNode {
  const setAddress = useAddress()
  const clear = (): void => setAddress({ action: undefined, actor: undefined, from: undefined, to: undefined })
  const { action, actor, from, to } = search
  return (
    <FilterBar label="Filter the changes" onClear={isFiltered ? clear : undefined}>
      <SelectField
        label="About"
        value={action ?? ''}
        // An address may name one action.
        choices={filterChoices('Everything', nouns, action, actionText)}
        onChoice={(next) => setAddress({ action: next })}
      />
      <SelectField
        label="By"
        value={actor ?? ''}
        choices={filterChoices('Everybody', choicesOf(actorWords), actor)}
        onChoice={(next) => setAddress({ actor: next })}
      />
      <TextField label="From" type="date" value={from ?? ''} onText={(day) => setAddress({ from: day })} />
      <TextField label="To" type="date" value={to ?? ''} onText={(day) => setAddress({ to: day })} />
    </FilterBar>
  )
}
