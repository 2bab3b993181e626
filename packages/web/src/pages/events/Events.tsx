import type { EventEntry } from './event-entry.ts'
import { useParams, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useList } from '../../api/use-api.ts'
import { SimulatedBadge } from '../../design/Badge.tsx'
import { choicesOf, filterChoices } from '../../design/choices.ts'
import { Empty } from '../../design/Empty.tsx'
import { SelectField } from '../../design/Field.tsx'
import { FilterBar } from '../../design/FilterBar.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { ShowMore } from '../../design/ShowMore.tsx'
import { counted } from '../../format/numbers.ts'
import { knownOf } from '../../shell/search.ts'
import { useAddress } from '../../shell/use-address.ts'
import { EventCard } from './EventCard.tsx'
import styles from './Events.module.css'
import { DAY_MS } from '../../format/times.ts'

type Type = EventEntry['type']

const TYPE_WORDS: Record<Type, string> = {
  'score.changed': 'Changes of the score',
  'competitor.alert': 'Moves of competitors',
  'recommendation.new': 'New recommendations',
}
const DAYS = ['7', '28', '90'] as const
/** What happened to a brand, newest first: the same events that webhooks deliver. */
export default function Events(): ReactNode {
  const { brandId } = useParams({ from: '/signed-in/shell/brands/$brandId/events' })
  const asked = useSearch({ from: '/signed-in/shell/brands/$brandId/events' })
  const [nowMs] = useState(Date.now)
  const type = knownOf(TYPE_WORDS, asked.type)
  const days = DAYS.find((known) => known === asked.days)
  const events = useList('listEvents', {
    query: { brandId, ...(type && { type }), ...(days && { since: daysBefore(nowMs, Number(days)) }) },
  })
  return (
    <>
      <PageHeader
        title="Events"
        badge={<SimulatedBadge isShown={events.data?.some(({ data }) => data.simulated) ?? false} />}
        lead="What happened, newest first. Webhooks deliver the same events."
      />
      <Filters type={type} days={days} />
      <Loaded
        read={events}
        lines={8}
        empty={{
          when: (all) => all.length === 0,
          show:
            type || days ? (
              <Empty title="Nothing of this kind in these days">Clear the filters to see all that happened.</Empty>
            ) : (
              <Empty title="Nothing has happened yet">
                A change of the score, a notable move of a competitor, a new recommendation: each is told here as soon
                as a run shows it.
              </Empty>
            ),
        }}
      >
        {(all) => (
          <>
            {[...Map.groupBy(all, ({ timestamp }) => dayOf(timestamp))].map(([day, ofDay]) => (
              <section key={day} className={styles['day']} aria-label={day}>
                <h2 className={styles['title']}>
                  {day} <span className={styles['count']}>{counted(ofDay.length, 'event')}</span>
                </h2>
                <ul className={styles['list']}>
                  {ofDay.map((event) => (
                    <li key={event.id}>
                      <EventCard event={event} brandId={brandId} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
            <ShowMore list={events} shown={all.length} noun="events" />
          </>
        )}
      </Loaded>
    </>
  )
}

function Filters({ type, days }: { type: Type | undefined; days: (typeof DAYS)[number] | undefined }): ReactNode {
  const change = useAddress()
  return (
    <FilterBar label="Filters" onClear={type || days ? () => change({ type: undefined, days: undefined }) : undefined}>
      <SelectField
        label="What"
        value={type ?? ''}
        choices={filterChoices('Everything', choicesOf(TYPE_WORDS))}
        onChoice={(next) => change({ type: next })}
      />
      <SelectField
        label="When"
        value={days ?? ''}
        choices={filterChoices(
          'All days',
          DAYS.map((value) => ({ value, label: `The last ${value} days` })),
        )}
        onChoice={(next) => change({ days: next })}
      />
    </FilterBar>
  )
}

/** From the beginning of a day, so that the list is the same all day long. */
const daysBefore = (nowMs: number, days: number): string =>
  new Date((Math.floor(nowMs / DAY_MS) - days + 1) * DAY_MS).toISOString()

const LONG_DAY = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
/** In the reader's zone, as the times beside the events are. */
const dayOf = (instant: string): string => LONG_DAY.format(new Date(instant))
