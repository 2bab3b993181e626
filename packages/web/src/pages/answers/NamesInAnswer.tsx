import type { ReactNode } from 'react'
import { Badge } from '../../design/Badge.tsx'
import { Titled } from '../../design/Info.tsx'
import { Table } from '../../design/Table.tsx'
import { counted, ordinal } from '../../format/numbers.ts'
import { MentionReason } from './MentionReason.tsx'
import { ModelOpinion } from './ModelOpinion.tsx'
import styles from './NamesInAnswer.module.css'
import { mentionId, type Answer } from './words.ts'

/** Who is named, at which place and what that is worth; below it each naming with its reason. */
export function NamesInAnswer({ answer }: { answer: Answer }): ReactNode {
  const names = namesOf(answer)
  if (names.length === 0)
    return (
      <div className={styles['names']}>
        <p>No tracked name stands in it.</p>
        <Unjudged answer={answer} />
        <PassedOver answer={answer} />
      </div>
    )
  return (
    <div className={styles['names']}>
      <Table
        caption="Names in this answer"
        rows={names}
        rowId={({ entityId }) => entityId}
        isDense
        columns={[
          {
            id: 'name',
            title: 'Name',
            isRowTitle: true,
            cell: ({ name, kind }) => (
              <>
                {name} {kind === 'brand' && <Badge tone="accent">this brand</Badge>}
              </>
            ),
          },
          { id: 'place', title: 'Place', cell: ({ place }) => (place === null ? 'as unknown' : ordinal(place)) },
          {
            id: 'value',
            title: <Titled words="Value" term="value" />,
            isNumeric: true,
            cell: ({ value }) => value.toFixed(2),
          },
          { id: 'namings', title: 'Named', isNumeric: true, cell: ({ namings }) => counted(namings, 'time') },
          { id: 'listed', title: 'Option', cell: ({ isListed }) => (isListed ? 'offered' : 'only named') },
        ]}
      />
      <details className={styles['each']}>
        <summary>{counted(answer.mentions.length, 'naming')}, each with the reason it counts</summary>
        <ol>
          {answer.mentions.map((mention, index) => (
            // Where it stands tells one naming from another.
            <li key={`${mention.start}-${mention.entityId}`} id={mentionId(index)}>
              <MentionReason mention={mention} />
            </li>
          ))}
        </ol>
      </details>
      <Unjudged answer={answer} />
      <PassedOver answer={answer} />
    </div>
  )
}

/** Names of which an answer holds more than is judged. */
function Unjudged({ answer: { unjudged } }: { answer: Answer }): ReactNode {
  return unjudged.map(({ entityId, name, occurrences }) => (
    <p key={entityId}>
      This answer repeats names so often that {counted(occurrences, 'more occurrence')} of <strong>{name}</strong>{' '}
      {occurrences === 1 ? 'was' : 'were'} not judged.
    </p>
  ))
}

/** Places that the rules did not count and the organization’s own model was asked about. */
function PassedOver({ answer: { passedOver } }: { answer: Answer }): ReactNode {
  if (passedOver.length === 0) return null
  return (
    <details className={styles['each']}>
      <summary>{counted(passedOver.length, 'place')} not counted, with a model’s opinion</summary>
      <ol>
        {passedOver.map(({ entityId, name, surface, start, judgement }) => (
          <li key={`${start}-${entityId}`}>
            <p>
              “{surface}” was not taken for <strong>{name}</strong>.
            </p>
            <ModelOpinion judgement={judgement} name={name} />
          </li>
        ))}
      </ol>
    </details>
  )
}

function namesOf({ mentions, places }: Answer) {
  const byName = [...Map.groupBy(mentions, ({ entityId }) => entityId)]
  const placeOf = new Map(places.map((entry) => [entry.entityId, entry]))
  return byName
    .map(([entityId, own]) => {
      const place = placeOf.get(entityId)
      return {
        entityId,
        name: own[0]?.name ?? '',
        kind: own[0]?.kind ?? ('competitor' as const),
        place: place?.place ?? null,
        value: place?.value ?? 0,
        namings: own.length,
        isListed: own.some(({ listed }) => listed),
      }
    })
    .toSorted((one, other) => (one.place ?? Infinity) - (other.place ?? Infinity))
}
