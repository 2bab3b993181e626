import { useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useList } from '../../api/use-api.ts'
import { SimulatedBadge } from '../../design/Badge.tsx'
import { choicesOf, filterChoices } from '../../design/choices.ts'
import { Empty } from '../../design/Empty.tsx'
import { SelectField } from '../../design/Field.tsx'
import { FilterBar } from '../../design/FilterBar.tsx'
import { Info } from '../../design/Info.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { ShowMore } from '../../design/ShowMore.tsx'
import { knownOf } from '../../shell/search.ts'
import { useAddress } from '../../shell/use-address.ts'
import { AdviceCard } from './AdviceCard.tsx'
import styles from './Recommendations.module.css'
import { effortWords, kindWords, statusNotes, statusWords, type Effort, type Kind, type Status } from './words.ts'

const COLUMNS: readonly Status[] = ['new', 'accepted', 'in_progress', 'done', 'dismissed']

/** What could be done, what is being done, and what it brought. */
export default function Recommendations(): ReactNode {
  const { brandId } = useParams({ from: '/signed-in/shell/brands/$brandId/recommendations' })
  const asked = useSearch({ from: '/signed-in/shell/brands/$brandId/recommendations' })
  const status = knownOf(statusWords, asked.status)
  const effort = knownOf(effortWords, asked.effort)
  const kind = knownOf(kindWords, asked.kind)
  const found = useList('listSuggestions', { params: { id: brandId }, query: { status: 'all', limit: 1 } })
  return (
    <>
      <PageHeader
        title="Recommendations"
        badge={<SimulatedBadge isShown={found.data?.some(({ simulated }) => simulated) ?? false} />}
        lead={
          <>
            What the answers of the last 28 days give reason to do, the most promising first. The points beside each are
            an estimate <Info term="estimatedLift" />; after “done” it is measured <Info term="measuredLift" />.
          </>
        }
      />
      <Loaded
        read={found}
        lines={10}
        empty={{
          when: (all) => all.length === 0,
          show: (
            <Empty title="Nothing in the answers asks for advice yet">
              After each run the answers are searched for what rivals have and the brand lacks: sources that leave it
              out, questions it is not named for, criticism that recurs. What is found stands here with its evidence.
            </Empty>
          ),
        }}
      >
        {() => (
          <>
            <Filters status={status} effort={effort} kind={kind} />
            <div className={status === undefined ? styles['board'] : styles['single']}>
              {(status === undefined ? COLUMNS : [status]).map((one) => (
                <Column key={one} brandId={brandId} status={one} effort={effort} kind={kind} />
              ))}
            </div>
          </>
        )}
      </Loaded>
    </>
  )
}

type Chosen = { effort: Effort | undefined; kind: Kind | undefined }

function Filters({ status, effort, kind }: Chosen & { status: Status | undefined }): ReactNode {
  const change = useAddress()
  return (
    <FilterBar
      label="Filters"
      onClear={
        status || effort || kind ? () => change({ status: undefined, effort: undefined, kind: undefined }) : undefined
      }
    >
      <SelectField
        label="State"
        value={status ?? ''}
        choices={filterChoices('The whole board', choicesOf(statusWords))}
        onChoice={(next) => change({ status: next })}
      />
      <SelectField
        label="Effort"
        value={effort ?? ''}
        choices={filterChoices('Any effort', choicesOf(effortWords))}
        onChoice={(next) => change({ effort: next })}
      />
      <SelectField
        label="About"
        value={kind ?? ''}
        choices={filterChoices('Anything', choicesOf(kindWords))}
        onChoice={(next) => change({ kind: next })}
      />
    </FilterBar>
  )
}

function Column({ brandId, status, effort, kind }: Chosen & { brandId: string; status: Status }): ReactNode {
  const list = useList('listSuggestions', {
    params: { id: brandId },
    query: { status, ...(effort && { effort }), ...(kind && { kind }) },
  })
  const shown = list.data?.length ?? 0
  const titleId = `column-${status}`
  return (
    <section className={styles['column']} aria-labelledby={titleId} data-empty={shown === 0 || undefined}>
      <h2 id={titleId} className={styles['title']}>
        {statusWords[status]}
        <span className={styles['count']}>{list.data && `${shown}${list.hasNextPage ? '+' : ''}`}</span>
      </h2>
      <p className={styles['note']}>{statusNotes[status]}</p>
      <Loaded
        read={list}
        // What is new comes first and is most: on a narrow screen it would push the others down.
        lines={status === 'new' ? 24 : 4}
        empty={{ when: (all) => all.length === 0, show: <p className={styles['none']}>{noneText(effort, kind)}</p> }}
      >
        {(entries) => (
          <>
            <ul className={styles['cards']}>
              {entries.map((entry) => (
                <li key={entry.id}>
                  <AdviceCard advice={entry} />
                </li>
              ))}
            </ul>
            <ShowMore list={list} shown={shown} noun="recommendations" />
          </>
        )}
      </Loaded>
    </section>
  )
}

const noneText = (effort: Effort | undefined, kind: Kind | undefined): string =>
  effort === undefined && kind === undefined ? 'None here.' : 'None with these filters.'
